// dom.js - elements from data, requests, and small tools.  Text only ever becomes text nodes, so
// nothing that comes out of a database or a question can become markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, props, children) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'data') Object.assign(node.dataset, value);
    else node.setAttribute(key, value === true ? '' : String(value));
  }
  for (const child of children.flat(2))
    if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

export function button(text, onclick, props = {}) {
  return el('button', { type: 'button', onclick, ...props }, text);
}

export function announce(text) {
  const status = document.getElementById('status');
  if (status) status.textContent = text;
}

// ---- numbers and names ----------------------------------------------------------------------------

export function percent(p) {
  if (p >= 0.9995 && p < 1) return '>99.9%';
  if (p > 0 && p < 0.001) return '<0.1%';
  return (100 * p).toFixed(p >= 0.1 ? 0 : 1) + '%';
}

export function milliseconds(ms) {
  if (ms < 10) return ms.toFixed(1) + ' ms';
  return ms < 1000 ? Math.round(ms) + ' ms' : (ms / 1000).toFixed(1) + ' s';
}

export function plural(n, one, many) {
  return n === 1 ? `${n} ${one}` : `${n.toLocaleString('en')} ${many ?? one + 's'}`;
}

// "hiveColour", "hive_colour" -> "hive colour"
export function words(name) {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_\s]+/g, ' ').trim().toLowerCase();
}

// The engine counts bytes of UTF-8, JavaScript 16-bit units: places[byte] -> index into the text.
export function bytePlaces(text) {
  const places = [];
  let index = 0;
  for (const character of text) {
    const code = character.codePointAt(0);
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) places.push(index);
    index += character.length;
  }
  places.push(index);
  return places;
}

// ---- requests ---------------------------------------------------------------------------------------

export class RequestError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// Numbers that a double cannot hold stay as they are written.
function keepDigits(key, value, context) {
  if (typeof value !== 'number' || !context?.source) return value;
  const written = context.source, exact = Number.isInteger(value) ? Number.isSafeInteger(value) && !/\.\d*[1-9]/.test(written)
    : written.replace(/[-.]|e.*$/gi, '').length <= 15 || String(value) === written;
  return exact ? value : written;
}

// `file`: bytes sent as they are; `text`: what comes back is no JSON.
export async function request(path, { body, file, text: plain, signal } = {}) {
  const headers = {};
  const token = sessionStorage.getItem('astormer-token');
  if (token) headers.Authorization = 'Bearer ' + token;
  if (body) headers['Content-Type'] = 'application/json';
  if (file) headers['Content-Type'] = 'application/octet-stream';
  let response;
  try {
    response = await fetch(path, { method: body || file ? 'POST' : 'GET', headers, signal, body: file ?? (body ? JSON.stringify(body) : undefined) });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new RequestError(0, 'The server cannot be reached. Is it still running?');
  }
  const text = await response.text();
  if (plain && response.ok) return text;
  let data = null;
  try {
    data = JSON.parse(text, keepDigits);
  } catch {
    throw new RequestError(response.status, 'The server sent something that is not an answer.');
  }
  if (!response.ok) throw new RequestError(response.status, data?.error?.message ?? response.statusText);
  return data;
}

// ---- tabs -------------------------------------------------------------------------------------------

let tabCount = 0;

// A list of {name, view}: views are made when first shown.  Arrow keys move between the tabs.
export function tabs(label, list, first = 0) {
  const id = 'tabs-' + ++tabCount;
  const panel = el('div', { class: 'panel', role: 'tabpanel', id: id + '-panel', tabindex: '-1' });
  const made = list.map(() => null);
  const buttons = list.map((tab, i) => el('button', {
    type: 'button', role: 'tab', id: `${id}-${i}`, 'aria-controls': id + '-panel', class: 'tab', onclick: () => show(i),
  }, tab.name));
  function show(i) {
    made[i] ??= list[i].view();
    buttons.forEach((b, k) => {
      b.setAttribute('aria-selected', k === i);
      b.tabIndex = k === i ? 0 : -1;
    });
    panel.setAttribute('aria-labelledby', `${id}-${i}`);
    panel.replaceChildren(made[i]);
  }
  function move(event) {
    const at = buttons.findIndex((b) => b.tabIndex === 0);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + list.length) % list.length;
    show(next);
    buttons[next].focus();
  }
  const root = el('div', { class: 'tabs' }, el('div', { class: 'tablist', role: 'tablist', 'aria-label': label, onkeydown: move }, buttons), panel);
  show(first);
  return root;
}
