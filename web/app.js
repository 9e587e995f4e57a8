// app.js - the conversation.  As a page of the server it asks; as a file made by `astormer explain`
// it shows the one answer it carries.
import { el, button, request, announce, percent, milliseconds, tabs } from './dom.js';
import { sqlView, highlightSql } from './sql.js';
import { tableView, toCsv, download, countText } from './table.js';
import { chartView } from './chart.js';
import { schemaView, markSchema, questionView, examplesFrom } from './schema.js';
import { explanationView } from './explain.js';

const page = Object.fromEntries(['database', 'start-over', 'show-schema', 'schema', 'welcome', 'examples', 'conversation', 'ask', 'ask-box', 'ask-button', 'ask-hint'].map((id) => [id, document.getElementById(id)]));
const state = { schema: null, server: null, conversation: '', turns: 0, asking: null };

// ---- parts of an answer ---------------------------------------------------------------------------------

function resultView(result, name) {
  const chart = chartView(result);
  const csv = button('Download CSV', () => download(name + '.csv', 'text/csv', toCsv(result)), { class: 'quiet csv' });
  const table = () => result.rows.length ? tableView(result) : el('p', { class: 'notice' }, 'The query ran, and gave no rows.');
  const body = chart ? tabs('Result', [{ name: 'Rows', view: table }, { name: 'Chart', view: () => chartView(result) }], result.rows.length > 2 ? 1 : 0) : table();
  return el('div', { class: 'result' }, body, el('p', { class: 'foot' }, countText(result), result.rows.length ? csv : null));
}

function sureView(answer) {
  const p = answer.confidence, meter = el('span', { class: 'meter', 'aria-hidden': 'true' });
  meter.style.setProperty('--fill', p);
  const seen = answer.looked_at;
  return el('p', { class: 'facts' }, meter,
    el('span', { class: 'sure', title: answer.calibrated ? 'measured on held-out questions' : 'this model file does not say how sure its scores are' }, answer.corrected ? 'given by a person' : `${percent(p)} sure${answer.calibrated ? '' : ', by a guess'}`),
    el('span', {}, milliseconds(answer.milliseconds)),
    seen && seen.columns < seen.of_columns && el('span', {}, `looked at ${seen.columns} of ${seen.of_columns} columns`));
}

function valuesView(query) {
  const found = query.values.filter((v) => v.from === 'cell' && v.asked && v.asked.toLowerCase() !== v.written.toLowerCase());
  return found.length ? el('p', { class: 'values' }, found.map((v) => el('span', { class: 'value-note' }, `“${v.asked}” taken for “${v.written}” in ${v.column}`))) : null;
}

function errorView(error, retry) {
  return el('div', { class: 'notice bad', role: 'alert' }, el('p', {}, error.message), retry && button('Try again', retry, { class: 'quiet' }));
}

function waiting(text) {
  return el('div', { class: 'waiting', role: 'status' }, el('span', { class: 'pulse', 'aria-hidden': 'true' }), text);
}

function showResult(place, result, error, name) {
  if (result) place.replaceChildren(resultView(result, name));
  else if (error) place.replaceChildren(errorView({ message: error }));
  else place.replaceChildren();
}

async function runSql(place, sql) {
  place.replaceChildren(waiting('Running'));
  try {
    const result = await request('v1/run', { body: { sql } });
    showResult(place, result, null, state.schema.id);
    announce(countText(result));
  } catch (error) {
    place.replaceChildren(errorView(error, () => runSql(place, sql)));
  }
}

// The others of the n best, each to be looked at in the place of the first.
function alternativesView(answer, choose) {
  if (answer.queries.length < 2) return null;
  const rows = answer.queries.map((query, i) => {
    const bar = el('span', { class: 'share', 'aria-hidden': 'true' });
    bar.style.setProperty('--fill', query.share);
    return el('li', {}, el('button', { type: 'button', class: 'alternative', 'aria-pressed': String(i === 0), onclick: () => {
      rows.forEach((row, k) => row.firstChild.setAttribute('aria-pressed', String(k === i)));
      choose(i);
    } }, el('span', { class: 'share-text' }, percent(query.share)), bar, el('span', {}, el('span', { class: 'told' }, query.told ?? ''), el('code', {}, highlightSql(query.sql))),
      query.rows === 'other' && el('span', { class: 'tag' }, 'other rows'), i > 0 && query.rows === 'same' && el('span', { class: 'tag same' }, 'same rows')));
  });
  return el('details', { class: 'alternatives', open: answer.unsure || answer.alternatives_differ || Boolean(answer.declined) },
    el('summary', {}, `${answer.queries.length} ways to read it`), el('ol', {}, rows));
}

// ---- one turn ----------------------------------------------------------------------------------------------

// `ways` says what this page can do: run(sql) or null, explain(index) -> promise of an explanation.
function answerView(answer, ways) {
  const place = el('div', { class: 'result-place' }), sql = el('div'), told = el('p', { class: 'told' }), why = el('div', { class: 'why-place' });
  let chosen = 0;
  const toggle = button('How did it get there?', () => showWhy(toggle.getAttribute('aria-expanded') !== 'true'), { class: 'why', 'aria-expanded': 'false' });
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
  function choose(i, first) {
    chosen = i;
    const query = answer.queries[i];
    told.textContent = query.told ?? '';
    sql.replaceChildren(sqlView(query.sql, ways.run && ((text) => ways.run(place, text)), ways.judge), valuesView(query) ?? '');
    if (!first && ways.run) ways.run(place, query.sql);
    else if (!first) showResult(place, i === 0 ? answer.result : null, i === 0 ? answer.result_error : null, ways.name);
    if (toggle.getAttribute('aria-expanded') === 'true') showWhy(true);
  }
  if (!answer.queries.length) return [el('p', { class: 'notice' }, answer.declined ?? 'No query was found for this question.')];
  choose(0, true);
  showResult(place, answer.result, answer.result_error, ways.name);
  if (ways.open) showWhy(true);
  return [answer.declined && el('p', { class: 'notice' }, el('strong', {}, 'Not answered. '), answer.declined, ' What was found is shown, and was not run.'),
    told, sureView(answer), sql, place, alternativesView(answer, choose), toggle, why];
}

// Whether it was read as going on from the question before, and the way to have it the other way.
function followsView(answer, flip) {
  if (answer.follows === null) return [];
  return [answer.follows ? `following up on “${answer.history.at(-1)}”` : 'taken as a new question', ' ',
    button(answer.follows ? 'Take it as a new question' : 'Take it as a follow-up', flip, { class: 'quiet' })];
}

async function ask(question, follow = 'auto', before = state.conversation) {
  if (state.asking) state.asking.abort();
  const control = state.asking = new AbortController();
  const heading = el('h2', { class: 'question', tabindex: '-1' }, question), body = el('div', { class: 'answer' }, waiting('Thinking'));
  const follows = state.turns++ ? el('p', { class: 'follows' }) : null;
  const turn = el('article', { class: 'turn' }, follows, heading, body);
  const judge = (sql, verdict) => request('v1/correct', { body: { question, conversation: before, sql, verdict } })
    .then(() => 'Thank you: kept for the next time.', (error) => error.message);
  page.welcome.hidden = true;
  page['start-over'].hidden = false;
  page.conversation.append(turn);
  page['ask-button'].textContent = 'Stop';
  turn.scrollIntoView({ block: 'start', behavior: 'smooth' });
  try {
    const answer = await request('v1/ask', { body: { question, conversation: before, follow }, signal: control.signal });
    state.conversation = answer.conversation;
    follows?.replaceChildren(...followsView(answer, () => { turn.remove(); ask(question, answer.follows ? 'no' : 'yes', before); }));
    heading.replaceChildren(...questionView(answer, page.schema));
    markSchema(page.schema, answer.links ?? []);
    body.replaceChildren(...answerView(answer, {
      name: state.schema.id, run: state.server.allow_sql ? runSql : null, judge: state.server.allow_corrections ? judge : null,
      explain: (index) => request(`v1/explain?${new URLSearchParams({ question, conversation: before, follow, query: index })}`),
    }).filter(Boolean));
    announce(answer.declined ? 'not answered' : `answered, ${percent(answer.confidence)} sure`);
  } catch (error) {
    if (error.name === 'AbortError') body.replaceChildren(el('p', { class: 'notice' }, 'Stopped.'));
    else if (error.status === 401) askForToken(() => { turn.remove(); ask(question); });
    else body.replaceChildren(errorView(error, () => { turn.remove(); ask(question); }));
    state.turns--;
  } finally {
    if (state.asking === control) {
      state.asking = null;
      page['ask-button'].textContent = 'Ask';
    }
    page['ask-box'].placeholder = 'Ask a follow-up';
  }
}

// ---- the page --------------------------------------------------------------------------------------------------

function startOver() {
  state.asking?.abort();
  state.conversation = '';
  state.turns = 0;
  page.conversation.replaceChildren();
  page.welcome.hidden = false;
  page['start-over'].hidden = true;
  page['ask-box'].placeholder = 'Ask in plain words';
  markSchema(page.schema, []);
  page['ask-box'].focus();
}

function growBox() {
  const box = page['ask-box'];
  box.style.height = 'auto';
  box.style.height = Math.min(200, box.scrollHeight + 2) + 'px';
}

function submit(event) {
  event.preventDefault();
  const question = page['ask-box'].value.trim();
  if (state.asking && !question) return state.asking.abort();
  if (!question) return;
  page['ask-box'].value = '';
  growBox();
  ask(question);
}

function askForToken(then) {
  const box = el('input', { type: 'password', 'aria-label': 'Token', autocomplete: 'off' });
  const form = el('form', { class: 'notice token', onsubmit: (event) => {
    event.preventDefault();
    sessionStorage.setItem('astormer-token', box.value);
    form.remove();
    then();
  } }, el('p', {}, 'This server wants its token.'), box, el('button', { type: 'submit' }, 'Go on'));
  page.conversation.replaceChildren(form);
  box.focus();
}

function listen() {
  page.ask.addEventListener('submit', submit);
  page['ask-box'].addEventListener('input', growBox);
  page['ask-box'].addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event);
  });
  page['start-over'].addEventListener('click', startOver);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /INPUT|TEXTAREA|SELECT/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    page['ask-box'].focus();
  });
}

function listenToSchema() {
  page['show-schema'].addEventListener('click', () => {
    const open = page.schema.classList.toggle('shown');
    page['show-schema'].setAttribute('aria-expanded', String(open));
  });
}

function showSchema(schema) {
  state.schema = schema;
  page.database.textContent = schema.id;
  document.title = schema.id + ' · astormer';
  page.schema.replaceChildren(schemaView(schema));
}

async function begin() {
  page.schema.replaceChildren(waiting('Reading the schema'));
  try {
    const schema = await request('v1/schema');
    state.server = schema.server;
    showSchema(schema);
    page.examples.replaceChildren(...examplesFrom(schema).map((question) => button(question, () => ask(question), { class: 'example' })));
    page.welcome.hidden = page.conversation.childElementCount > 0;
    page.ask.hidden = false;
    page['ask-box'].focus();
  } catch (error) {
    page.schema.replaceChildren();
    if (error.status === 401) return askForToken(() => { page.conversation.replaceChildren(); begin(); });
    page.conversation.replaceChildren(errorView(error, () => { page.conversation.replaceChildren(); begin(); }));
  }
}

// The file of `astormer explain`: nothing to ask, one answer to look at.
function showFile(data) {
  showSchema(data.schema);
  markSchema(page.schema, data.links ?? []);
  document.body.classList.add('file');
  const index = data.explained?.query ?? 0;
  const answer = { ...data, queries: [data.queries[index], ...data.queries.filter((_, i) => i !== index)] };
  const explain = async (i) => i === 0 ? { ...answer, explained: data.explained } : Promise.reject(new Error('This file explains the first query only.'));
  page.conversation.append(el('article', { class: 'turn' }, el('h2', { class: 'question' }, questionView(answer, page.schema)),
    el('div', { class: 'answer' }, answerView(answer, { name: data.schema.id, run: null, explain, open: true }).filter(Boolean))));
}

listenToSchema();
const carried = document.getElementById('explanation');
if (carried) {
  showFile(JSON.parse(carried.textContent));
} else {
  listen();
  begin();
}
