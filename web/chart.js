// chart.js - a chart when a result is a name or a time and a number: bars, a line or points, as chosen.
import { el, svg } from './dom.js';

const WIDTH = 720, MOST_BARS = 40, MOST_POINTS = 400;
const CHART_KINDS = { bar: 'Bars', line: 'Line', points: 'Points' };

// A moment as milliseconds, or null: years, months and days, with or without a time.
export function momentOf(value) {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 1000 && value <= 2999 ? Date.UTC(value, 0, 1) : null;
  const parts = typeof value === 'string' && /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?.*)?)?)?$/.exec(value);
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1).map((p) => Number(p ?? 0));
  return Date.UTC(year, Math.max(0, month - 1), Math.max(1, day), hour, minute, second);
}

// What can be drawn: {label, value} (columns), time, and kinds, the best first; null if nothing can.
export function chartKind(result) {
  const { columns, rows } = result;
  if (columns.length !== 2 || rows.length < 2) return null;
  const number = [0, 1].map((i) => rows.every((r) => typeof r[i] === 'number'));
  const time = [0, 1].map((i) => rows.every((r) => momentOf(r[i]) !== null));
  for (const [label, value] of [[0, 1], [1, 0]]) {
    if (!number[value] || rows.some((r) => r[label] === null || typeof r[label] === 'object')) continue;
    if (time[label] && rows.length <= MOST_POINTS) return { label, value, time: true, kinds: rows.length <= MOST_BARS ? ['line', 'bar', 'points'] : ['line', 'points'] };
    if (!number[label] && rows.length <= MOST_BARS) return { label, value, time: false, kinds: ['bar', 'line', 'points'] };
  }
  return number[0] && number[1] && rows.length <= MOST_POINTS && rows.length > 2 ? { label: 0, value: 1, time: false, numbers: true, kinds: ['points', 'line'] } : null;
}

function niceStep(range) {
  const power = 10 ** Math.floor(Math.log10(range / 4));
  return [1, 2, 5, 10].map((m) => m * power).find((s) => range / s <= 5) ?? 10 * power;
}

function scaleOf(values, fromZero = true) {
  const low = Math.min(...(fromZero ? [0] : []), ...values), high = Math.max(...(fromZero ? [0] : []), ...values);
  const step = niceStep(high - low || 1), from = Math.floor(low / step) * step, to = Math.ceil(high / step) * step || step;
  const ticks = [];
  for (let t = from; t <= to + step / 2; t += step) ticks.push(Math.abs(t) < step / 1e6 ? 0 : t);
  return { from, to: to > from ? to : from + step, ticks };
}

function short(value) {
  return Number(value.toPrecision(6)).toLocaleString('en', { maximumFractionDigits: 4 });
}

function cutText(text, most) {
  const characters = [...text];
  return characters.length > most ? characters.slice(0, most - 1).join('') + '…' : text;
}

function barChart(points, names) {
  const left = Math.min(210, 22 + 7 * Math.max(...points.map((p) => Math.min(26, [...p.label].length)))), right = 70, row = 26;
  const scale = scaleOf(points.map((p) => p.value)), height = points.length * row + 34;
  const x = (v) => left + (v - scale.from) / (scale.to - scale.from) * (WIDTH - left - right);
  return svg('svg', { class: 'chart', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': `${names.value} by ${names.label}` },
    scale.ticks.map((t) => [svg('line', { class: 'grid', x1: x(t), x2: x(t), y1: 4, y2: height - 26 }),
      svg('text', { class: 'tick', x: x(t), y: height - 10, 'text-anchor': 'middle' }, short(t))]),
    points.map((p, i) => [
      svg('text', { class: 'label', x: left - 8, y: i * row + 22, 'text-anchor': 'end' }, cutText(p.label, 26)),
      svg('rect', { class: 'bar', x: Math.min(x(0), x(p.value)), y: i * row + 8, width: Math.max(1, Math.abs(x(p.value) - x(0))), height: row - 8, rx: 3 }, svg('title', {}, `${p.label}: ${short(p.value)}`)),
      svg('text', { class: 'value', x: Math.max(x(0), x(p.value)) + 6, y: i * row + 22 }, short(p.value))]));
}

// Where each point stands from left to right, 0..1: by time or number in proportion, else one after the other.
function placesOf(points, found) {
  const at = found.time ? points.map((p) => momentOf(p.raw)) : found.numbers ? points.map((p) => p.raw) : points.map((_, i) => i);
  const low = Math.min(...at), high = Math.max(...at);
  return at.map((v) => high > low ? (v - low) / (high - low) : 0.5);
}

function lineChart(points, names, found, joined) {
  const left = 64, right = 24, height = 280, bottom = 34;
  const sorted = found.time || found.numbers ? [...points].sort((a, b) => found.time ? momentOf(a.raw) - momentOf(b.raw) : a.raw - b.raw) : points;
  const scale = scaleOf(sorted.map((p) => p.value), !found.numbers), places = placesOf(sorted, found);
  const x = (i) => left + places[i] * (WIDTH - left - right);
  const y = (v) => 10 + (1 - (v - scale.from) / (scale.to - scale.from)) * (height - bottom - 10);
  let free = -Infinity; // labels only where there is room
  const labelled = sorted.map((_, i) => x(i) > free && ((free = x(i) + 74), true));
  return svg('svg', { class: 'chart', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': `${names.value} over ${names.label}` },
    scale.ticks.map((t) => [svg('line', { class: 'grid', x1: left, x2: WIDTH - right, y1: y(t), y2: y(t) }),
      svg('text', { class: 'tick', x: left - 8, y: y(t) + 4, 'text-anchor': 'end' }, short(t))]),
    joined && svg('path', { class: 'line', d: sorted.map((p, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(p.value).toFixed(1)}`).join('') }),
    sorted.map((p, i) => [svg('circle', { class: 'dot', cx: x(i), cy: y(p.value), r: sorted.length > 60 && joined ? 1.5 : 3.5 }, svg('title', {}, `${p.label}: ${short(p.value)}`)),
      labelled[i] && svg('text', { class: 'tick', x: x(i), y: height - 12, 'text-anchor': i === 0 ? 'start' : 'middle' }, cutText(p.label, 10))]));
}

// The chart with what may be chosen of it.  Bars fall in size unless the query itself has an order.
export function chartView(result, sql) {
  const found = chartKind(result);
  if (!found) return null;
  const points = result.rows.map((r) => ({ raw: r[found.label], label: String(r[found.label]), value: r[found.value] }));
  const names = { label: result.columns[found.label], value: result.columns[found.value] };
  const ordered = /\border\s+by\b/i.test(sql ?? '') || found.time;
  const place = el('div', { class: 'chart-place' });
  const kind = el('select', { class: 'chart-kind', 'aria-label': 'Kind of chart', onchange: () => draw() }, found.kinds.map((k) => el('option', { value: k }, CHART_KINDS[k])));
  const order = el('select', { class: 'chart-order', 'aria-label': 'Order of bars', onchange: () => draw() },
    (ordered ? ['given', 'size'] : ['size', 'given']).map((o) => el('option', { value: o }, o === 'size' ? 'largest first' : 'as given')));
  function draw() {
    order.hidden = kind.value !== 'bar';
    const bars = order.value === 'size' ? [...points].sort((a, b) => b.value - a.value) : points;
    place.replaceChildren(kind.value === 'bar' ? barChart(bars, names) : lineChart(points, names, found, kind.value === 'line'));
  }
  draw();
  return el('div', { class: 'chart-view' }, el('p', { class: 'row chart-choices' }, kind, order), place);
}
