// chart.js - a bar or line chart when a result is a category or date and a number.
import { svg } from './dom.js';

const WIDTH = 720, MOST_BARS = 40, MOST_POINTS = 400;

function isDate(value) {
  return (typeof value === 'number' && Number.isInteger(value) && value >= 1000 && value <= 2999) ||
    (typeof value === 'string' && /^\d{4}(-\d{2}(-\d{2}([ T].*)?)?)?$/.test(value));
}

// {kind, label, value} (columns) or null when a chart would say nothing.
export function chartKind(result) {
  const { columns, rows } = result;
  if (columns.length !== 2 || rows.length < 2) return null;
  const number = [0, 1].map((i) => rows.every((r) => typeof r[i] === 'number'));
  const date = [0, 1].map((i) => rows.every((r) => isDate(r[i])));
  for (const [label, value] of [[0, 1], [1, 0]]) {
    if (!number[value] || rows.some((r) => r[label] === null || typeof r[label] === 'object')) continue;
    if (date[label] && rows.length <= MOST_POINTS) return { kind: 'line', label, value };
    if (!number[label] && rows.length <= MOST_BARS) return { kind: 'bar', label, value };
  }
  return null;
}

function niceStep(range) {
  const power = 10 ** Math.floor(Math.log10(range / 4));
  return [1, 2, 5, 10].map((m) => m * power).find((s) => range / s <= 5) ?? 10 * power;
}

function scaleOf(values) {
  const low = Math.min(0, ...values), high = Math.max(0, ...values);
  const step = niceStep(high - low || 1), from = Math.floor(low / step) * step, to = Math.ceil(high / step) * step || step;
  const ticks = [];
  for (let t = from; t <= to + step / 2; t += step) ticks.push(Math.abs(t) < step / 1e6 ? 0 : t);
  return { from, to, ticks };
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

function lineChart(points, names) {
  const left = 64, right = 20, height = 280, bottom = 34;
  const sorted = [...points].sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
  const scale = scaleOf(sorted.map((p) => p.value));
  const x = (i) => left + (sorted.length < 2 ? 0 : i / (sorted.length - 1)) * (WIDTH - left - right);
  const y = (v) => 10 + (1 - (v - scale.from) / (scale.to - scale.from)) * (height - bottom - 10);
  const every = Math.ceil(sorted.length / 8);
  return svg('svg', { class: 'chart', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': `${names.value} over ${names.label}` },
    scale.ticks.map((t) => [svg('line', { class: 'grid', x1: left, x2: WIDTH - right, y1: y(t), y2: y(t) }),
      svg('text', { class: 'tick', x: left - 8, y: y(t) + 4, 'text-anchor': 'end' }, short(t))]),
    svg('path', { class: 'line', d: sorted.map((p, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(p.value).toFixed(1)}`).join('') }),
    sorted.map((p, i) => [svg('circle', { class: 'dot', cx: x(i), cy: y(p.value), r: sorted.length > 60 ? 1.5 : 3.5 }, svg('title', {}, `${p.label}: ${short(p.value)}`)),
      i % every === 0 && svg('text', { class: 'tick', x: x(i), y: height - 12, 'text-anchor': i === 0 ? 'start' : 'middle' }, cutText(p.label, 10))]));
}

export function chartView(result) {
  const found = chartKind(result);
  if (!found) return null;
  const points = result.rows.map((r) => ({ label: String(r[found.label]), value: r[found.value] }));
  const names = { label: result.columns[found.label], value: result.columns[found.value] };
  return found.kind === 'bar' ? barChart(points, names) : lineChart(points, names);
}
