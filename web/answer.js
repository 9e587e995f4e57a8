// answer.js - the parts of one answer: the sentence, how sure it is, SQL, rows, other readings.
import { el, button, request, announce, percent, milliseconds, tabs, plural, bytePlaces } from './dom.js';
import { sqlView, highlightSql } from './sql.js';
import { tableView, toCsv, countText } from './table.js';
import { chartView } from './chart.js';
import { download, toJson, toPng, toPage } from './export.js';
import { explanationView } from './explain.js';

export function errorView(error, retry) {
  return el('div', { class: 'notice bad', role: 'alert' }, el('p', {}, error.message), retry && button('Try again', retry, { class: 'quiet' }));
}

export function waiting(text) {
  return el('div', { class: 'waiting', role: 'status' }, el('span', { class: 'pulse', 'aria-hidden': 'true' }), text);
}

// ---- rows ----------------------------------------------------------------------------------------------

function resultView(result, name, sql) {
  const chart = chartView(result, sql), some = result.rows.length > 0;
  const table = () => some ? tableView(result) : el('p', { class: 'notice' }, 'The query ran, and gave no rows.');
  const body = chart ? tabs('Result', [{ name: 'Rows', view: table }, { name: 'Chart', view: () => chart }], result.rows.length > 2 ? 1 : 0) : table();
  const png = async () => download(name + '.png', 'image/png', await toPng(chart.querySelector('svg')));
  return el('div', { class: 'result' }, body, el('p', { class: 'foot' }, countText(result), some && [
    button('CSV', () => download(name + '.csv', 'text/csv', toCsv(result)), { class: 'quiet csv', title: 'Download the rows as CSV' }),
    button('JSON', () => download(name + '.json', 'application/json', toJson(result)), { class: 'quiet json', title: 'Download the rows as JSON' }),
    chart && button('PNG', png, { class: 'quiet png', title: 'Download the chart as a picture' })]));
}

function showResult(place, result, error, name, sql) {
  if (result) place.replaceChildren(resultView(result, name, sql));
  else if (error) place.replaceChildren(errorView({ message: error }));
  else place.replaceChildren();
}

// True if it ran.
export async function runInto(place, body, name) {
  place.replaceChildren(waiting('Running'));
  try {
    const result = await request('v1/run', { body });
    showResult(place, result, null, name, body.sql);
    announce(countText(result));
    return true;
  } catch (error) {
    place.replaceChildren(errorView(error, () => runInto(place, body, name)));
    return false;
  }
}

// ---- what was understood --------------------------------------------------------------------------------

// The one percentage there is, with what it means.
function sureView(answer, chosen, edited) {
  const meaning = answer.calibrated ? `Of answers this sure, about ${Math.max(1, Math.round(100 * answer.confidence))} in 100 were right on questions kept aside to measure it.`
    : 'A guess: this model file does not say how its scores and being right go together.';
  const meter = el('span', { class: 'meter', 'aria-hidden': 'true' });
  meter.style.setProperty('--fill', answer.confidence);
  const seen = answer.looked_at;
  const sure = edited ? [el('span', { class: 'sure none' }, 'your own SQL: nobody can say how sure it is')]
    : answer.corrected && chosen === 0 ? [el('span', { class: 'sure' }, `as you told me${answer.remembered?.on ? ` on ${answer.remembered.on}` : ''}${answer.remembered?.question ? ` for “${answer.remembered.question}”` : ''}`)]
    : chosen > 0 ? [el('span', { class: 'sure none' }, `reading ${chosen + 1}, chosen by you`)]
    : [meter, el('details', { class: 'sure' }, el('summary', {}, `${percent(answer.confidence)} sure${answer.calibrated ? '' : ', by a guess'}`), el('span', { class: 'meaning' }, meaning))];
  return el('div', { class: 'facts' }, sure, el('span', {}, milliseconds(answer.milliseconds)),
    seen && seen.columns < seen.of_columns && el('span', {}, `looked at ${seen.columns} of ${seen.of_columns} columns`));
}

// The sentence, its phrases to be pointed at.
function toldView(query) {
  const text = query.told ?? '', places = bytePlaces(text), out = [];
  let at = 0;
  (query.phrases ?? []).forEach((p, i) => {
    const [start, end] = p.told.map((byte) => places[byte]);
    if (start < at) return;
    out.push(text.slice(at, start), el('span', { class: 'phrase', tabindex: '0', data: { phrase: i }, title: `${p.kind} ${p.name}` }, text.slice(start, end)));
    at = end;
  });
  return [...out, text.slice(at)];
}

function sqlSpans(query) {
  const places = bytePlaces(query.sql);
  return (query.phrases ?? []).map((p, phrase) => p.sql && { start: places[p.sql[0]], end: places[p.sql[1]], phrase }).filter(Boolean);
}

// Pointing at a phrase, a part of the SQL or a word of the question points at all three.
export function linkPhrases(turn) {
  const point = (node, on) => {
    const phrase = node.closest?.('[data-phrase]')?.dataset.phrase;
    if (phrase === undefined) return;
    for (const other of turn.querySelectorAll('[data-phrase]')) other.classList.toggle('pointed-at', on && other.dataset.phrase === phrase);
  };
  for (const [event, on] of [['mouseover', true], ['mouseout', false], ['focusin', true], ['focusout', false]]) turn.addEventListener(event, (e) => point(e.target, on));
}

function notesView(query) {
  const found = query.values.filter((v) => v.from === 'cell' && v.asked && v.asked.toLowerCase() !== v.written.toLowerCase());
  const named = (query.notes ?? []).join(' ').toLowerCase(); // a word that a note speaks of is not listed as well
  const unused = (query.unused ?? []).filter((w) => !named.includes(`"${w.text.toLowerCase()}"`)).map((w) => `“${w.text}”`);
  return [found.length && el('p', { class: 'values' }, found.map((v) => el('span', { class: 'value-note' }, `“${v.asked}” taken for “${v.written}” in ${v.column}`))),
    (unused.length || query.notes?.length) && el('ul', { class: 'notes' }, unused.length ? el('li', { class: 'unused-words' }, `Not used: ${unused.join(', ')}.`) : null,
      (query.notes ?? []).map((note) => el('li', {}, note[0].toUpperCase() + note.slice(1) + '.')))].filter(Boolean);
}

// ---- readings --------------------------------------------------------------------------------------------

function previewView(query) {
  const p = query.preview;
  if (!p) return query.runs ? null : el('span', { class: 'preview' }, 'does not run in time');
  const rows = p.rows.map((row) => row.map((cell) => cell === null ? 'NULL' : typeof cell === 'object' ? `${cell.blob_bytes} bytes` : String(cell)).join(' · '));
  const count = p.total === null ? `more than ${plural(p.rows.length, 'row')}` : plural(p.total, 'row');
  return el('span', { class: 'preview' }, el('strong', {}, count), rows.length ? ': ' : '', rows.join('; '), p.total === null || p.total > p.rows.length ? '; …' : '');
}

function readingRows(answer, choose) {
  const rows = answer.queries.map((query, i) => el('li', {}, el('button', { type: 'button', class: 'alternative', 'aria-pressed': String(false), onclick: () => {
    rows.forEach((row, k) => row.firstChild.setAttribute('aria-pressed', String(k === i)));
    choose(i);
  } }, el('span', { class: 'place' }, String(i + 1)), el('span', { class: 'reading' }, el('span', { class: 'told' }, query.told ?? query.sql), previewView(query), el('code', {}, highlightSql(query.sql))),
    query.rows === 'other' && el('span', { class: 'tag' }, 'other rows'), i > 0 && query.rows === 'same' && el('span', { class: 'tag same' }, 'same rows'))));
  return rows;
}

// In doubt the readings come first, and nothing is the answer until one is chosen.  Then they fold, so that its
// rows come up to where one looks.
function doubtView(answer, choose) {
  const rows = readingRows(answer, (i) => { choose(i); fold(true); });
  const list = el('ol', {}, rows), title = answer.declined ? 'Not answered' : 'Did you mean', heading = el('h3', {}, title);
  const why = answer.declined ? el('p', {}, answer.declined[0].toUpperCase() + answer.declined.slice(1) + '. What was found all the same:') : null;
  const unfold = button('Show all readings', () => { fold(false); list.querySelector('[aria-pressed=true]')?.focus({ preventScroll: true }); }, { class: 'quiet unfold', hidden: true });
  const root = el('section', { class: 'reading-list doubt', 'aria-label': 'Did you mean' }, el('div', { class: 'doubt-head' }, heading, unfold), why, list);
  function fold(on) {
    const chosen = rows.findIndex((row) => row.firstChild.getAttribute('aria-pressed') === 'true');
    root.classList.toggle('folded', on);
    heading.textContent = on ? `Reading ${chosen + 1} of ${rows.length}` : title;
    list.hidden = on;
    unfold.hidden = !on;
    if (why) why.hidden = on;
    if (on) root.closest('.turn')?.scrollIntoView({ block: 'start' });
  }
  return root;
}

function othersView(answer, choose, chosen) {
  if (answer.queries.length < 2) return null;
  const rows = readingRows(answer, choose);
  rows[chosen]?.firstChild.setAttribute('aria-pressed', 'true');
  return el('details', { class: 'alternatives reading-list', open: answer.alternatives_differ }, el('summary', {}, `${answer.queries.length} ways to read it`), el('ol', {}, rows));
}

// ---- an answer --------------------------------------------------------------------------------------------

// `ways` says what this page can do: name; run(place, sql) or null for SQL of one's own, choose(place, query) to
// run a reading, judge, explain(index) -> promise of an explanation, chosen(query), open.
export function answerView(answer, ways) {
  const doubt = (answer.unsure || answer.declined) && answer.queries.length > 1 && !ways.open;
  const place = el('div', { class: 'result-place' }), sql = el('div'), told = el('p', { class: 'told' }), facts = el('div'), why = el('div', { class: 'why-place' }), notes = el('div', { class: 'note-place' });
  const toggle = button('How did it get there?', () => showWhy(toggle.getAttribute('aria-expanded') !== 'true'), { class: 'why', 'aria-expanded': 'false' });
  const save = button('Save as page', async () => download(ways.name + '.html', 'text/html', await toPage(toggle.closest('.turn'), answer.question)), { class: 'quiet save-page' });
  const body = el('div', { class: 'chosen' }, told, facts, sql, place, notes, el('p', { class: 'row' }, toggle, ways.open ? null : save), why);
  let chosen = 0;
  async function showWhy(on) {
    toggle.setAttribute('aria-expanded', String(on));
    if (!on) return why.replaceChildren();
    why.replaceChildren(waiting('Decoding it once more'));
    try {
      const index = chosen, data = await ways.explain(index);
      if (index === chosen) why.replaceChildren(explanationView(data, index));
    } catch (error) {
      why.replaceChildren(errorView(error, () => showWhy(true)));
    }
  }
  const edited = (on) => {
    facts.replaceChildren(sureView(answer, chosen, on));
    told.hidden = on;
    notes.hidden = on;
  };
  function show(i) {
    chosen = i;
    const query = answer.queries[i];
    told.replaceChildren(...toldView(query));
    edited(false);
    notes.replaceChildren(...notesView(query));
    sql.replaceChildren(sqlView(query.sql, { spans: sqlSpans(query), run: ways.run && ((text) => ways.run(place, text)), judge: ways.judge, edited }));
    ways.chosen?.(query);
    body.hidden = false;
    if (toggle.getAttribute('aria-expanded') === 'true') showWhy(true);
  }
  const firstSure = doubt ? sureView(answer, 0, false) : null, firstNotes = doubt ? el('div', { class: 'doubt-notes' }, notesView(answer.queries[0])) : null; // until one is chosen
  function choose(i) {
    firstSure?.remove();
    firstNotes?.remove();
    show(i);
    if (i === 0 && (answer.result || answer.result_error)) showResult(place, answer.result, answer.result_error, ways.name, answer.queries[0].sql);
    else if (ways.choose) ways.choose(place, answer.queries[i]);
    else showResult(place, answer.queries[i].preview ?? null, null, ways.name, answer.queries[i].sql);
  }
  if (!answer.queries.length) return [el('p', { class: 'notice' }, answer.declined ?? 'No query was found for this question.')];
  show(0);
  showResult(place, answer.result, answer.result_error, ways.name, answer.queries[0].sql);
  if (ways.open) showWhy(true);
  body.hidden = Boolean(doubt);
  return doubt ? [doubtView(answer, choose), firstSure, firstNotes, body]
    : [answer.declined && el('p', { class: 'notice' }, el('strong', {}, 'Not answered. '), answer.declined), body, othersView(answer, choose, 0)];
}
