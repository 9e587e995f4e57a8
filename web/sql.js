// sql.js - SQL with its parts coloured, and the same text to be edited.
import { el, button } from './dom.js';

const KEYWORDS = new Set(('select from where group by order having limit offset join inner left right full outer cross on as and or not in is null like between exists union all intersect except distinct case when then else end asc desc with cast using natural escape true false').split(' '));
const FUNCTIONS = new Set('count sum avg min max abs round length lower upper substr date strftime julianday coalesce'.split(' '));
const PIECE = /(\s+)|(--[^\n]*)|('(?:[^']|'')*'?)|("(?:[^"]|"")*"?)|(\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{N}_$]*)|(.)/gsu;

function pieceClass(match) {
  if (match[2]) return 'comment';
  if (match[3]) return 'text';
  if (match[4]) return 'name';
  if (match[5]) return 'number';
  if (!match[6]) return match[1] ? null : 'mark';
  const word = match[6].toLowerCase();
  return KEYWORDS.has(word) ? 'keyword' : FUNCTIONS.has(word) ? 'function' : 'name';
}

// `spans`: [{start, end, phrase}] of parts that can be pointed at.
export function highlightSql(sql, spans = []) {
  const out = document.createDocumentFragment();
  for (const match of sql.matchAll(PIECE)) {
    const kind = pieceClass(match), at = match.index, end = at + match[0].length;
    const span = spans.find((s) => at >= s.start && end <= s.end);
    out.append(kind || span ? el('span', { class: kind && 'sql-' + kind, data: span ? { phrase: span.phrase } : {} }, match[0]) : match[0]);
  }
  return out;
}

// A line for each clause, so that long queries can be read.
export function layoutSql(sql) {
  let depth = 0, out = '';
  for (const match of sql.matchAll(PIECE)) {
    const word = match[6]?.toLowerCase();
    if (match[7] === '(') depth++;
    if (match[7] === ')') depth--;
    const breaks = ['from', 'where', 'group', 'order', 'having', 'limit', 'union', 'intersect', 'except'];
    if (depth === 0 && breaks.includes(word) && out.trim()) out = out.trimEnd() + '\n';
    out += match[0];
  }
  return out;
}

// The query with buttons.  `ways`: spans to point at; run(sql) or null, for one that was edited; judge(sql,
// verdict) or null; edited(bool) is told whether what is shown is still ours.
export function sqlView(sql, ways) {
  const laid = layoutSql(sql), spans = laid.length === sql.length ? ways.spans : [];
  const code = el('code', {}, highlightSql(laid, spans));
  const shown = el('pre', { class: 'sql', tabindex: '0', 'aria-label': 'SQL' }, code);
  const box = el('textarea', { class: 'sql-edit', 'aria-label': 'SQL to run', spellcheck: 'false', rows: '4' });
  const editor = el('div', { class: 'editor', hidden: true }, box,
    el('p', { class: 'row' }, button('Run', () => go(), { class: 'primary run' }), button('Cancel', () => edit(false), { class: 'quiet' }),
      el('span', { class: 'hint' }, el('kbd', {}, 'Ctrl'), ' ', el('kbd', {}, 'Enter'), ' runs it, read-only')));
  let current = laid;
  const isMine = () => current !== laid;
  function edit(on) {
    editor.hidden = !on;
    shown.hidden = on;
    if (!on) return root.querySelector('.edit')?.focus();
    box.value = current;
    box.rows = Math.min(14, current.split('\n').length + 1);
    box.focus();
  }
  async function go() {
    const judge = root.querySelector('.judge');
    current = box.value;
    code.replaceChildren(highlightSql(current, isMine() ? [] : spans));
    edit(false);
    ways.edited(isMine());
    if (judge) judge.hidden = true; // what did not run is neither right nor wrong
    const ran = await ways.run(current);
    if (judge) judge.hidden = !ran;
  }
  async function copy(event) {
    const done = event.currentTarget;
    await navigator.clipboard?.writeText(current).then(() => { done.textContent = 'Copied'; }, () => { done.textContent = 'Select and copy'; });
    setTimeout(() => { done.textContent = 'Copy'; }, 1500);
  }
  function judgeView() {
    const said = el('span', { class: 'hint', role: 'status' });
    const say = (good) => async () => {
      said.textContent = await ways.judge(isMine() ? current : sql, good ? (isMine() ? 'right' : 'good') : 'bad');
    };
    return el('p', { class: 'judge' }, el('span', { class: 'hint' }, 'Is it right?'), button('Yes, remember it', say(true), { class: 'quiet yes' }), button('No, not this', say(false), { class: 'quiet no' }), said);
  }
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); go(); }
    if (event.key === 'Escape') edit(false);
  });
  const root = el('div', { class: 'sql-box' }, shown, editor,
    el('div', { class: 'sql-buttons' }, button('Copy', copy, { class: 'quiet' }), ways.run && button('Edit', () => edit(true), { class: 'quiet edit' })), ways.judge && judgeView());
  return root;
}
