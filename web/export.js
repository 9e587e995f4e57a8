// export.js - answers to take away: CSV, JSON, a picture of the chart, a page of its own.
import { el, request } from './dom.js';

export function download(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// A list of objects; columns of the same name are told apart.
export function toJson(result) {
  const seen = new Map(), names = result.columns.map((name) => {
    const n = (seen.get(name) ?? 0) + 1;
    seen.set(name, n);
    return n > 1 ? `${name}_${n}` : name;
  });
  return JSON.stringify(result.rows.map((row) => Object.fromEntries(row.map((cell, i) => [names[i], cell]))), null, 2) + '\n';
}

const DRAWN = ['fill', 'stroke', 'stroke-width', 'stroke-linejoin', 'font-size', 'font-family', 'opacity'];

// A picture knows nothing of our style sheet: what it says is written into the drawing.
function withStyles(drawing) {
  const copy = drawing.cloneNode(true), from = [drawing, ...drawing.querySelectorAll('*')], to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    for (const name of DRAWN) to[i].setAttribute(name, style.getPropertyValue(name));
  });
  return copy;
}

export async function toPng(drawing) {
  const [, , width, height] = drawing.getAttribute('viewBox').split(' ').map(Number), scale = 2;
  const copy = withStyles(drawing);
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  const picture = new Image();
  picture.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(new XMLSerializer().serializeToString(copy));
  await picture.decode();
  const canvas = el('canvas', { width: width * scale, height: height * scale }), pen = canvas.getContext('2d');
  pen.fillStyle = getComputedStyle(drawing).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

// The turn as a page that needs nothing else: what is shown, without its buttons.
export async function toPage(turn, title) {
  const copy = turn.cloneNode(true);
  copy.querySelectorAll('button:not(.cell), details, .judge, .why-place, select, .reading-list, .follows').forEach((node) => node.remove());
  const heading = el('title', {}, title), sheet = await request('style.css', { text: true });
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">${heading.outerHTML}<style>\n${sheet}</style></head><body class="saved-page">${copy.outerHTML}</body></html>\n`;
}
