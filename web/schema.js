// schema.js - the schema browser, the words that name something, and questions to begin with.
import { el, button, words, plural, bytePlaces } from './dom.js';
import { linkKind } from './heat.js';

const TYPE_MARKS = { number: '#', text: 'T', time: '◷', boolean: '±' };

// Pressing a name or a sample puts it into the question.
function columnRow(table, column, keys, insert) {
  const name = `${table.name}.${column.name}`, key = keys.find((k) => k.from === name);
  const samples = (column.primary || key ? [] : column.samples ?? []).map((value) => button(value, () => insert(value), { class: 'sample', title: `Put “${value}” into the question` }));
  return el('li', { class: 'column', data: { item: name } },
    el('span', { class: 'mark', title: column.type, role: 'img', 'aria-label': column.type }, TYPE_MARKS[column.type] ?? '·'),
    button(column.name, () => insert(words(column.name)), { class: 'name', title: column.comment ?? column.declared ?? column.type }),
    column.primary && el('span', { class: 'tag', title: 'primary key' }, 'key'),
    key && el('span', { class: 'tag', title: `refers to ${key.to}` }, '→ ' + key.to.split('.')[0]),
    el('span', { class: 'asked' }),
    samples.length ? el('span', { class: 'samples' }, samples) : null);
}

export function schemaView(schema, insert) {
  const open = schema.tables.length <= 8;
  const tables = schema.tables.map((table) => el('details', { class: 'table', open, data: { item: table.name } },
    el('summary', { title: table.comment ?? null }, el('span', { class: 'name' }, table.name), table.view && el('span', { class: 'tag' }, 'view'), el('span', { class: 'asked' }),
      el('span', { class: 'count' }, typeof table.rows === 'number' ? plural(table.rows, 'row') : plural(table.columns.length, 'column'))),
    el('ul', {}, table.columns.map((column) => columnRow(table, column, schema.foreign_keys, insert)))));
  const filter = el('input', { type: 'search', placeholder: 'Find a table or column', 'aria-label': 'Find a table or column', oninput: () => {
    const wanted = filter.value.trim().toLowerCase();
    for (const table of tables) {
      let some = table.dataset.item.toLowerCase().includes(wanted);
      const whole = some;
      for (const row of table.querySelectorAll('li')) {
        row.hidden = !whole && !row.dataset.item.toLowerCase().includes(wanted);
        some ||= !row.hidden;
      }
      table.hidden = !some;
      if (wanted && some) table.open = true;
    }
  } });
  return el('div', { class: 'schema-inner' }, el('p', { class: 'schema-title' }, 'Schema'), filter, tables);
}

// Marks what the words of a question name.
export function markSchema(root, links) {
  for (const node of root.querySelectorAll('[data-item]')) {
    const mine = links.filter((l) => (l.table ?? l.column) === node.dataset.item);
    const asked = node.querySelector(':scope > .asked, :scope > summary > .asked');
    node.classList.toggle('linked', mine.length > 0);
    node.classList.toggle('by-value', mine.some((l) => l.cell));
    asked.textContent = [...new Set(mine.map((l) => l.cell ? `“${l.cell}”` : l.text))].slice(0, 2).join(', ');
    if (mine.length) node.closest('details').open = true;
  }
}

function pointAt(root, names, on) {
  for (const node of root.querySelectorAll('[data-item]')) {
    const hit = on && names.includes(node.dataset.item);
    node.classList.toggle('pointed', hit);
    if (hit && window.matchMedia('(min-width: 900px)').matches) node.scrollIntoView({ block: 'nearest' });
  }
}

// What each character of the question belongs to: a link, a phrase of the sentence, or nothing that was used.
function marksOf(answer, query, text) {
  const places = bytePlaces(text), limit = places.length - 1, marks = Array.from({ length: text.length }, () => ({ link: -1, phrase: -1, unused: false }));
  const paint = (start, end, name, value) => { if (end <= limit) for (let i = places[start]; i < places[end]; i++) if (marks[i][name] === -1 || name === 'unused') marks[i][name] = value; };
  const links = (answer.links ?? []).filter((l) => l.turn === 0 && l.end <= limit);
  const spans = [...new Map(links.map((l) => [l.start + ':' + l.end, l])).values()].sort((a, b) => a.start - b.start || b.end - a.end);
  let at = 0;
  spans.forEach((span, i) => { if (span.start >= at) { paint(span.start, span.end, 'link', i); at = span.end; } });
  (query?.phrases ?? []).forEach((p, i) => p.asked && paint(p.asked[0], p.asked[1], 'phrase', i));
  (query?.unused ?? []).forEach((w) => paint(w.start, w.end, 'unused', true));
  return { marks, links, spans };
}

function wordView(text, mark, links, span, schemaRoot) {
  const mine = span ? links.filter((l) => l.start < span.end && l.end > span.start) : [];
  const names = [...new Set(mine.map((l) => l.table ?? l.column))];
  const says = [mark.unused && 'left no trace in this query', ...mine.slice(0, 4).map((l) => `${linkKind(l.kind).text}${l.cell ? ` “${l.cell}”` : ''}: ${l.table ?? l.column}`)].filter(Boolean).join('\n');
  const kinds = ['word', mine.length && (mine.some((l) => l.cell) ? 'by-value' : 'by-name'), mark.unused && 'unused'].filter(Boolean).join(' ');
  return el('span', {
    class: kinds, tabindex: '0', title: says, role: 'note', 'aria-label': `${text}: ${says}`, data: mark.phrase >= 0 ? { phrase: mark.phrase } : {},
    onmouseenter: () => pointAt(schemaRoot, names, true), onmouseleave: () => pointAt(schemaRoot, names, false),
    onfocus: () => pointAt(schemaRoot, names, true), onblur: () => pointAt(schemaRoot, names, false),
  }, text);
}

// The question with its words marked: those that name something, and those that left no trace in the query.
// Pointing at one points at the schema, the sentence and the SQL.
export function questionView(answer, schemaRoot, query) {
  const text = answer.read_as ?? answer.question, { marks, links, spans } = marksOf(answer, query, text), out = [];
  const same = (a, b) => a.link === b.link && a.phrase === b.phrase && a.unused === b.unused;
  for (let i = 0; i < text.length;) {
    let end = i + 1;
    while (end < text.length && same(marks[i], marks[end])) end++;
    const mark = marks[i], piece = text.slice(i, end);
    out.push(mark.link < 0 && mark.phrase < 0 && !mark.unused ? piece : wordView(piece, mark, links, spans[mark.link], schemaRoot));
    i = end;
  }
  return out;
}

// ---- questions to begin with ---------------------------------------------------------------------------

function many(word) {
  if (/s$/.test(word)) return word;
  return /[^aeiou]y$/.test(word) ? word.slice(0, -1) + 'ies' : /(x|ch|sh)$/.test(word) ? word + 'es' : word + 's';
}

function one(word) {
  return /ies$/.test(word) ? word.slice(0, -3) + 'y' : /(ss|us|is)$/.test(word) ? word : /s$/.test(word) ? word.slice(0, -1) : word;
}

// Columns that can be asked for: measures are worth an average, kinds are worth a count for each.
function rolesOf(table, keys) {
  const isId = (c) => c.primary || /(^|_)(id|uuid|key|code|no)$/i.test(c.name) || /[a-z]I[dD]$/.test(c.name) || keys.some((k) => k.from === `${table.name}.${c.name}`);
  const plain = table.columns.filter((c) => !isId(c));
  const text = plain.filter((c) => c.type === 'text'), name = text.find((c) => /(^|_)(name|title)$|name$|title$/i.test(c.name));
  return {
    plain, name,
    measure: plain.find((c) => c.type === 'number' && !/year|month|day|lat|lon|zip|phone|number|order|position|version/i.test(c.name) && c.distinct !== 1),
    kind: text.find((c) => c !== name && c.distinct >= 2 && c.distinct <= 12),
  };
}

function startersOf(table, keys) {
  const { name, measure, kind } = rolesOf(table, keys), thing = one(words(table.name)), all = many(thing);
  return [
    kind && `How many ${all} are there for each ${words(kind.name)}?`,
    name && measure && `Which ${thing} has the highest ${words(measure.name)}?`,
    kind?.samples?.length && name && `List the ${words(name.name)} of the ${all} whose ${words(kind.name)} is ${kind.samples[0]}.`,
    measure && `What is the average ${words(measure.name)} of the ${all}?`,
    name && `List the ${words(name.name)} of all ${all}.`,
    `How many ${all} are there?`,
  ].filter(Boolean);
}

// Of the tables that hold things rather than pairs of them, the fullest first, one kind of question each.
export function examplesFrom(schema) {
  const worth = (t) => rolesOf(t, schema.foreign_keys).plain.length > 0 && t.rows !== 0 && !t.view;
  const tables = schema.tables.filter(worth).sort((a, b) => rolesOf(b, schema.foreign_keys).plain.length - rolesOf(a, schema.foreign_keys).plain.length).slice(0, 6);
  const out = [];
  for (let round = 0; round < 6 && out.length < 6; round++)
    tables.forEach((table, i) => {
      const list = startersOf(table, schema.foreign_keys), question = list[(round + i) % list.length];
      if (out.length < 6 && question && !out.includes(question)) out.push(question);
    });
  return out;
}
