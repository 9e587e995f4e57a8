// heat.js - heat maps of attention and of links, on a canvas, readable by mouse and by keyboard.
import { el } from './dom.js';

const FONT = '11px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

function cssColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function mixColours(a, b, t) {
  const part = (hex, i) => parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16);
  return `rgb(${[0, 1, 2].map((i) => Math.round(part(a, i) + (part(b, i) - part(a, i)) * t)).join(',')})`;
}

function fitLabel(text, most) {
  const characters = [...text];
  return characters.length > most ? characters.slice(0, most - 1).join('') + '…' : text;
}

// {title, rows, cols (labels), value(j, i) in 0..1 or null for no cell, colour(j, i) -> CSS variable, describe(j, i)}
export function heatMap(map) {
  const cell = map.cols.length > 34 ? 11 : map.cols.length > 14 ? 13 : 18;
  const left = 12 + 6.7 * Math.min(24, Math.max(2, ...map.rows.map((r) => [...r].length)));
  const top = 12 + 5.6 * Math.min(22, Math.max(3, ...map.cols.map((c) => [...c].length)));
  const longest = Math.min(22, Math.max(...map.cols.map((c) => [...c].length)));
  const width = Math.ceil(left + map.cols.length * cell + 8 + 3.4 * longest), height = Math.ceil(top + map.rows.length * cell + 6);
  const canvas = el('canvas', { tabindex: '0', role: 'img', class: 'heat', data: { rows: map.rows.length, cols: map.cols.length }, 'aria-label': `${map.title}: ${map.rows.length} by ${map.cols.length}. Arrow keys read the cells.` });
  const readout = el('output', { class: 'readout' }, ' ');
  let cursor = null;
  function draw() {
    const ratio = Math.min(3, window.devicePixelRatio || 1), context = canvas.getContext('2d');
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.width = width + 'px';
    canvas.style.height = height + 'px';
    context.scale(ratio, ratio);
    const cold = cssColour('--heat-0'), ink = cssColour('--soft'), hot = cssColour('--heat-1');
    context.font = FONT;
    context.textBaseline = 'middle';
    for (let j = 0; j < map.rows.length; j++)
      for (let i = 0; i < map.cols.length; i++) {
        const value = map.value(j, i);
        if (value === null) continue;
        context.fillStyle = mixColours(cold, map.colour ? cssColour(map.colour(j, i)) : hot, Math.min(1, Math.max(0, value)) ** 0.7);
        context.fillRect(left + i * cell, top + j * cell, cell - 1, cell - 1);
      }
    context.fillStyle = ink;
    map.rows.forEach((label, j) => context.fillText(fitLabel(label, 24), 4, top + (j + 0.5) * cell));
    map.cols.forEach((label, i) => {
      context.save();
      context.translate(left + (i + 0.5) * cell, top - 6);
      context.rotate(-Math.PI / 3.2);
      context.fillText(fitLabel(label, 22), 0, 0);
      context.restore();
    });
    if (cursor) {
      context.strokeStyle = cssColour('--accent');
      context.lineWidth = 2;
      context.strokeRect(left + cursor.i * cell - 1, top + cursor.j * cell - 1, cell + 1, cell + 1);
    }
  }
  function point(j, i) {
    if (j < 0 || i < 0 || j >= map.rows.length || i >= map.cols.length) return;
    cursor = { j, i };
    readout.textContent = map.describe(j, i);
    draw();
  }
  canvas.addEventListener('mousemove', (event) => {
    const box = canvas.getBoundingClientRect();
    point(Math.floor((event.clientY - box.top - top) / cell), Math.floor((event.clientX - box.left - left) / cell));
  });
  canvas.addEventListener('keydown', (event) => {
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!by) return;
    event.preventDefault();
    if (cursor) point(cursor.j + by[0], cursor.i + by[1]);
    else point(0, 0);
  });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  draw();
  return el('figure', { class: 'heat-map' }, el('figcaption', {}, map.title), el('div', { class: 'scroll' }, canvas), readout);
}

function stepLabels(steps) {
  return steps.map((step, j) => `${j} ${step.name || '·'}`);
}

function share(value) {
  return value.toFixed(3);
}

// A select of layers above a view that depends on the layer.
function byLayer(n, make) {
  const place = el('div', { class: 'maps' });
  const choose = el('select', { 'aria-label': 'Decoder layer', onchange: () => place.replaceChildren(...make(Number(choose.value))) },
    Array.from({ length: n }, (_, i) => el('option', { value: String(i), selected: i === n - 1 }, `layer ${i + 1}${i === n - 1 ? ' (last)' : ''}`)));
  place.append(...make(n - 1));
  return el('div', {}, el('p', { class: 'row' }, el('label', {}, 'Decoder ', choose)), place);
}

function noMap() {
  return el('p', { class: 'notice' }, 'The decoder of this model has no such attention.');
}

export function selfAttentionView(query, explained) {
  if (!explained?.layers?.[0]?.self) return noMap();
  const labels = stepLabels(query.steps), numbers = labels.map((_, j) => String(j));
  const of = (title, matrix, rows = labels) => heatMap({
    title, rows, cols: numbers, value: (j, i) => i > j ? null : matrix[j][i],
    describe: (j, i) => i > j ? 'a later step: not there yet' : `step ${labels[j]} to step ${labels[i]}: ${share(matrix[j][i])}`,
  });
  const view = byLayer(explained.layers.length, (layer) => [of('What each step attended to', explained.layers[layer].self), of('Reference: nearness in the tree', explained.nearness, numbers)]);
  view.append(el('p', { class: 'legend' }, 'Left: attention of the decoder, mean of its heads. Right: 1 − (s + k) / 2M for steps that are s and k edges below where their paths meet, in a tree of depth M. The more alike, the more the decoder thinks in the tree instead of in the order of writing.'));
  return view;
}

export function crossAttentionView(query, explained, items) {
  if (!explained?.layers?.[0]?.cross) return noMap();
  const rows = stepLabels(query.steps);
  const of = (title, wanted, layer) => {
    const places = items.map((item, i) => i).filter((i) => (items[i].kind === 'token') === wanted);
    const matrix = explained.layers[layer].cross;
    const most = Math.max(1e-9, ...matrix.flatMap((row) => places.map((i) => row[i])));
    return heatMap({
      title, rows, cols: places.map((i) => (items[i].continues ? '·' : '') + items[i].text), value: (j, i) => matrix[j][places[i]] / most,
      describe: (j, i) => `step ${rows[j]} to ${items[places[i]].text}: ${share(matrix[j][places[i]])}`,
    });
  };
  return byLayer(explained.layers.length, (layer) => [of('Steps and the words of the question', true, layer), of('Steps and the schema', false, layer)]);
}

// ---- links ----------------------------------------------------------------------------------------------

const KINDS = {
  exact: ['the name', 1, '--link-name'], partial: ['part of the name', 0.45, '--link-name'], synonym: ['another word for it', 0.75, '--link-name'],
};

export function linkKind(kind) {
  if (KINDS[kind]) return { text: KINDS[kind][0], weight: KINDS[kind][1], colour: KINDS[kind][2] };
  if (kind.startsWith('value')) return { text: kind.includes('exact') ? 'a stored value' : 'like a stored value', weight: kind.includes('exact') ? 1 : 0.6, colour: '--link-value' };
  return { text: kind, weight: 0.7, colour: '--link-number' };
}

export function linksView(answer) {
  const links = answer.links ?? [];
  if (!links.length) return el('p', { class: 'notice' }, 'No word of the question names anything in the schema or in the data.');
  const phrases = [...new Map(links.map((l) => [l.start + ':' + l.end, { text: l.text, start: l.start }])).values()].sort((a, b) => a.start - b.start);
  const targets = [...new Set(links.map((l) => l.table ?? l.column))];
  const at = (j, i) => links.find((l) => l.text === phrases[j].text && l.start === phrases[j].start && (l.table ?? l.column) === targets[i]);
  const describe = (j, i) => {
    const link = at(j, i);
    return link ? `“${link.text}” is ${linkKind(link.kind).text}${link.cell ? ` “${link.cell}”` : ''}: ${targets[i]}` : `“${phrases[j].text}” and ${targets[i]}: nothing`;
  };
  return el('div', {}, heatMap({
    title: 'Words and what they name', rows: phrases.map((p) => p.text), cols: targets,
    value: (j, i) => { const link = at(j, i); return link ? linkKind(link.kind).weight : 0; },
    colour: (j, i) => { const link = at(j, i); return link ? linkKind(link.kind).colour : '--heat-1'; }, describe,
  }), el('p', { class: 'legend keys' }, ...[['--link-name', 'a name'], ['--link-value', 'a stored value'], ['--link-number', 'a number or time']].map(([colour, text]) => {
    const key = el('span', { class: 'key' }, text);
    key.style.setProperty('--key', `var(${colour})`);
    return key;
  })));
}
