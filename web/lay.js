// lay.js - how it got there in words: each decision, why, and the SQL growing beside it.
import { el, button, bytePlaces } from './dom.js';

function spelt(steps, j) {
  const pieces = steps.filter((s, k) => k === j || s.first === j).map((s) => s.name);
  return pieces.reduce((text, piece) => text + (piece.startsWith('##') ? piece.slice(2) : (text && piece ? ' ' : '') + piece), '');
}

function howSure(p) {
  return p >= 0.9 ? 'no doubt about it' : p >= 0.6 ? 'fairly sure' : p >= 0.3 ? 'it wavered' : 'a guess';
}

// The decisions that a reader of the sentence would call one: tables, columns and values, in the order taken.
export function decisionsOf(query) {
  const steps = query.steps ?? [], phrases = query.phrases ?? [], used = new Map();
  return steps.map((step, j) => {
    if (!['table', 'column', 'value', 'token'].includes(step.action) || step.first !== j || step.name === '*') return null;
    const kind = step.action === 'token' ? 'value' : step.action, name = kind === 'value' ? spelt(steps, j) : step.name;
    const fits = phrases.map((p, i) => i).filter((i) => phrases[i].kind === kind && (kind !== 'value' || phrases[i].name.toLowerCase() === name.toLowerCase() || phrases.filter((p) => p.kind === 'value').length === 1) && (kind === 'value' || phrases[i].name === name));
    const n = used.get(kind + name) ?? 0;
    used.set(kind + name, n + 1);
    return { step: j, kind, name, probability: step.probability, phrase: fits[Math.min(n, fits.length - 1)] ?? null };
  }).filter(Boolean);
}

// The SQL with the parts that are not decided yet left open.
export function grownSql(query, decided) {
  const places = bytePlaces(query.sql), out = [];
  const spans = (query.phrases ?? []).map((p, i) => p.sql && { start: places[p.sql[0]], end: places[p.sql[1]], i }).filter(Boolean).sort((a, b) => a.start - b.start);
  let at = 0;
  for (const span of spans) {
    if (span.start < at) continue;
    const text = query.sql.slice(span.start, span.end), known = decided.has(span.i);
    out.push(query.sql.slice(at, span.start), el('span', { class: known ? 'decided' : 'undecided', data: { phrase: span.i } }, known ? text : '·'.repeat(Math.min(12, text.length))));
    at = span.end;
  }
  out.push(query.sql.slice(at));
  return out;
}

const SAYS = { table: 'It looks in the table ', column: 'It takes the column ', value: 'It compares with ' };

function decisionView(decision, query, text) {
  const phrase = decision.phrase === null ? null : query.phrases[decision.phrase], places = bytePlaces(text);
  const asked = phrase?.asked && phrase.asked[1] < places.length ? text.slice(places[phrase.asked[0]], places[phrase.asked[1]]) : null;
  return el('li', { data: decision.phrase === null ? {} : { phrase: decision.phrase } }, SAYS[decision.kind], el('strong', {}, phrase?.name ?? decision.name), asked ? [', for you said ', el('q', {}, asked)] : ', which no word names: it follows from the rest',
    el('span', { class: 'surety' }, ` (${howSure(decision.probability)})`));
}

export function layView(data, query) {
  const decisions = decisionsOf(query);
  if (!decisions.length) return el('p', { class: 'notice' }, 'This query was given by a person: there is nothing to tell.');
  const list = decisions.map((d) => decisionView(d, query, data.text ?? data.question)), code = el('code'), sentence = el('p', { class: 'told' }, query.told ?? '');
  const shown = new Set();
  let at = decisions.length;
  function show(n) {
    at = Math.max(0, Math.min(decisions.length, n));
    shown.clear();
    decisions.slice(0, at).forEach((d) => d.phrase !== null && shown.add(d.phrase));
    if (at === decisions.length) query.phrases?.forEach((_, i) => shown.add(i));
    list.forEach((item, i) => item.classList.toggle('later', i >= at));
    code.replaceChildren(...grownSql(query, shown));
    sentence.classList.toggle('later', at < decisions.length);
    back.disabled = at === 0;
    on.disabled = at === decisions.length;
  }
  const back = button('Back', () => show(at - 1), { class: 'quiet lay-back' }), on = button('Next', () => show(at + 1), { class: 'quiet lay-next' });
  const root = el('div', { class: 'lay-view' }, el('div', { class: 'controls' }, button('From the start', () => show(0), { class: 'quiet lay-start' }), back, on),
    el('div', { class: 'lay-columns' }, el('ol', { class: 'decisions' }, list), el('div', { class: 'grown' }, el('pre', { class: 'grown-sql', tabindex: '0', 'aria-label': 'SQL so far' }, code), sentence)),
    el('p', { class: 'legend' }, 'Read from the top: each line is one decision. “Tree” and the tabs behind it show every step with its probability.'));
  show(at);
  return root;
}
