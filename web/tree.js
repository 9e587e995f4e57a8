// tree.js - the syntax tree growing step by step, from left to right: depth is x, leaves are rows.
import { el, svg, button, percent } from './dom.js';
import { decisionsOf, grownSql } from './lay.js';

const ROW = 30, HEIGHT = 22, GAP = 30, CHARACTER = 7.25;

// Nodes from steps: a value takes several steps, all on one node.
export function nodesOf(steps) {
  const nodes = [], nodeOf = [];
  steps.forEach((step, j) => {
    if (step.first !== j) {
      const node = nodes[nodeOf[step.first]];
      node.pieces.push(step.name);
      node.last = j;
      node.p *= step.probability;
      nodeOf[j] = nodeOf[step.first];
      return;
    }
    nodeOf[j] = nodes.length;
    const parent = step.parent < 0 ? null : nodes[nodeOf[step.parent]];
    const node = { j, last: j, type: step.type, field: step.field, action: step.action, pieces: [step.name], p: step.probability, depth: step.depth, slot: step.slot, parent, children: [] };
    parent?.children.push(node);
    nodes.push(node);
  });
  return nodes;
}

function joinPieces(pieces) {
  return pieces.reduce((text, piece) => text + (piece.startsWith('##') ? piece.slice(2) : (text && piece ? ' ' : '') + piece), '');
}

function placeRows(node, row) {
  node.children.sort((a, b) => a.slot - b.slot);
  if (!node.children.length) {
    node.row = row;
    return row + 1;
  }
  for (const child of node.children) row = placeRows(child, row);
  node.row = (node.children[0].row + node.children.at(-1).row) / 2;
  return row;
}

function badgeOf(node) {
  return node.last > node.j ? `${node.j}–${node.last}` : String(node.j);
}

function layoutTree(nodes) {
  const rows = placeRows(nodes[0], 0), widths = [];
  for (const node of nodes) {
    node.text = joinPieces(node.pieces);
    node.badgeWidth = badgeOf(node).length * 6.5 + 12;
    node.width = node.badgeWidth + (node.type.length + node.text.length + 3) * CHARACTER + 16;
    widths[node.depth] = Math.max(widths[node.depth] ?? 0, node.width);
  }
  const left = [];
  widths.reduce((x, width, depth) => { left[depth] = x; return x + width + GAP; }, 8);
  for (const node of nodes) {
    node.x = left[node.depth];
    node.y = node.row * ROW + ROW / 2 + 4;
  }
  return { width: left.at(-1) + widths.at(-1) + 12, height: rows * ROW + 12 };
}

function drawNode(node) {
  const x = node.x, y = node.y - HEIGHT / 2;
  const text = svg('tspan', { class: 'result' }, node.text);
  node.textNode = text;
  node.group = svg('g', { class: 'tree-node ' + (node.action === 'rule' ? 'rule' : 'leaf') },
    svg('title', {}, `step ${badgeOf(node)}: ${node.field} (${node.type}) := ${node.text}, p = ${percent(node.p)}`),
    svg('rect', { class: 'box', x, y, width: node.width, height: HEIGHT, rx: 6 }),
    svg('rect', { class: 'sure', x: x + 3, y: y + HEIGHT - 4, width: Math.max(1, (node.width - 6) * node.p), height: 2, rx: 1 }),
    svg('text', { class: 'badge', x: x + 8, y: node.y + 4 }, badgeOf(node)),
    svg('text', { class: 'name', x: x + node.badgeWidth + 2, y: node.y + 4 }, svg('tspan', { class: 'type' }, node.type + ' '), text));
  return node.group;
}

function drawEdge(node) {
  const from = node.parent.x + node.parent.width, bend = node.x - GAP / 2;
  node.edge = svg('path', { class: 'tree-edge', d: `M${from} ${node.parent.y}H${bend}V${node.y}H${node.x}` });
  return node.edge;
}

// What the step attended to: the question's words, darker where it looked.
function lookingAt(items, explained) {
  const strip = el('p', { class: 'looking', 'aria-label': 'What this step looked at' });
  const cross = explained?.layers?.at(-1)?.cross;
  if (!cross) return { strip, show() {} };
  const tokens = items.filter((item) => item.kind === 'token' && item.turn === 0);
  const spans = tokens.map((item) => el('span', { class: item.continues ? 'token continues' : 'token' }, item.text));
  const best = el('span', { class: 'best' });
  strip.append(el('span', { class: 'caption' }, 'It looked at '), ...spans, best);
  return {
    strip,
    show(j) {
      const row = cross[j], most = Math.max(...row, 1e-9);
      spans.forEach((span, i) => span.style.setProperty('--weight', (row[items.indexOf(tokens[i])] / most).toFixed(3)));
      const schema = items.map((item, i) => ({ item, w: row[i] })).filter((x) => x.item.kind !== 'token' && x.w > 0.03).sort((a, b) => b.w - a.w).slice(0, 3);
      best.textContent = schema.length ? ' and at ' + schema.map((x) => `${x.item.text} (${percent(x.w)})`).join(', ') : '';
    },
  };
}

export function treeView(query, explained, items) {
  const steps = query.steps ?? [];
  if (!steps.length) return el('p', { class: 'notice' }, 'This query was given by a person: there is no tree to grow.');
  const nodes = nodesOf(steps), size = layoutTree(nodes);
  const drawing = svg('svg', { class: 'tree', viewBox: `0 0 ${size.width} ${size.height}`, width: size.width, height: size.height, role: 'img', 'aria-label': `Syntax tree of ${nodes.length} nodes` },
    nodes.filter((n) => n.parent).map(drawEdge), nodes.map(drawNode));
  const looking = lookingAt(items, explained), decisions = decisionsOf(query);
  const grown = el('code'), sql = el('pre', { class: 'grown-sql', tabindex: '0', 'aria-label': 'SQL so far' }, grown);
  const caption = el('p', { class: 'caption', role: 'status' });
  const range = el('input', { type: 'range', min: '0', max: String(steps.length - 1), value: String(steps.length - 1), 'aria-label': 'Step', oninput: () => { stop(); show(Number(range.value)); } });
  let at = steps.length - 1, timer = 0;
  function show(step) {
    at = Math.max(0, Math.min(steps.length - 1, step));
    range.value = at;
    for (const node of nodes) {
      const done = node.j <= at, open = !done && node.parent && node.parent.j <= at;
      const now = node.j <= at && at <= node.last;
      node.group.classList.toggle('unborn', !done && !open);
      node.group.classList.toggle('open', Boolean(open));
      node.group.classList.toggle('now', now);
      node.edge?.classList.toggle('unborn', !done && !open);
      node.textNode.textContent = done ? joinPieces(node.pieces.slice(0, at - node.j + 1)) : '?';
      if (now) keepInView(node);
    }
    const step1 = steps[at];
    caption.replaceChildren(el('strong', {}, `Step ${at} of ${steps.length - 1}`), `: ${step1.type} `, el('span', { class: 'arrow' }, '→'), ' ',
      el('code', {}, step1.name || 'end of value'), ` with probability ${percent(step1.probability)}`);
    looking.show(at);
    const decided = at === steps.length - 1 ? (query.phrases ?? []).map((_, i) => i) : decisions.filter((d) => d.step <= at).map((d) => d.phrase);
    grown.replaceChildren(...grownSql(query, new Set(decided)));
  }
  function keepInView(node) {
    const left = node.x - 60, right = node.x + node.width + 20;
    if (left < frame.scrollLeft || right > frame.scrollLeft + frame.clientWidth) frame.scrollLeft = Math.max(0, left);
    if (node.y - 40 < frame.scrollTop || node.y + 40 > frame.scrollTop + frame.clientHeight) frame.scrollTop = node.y - frame.clientHeight / 2;
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = 'Play';
  }
  function toggle() {
    if (timer) return stop();
    if (at === steps.length - 1) show(0);
    play.textContent = 'Pause';
    timer = setInterval(() => {
      if (at >= steps.length - 1 || !root.isConnected) return stop();
      show(at + 1);
    }, Math.max(120, Math.min(600, 12000 / steps.length)));
  }
  function move(by) {
    stop();
    show(at + by);
  }
  const play = button('Play', toggle, { class: 'primary play' });
  const frame = el('div', { class: 'scroll tree-frame', tabindex: '0', role: 'region', 'aria-label': 'Tree; arrow keys step, space plays' }, drawing);
  frame.addEventListener('keydown', (event) => {
    const action = { ArrowRight: () => move(1), ArrowLeft: () => move(-1), Home: () => move(-at), End: () => move(steps.length), ' ': toggle }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  const root = el('div', { class: 'tree-view' },
    el('div', { class: 'controls' }, play, button('Back', () => move(-1), { class: 'quiet back' }), button('Step', () => move(1), { class: 'quiet step' }), range), caption, looking.strip, sql, frame,
    el('p', { class: 'legend' }, 'Numbers are decoding steps, in the order chosen. The line below a node is its probability; dashed nodes are the frontier: they exist, and nothing is in them yet.'));
  show(at);
  return root;
}
