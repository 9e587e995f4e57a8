// schema.js - the schema browser, the words that name something, and questions to begin with.
import { el, words, bytePlaces } from './dom.js';
import { linkKind } from './heat.js';

const TYPE_MARKS = { number: '#', text: 'T', time: '◷', boolean: '±' };

function columnRow(table, column, keys) {
  const name = `${table.name}.${column.name}`, key = keys.find((k) => k.from === name);
  return el('li', { class: 'column', data: { item: name } },
    el('span', { class: 'mark', title: column.type, 'aria-label': column.type }, TYPE_MARKS[column.type] ?? '·'),
    el('span', { class: 'name', title: column.comment ?? column.declared ?? column.type }, column.name),
    column.primary && el('span', { class: 'tag', title: 'primary key' }, 'key'),
    key && el('span', { class: 'tag', title: `refers to ${key.to}` }, '→ ' + key.to.split('.')[0]),
    el('span', { class: 'asked' }));
}

export function schemaView(schema) {
  const open = schema.tables.length <= 8;
  const tables = schema.tables.map((table) => el('details', { class: 'table', open, data: { item: table.name } },
    el('summary', {}, el('span', { class: 'name' }, table.name), table.view && el('span', { class: 'tag' }, 'view'), el('span', { class: 'asked' }), el('span', { class: 'count' }, String(table.columns.length))),
    el('ul', {}, table.columns.map((column) => columnRow(table, column, schema.foreign_keys)))));
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

// The question with its linked words marked; pointing at one points at the schema.
export function questionView(answer, schemaRoot) {
  const text = answer.read_as ?? answer.question, places = bytePlaces(text), limit = places.length - 1;
  const links = (answer.links ?? []).filter((l) => l.turn === 0 && l.end <= limit);
  const spans = [...new Map(links.map((l) => [l.start + ':' + l.end, l])).values()].sort((a, b) => a.start - b.start || b.end - a.end);
  const out = [];
  let at = 0;
  for (const span of spans) {
    if (span.start < at) continue;
    const mine = links.filter((l) => l.start < span.end && l.end > span.start);
    const names = [...new Set(mine.map((l) => l.table ?? l.column))];
    out.push(text.slice(places[at], places[span.start]));
    const says = mine.slice(0, 4).map((l) => `${linkKind(l.kind).text}${l.cell ? ` “${l.cell}”` : ''}: ${l.table ?? l.column}`).join('\n');
    out.push(el('span', {
      class: 'word ' + (mine.some((l) => l.cell) ? 'by-value' : 'by-name'), tabindex: '0', title: says, 'aria-label': `${text.slice(places[span.start], places[span.end])}: ${says}`,
      onmouseenter: () => pointAt(schemaRoot, names, true), onmouseleave: () => pointAt(schemaRoot, names, false),
      onfocus: () => pointAt(schemaRoot, names, true), onblur: () => pointAt(schemaRoot, names, false),
    }, text.slice(places[span.start], places[span.end])));
    at = span.end;
  }
  out.push(text.slice(places[at]));
  return out;
}

// ---- questions to begin with ---------------------------------------------------------------------------

function many(word) {
  if (/s$/.test(word)) return word;
  return /[^aeiou]y$/.test(word) ? word.slice(0, -1) + 'ies' : /(x|ch|sh)$/.test(word) ? word + 'es' : word + 's';
}

export function examplesFrom(schema) {
  const out = [];
  const isId = (c) => c.primary || /(^|_)id$/i.test(c.name) || schema.foreign_keys.some((k) => k.from.endsWith('.' + c.name));
  const tables = schema.tables.filter((t) => t.columns.length > 1);
  tables.forEach((table, i) => {
    const plain = table.columns.filter((c) => !isId(c));
    const number = plain.find((c) => c.type === 'number' && !/year/i.test(c.name)), text = plain.filter((c) => c.type === 'text');
    const name = text.find((c) => /name|title/i.test(c.name)), kind = text.find((c) => c !== name), all = many(words(table.name));
    const makers = [
      () => `How many ${all} are there?`,
      () => name && number && `Which ${words(table.name)} has the highest ${words(number.name)}?`,
      () => kind && `How many ${all} are there for each ${words(kind.name)}?`,
      () => number && `What is the average ${words(number.name)} of the ${all}?`,
      () => name && `List the ${words(name.name)} of all ${all}.`,
    ];
    for (let k = 0; k < makers.length; k++) {
      const question = makers[(i + k) % makers.length]();
      if (question && !out.includes(question)) { out.push(question); break; }
    }
  });
  const first = tables[0];
  if (first && out.length < 4) out.push(`How many ${many(words(first.name))} are there?`);
  return [...new Set(out)].slice(0, 6);
}
