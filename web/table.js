// table.js - rows of a result: numbers as people write them, cells that open, sorting, and CSV.
import { el, button, plural, milliseconds, announce } from './dom.js';

const PAGE = 50;

export function isBlob(cell) {
  return cell !== null && typeof cell === 'object';
}

function cellText(cell) {
  if (cell === null) return '';
  return isBlob(cell) ? `${cell.blob_bytes} bytes` : String(cell);
}

// Numbers before texts, nothing last; texts by the reader's alphabet.
function compareCells(a, b) {
  if (a === null || b === null) return (a === null) - (b === null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? -1 : 1;
  return cellText(a).localeCompare(cellText(b), undefined, { numeric: true });
}

function csvCell(cell) {
  const text = cellText(cell);
  // a spreadsheet would take these for formulas
  const safe = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
  return /[",\r\n]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
}

export function toCsv(result) {
  return [result.columns, ...result.rows].map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

export function countText(result) {
  const n = result.rows.length;
  const total = result.total === null ? `the first ${plural(n, 'row')}, there are more`
    : result.total > n ? `${n.toLocaleString('en')} of ${plural(result.total, 'row')}` : plural(n, 'row');
  return `${total}, ${milliseconds(result.milliseconds)}`;
}

// Numbers that count or measure get their thousands apart; those that are names (ids, years, codes) do not.
function isNameOfThing(column) {
  return /(^|[_\s])(id|no|nr|num|number|code|zip|postcode|year|phone|isbn|ean|key)$/i.test(column) || /[a-z](Id|ID|No|Code|Year)$/.test(column) || /^(strftime|year)\b/i.test(column);
}

function shownText(cell, grouped) {
  if (cell === null) return 'NULL';
  if (typeof cell !== 'number' || !grouped) return cellText(cell);
  const digits = String(cell);
  return /e/i.test(digits) ? digits : Number(cell).toLocaleString('en', { maximumFractionDigits: 12 });
}

const LONG_CELL = 44;

// What does not fit opens when it is pressed.
function cellView(text) {
  if ([...text].length <= LONG_CELL && !text.includes('\n')) return text;
  const cell = el('button', { type: 'button', class: 'cell', 'aria-expanded': 'false', title: 'Show all of it', onclick: () => {
    const open = cell.getAttribute('aria-expanded') !== 'true';
    cell.setAttribute('aria-expanded', String(open));
    cell.closest('td').classList.toggle('open', open);
  } }, text);
  return cell;
}

function bodyRow(row, numeric, grouped) {
  return el('tr', {}, row.map((cell, i) => el('td', {
    class: cell === null ? 'null' : isBlob(cell) ? 'blob' : numeric[i] ? 'number' : null,
  }, cellView(shownText(cell, grouped[i])))));
}

export function tableView(result) {
  const numeric = result.columns.map((_, i) => result.rows.some((r) => typeof r[i] === 'number') && result.rows.every((r) => r[i] === null || typeof r[i] === 'number'));
  const grouped = result.columns.map((name, i) => numeric[i] && !isNameOfThing(name));
  let order = result.rows.map((_, i) => i), shown = PAGE, sorted = -1, falling = false;
  const body = el('tbody');
  const more = button('', () => { shown += 10 * PAGE; draw(); }, { class: 'quiet' });
  function draw() {
    body.replaceChildren(...order.slice(0, shown).map((i) => bodyRow(result.rows[i], numeric, grouped)));
    more.hidden = shown >= order.length;
    more.textContent = `Show ${Math.min(10 * PAGE, order.length - shown)} more`;
  }
  function sort(i) {
    falling = sorted === i ? !falling : numeric[i];
    sorted = i;
    order = result.rows.map((_, k) => k).sort((a, b) => {
      const x = result.rows[a][i], y = result.rows[b][i];
      const way = compareCells(x, y);
      return (x === null || y === null ? way : falling ? -way : way) || a - b;
    });
    heads.forEach((head, k) => head.setAttribute('aria-sort', k !== i ? 'none' : falling ? 'descending' : 'ascending'));
    announce(`sorted by ${result.columns[i]}, ${falling ? 'falling' : 'rising'}`);
    draw();
  }
  const heads = result.columns.map((name, i) => el('th', { scope: 'col', 'aria-sort': 'none', class: numeric[i] ? 'number' : null }, button(name, () => sort(i), { class: 'sort' })));
  draw();
  return el('div', { class: 'result-table' },
    el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Rows' }, el('table', {}, el('thead', {}, el('tr', {}, heads)), body)), more);
}
