// app.js - the conversation.  As a page of the server it asks; as a file made by `astormer explain`
// it shows the one answer it carries.
import { el, button, request, announce, percent } from './dom.js';
import { schemaView, markSchema, questionView, examplesFrom } from './schema.js';
import { answerView, errorView, waiting, runInto, linkPhrases } from './answer.js';
import { keepTurns, keptTurns, noteQuestion, earlierQuestions, savedQuestions, toggleSaved, forgetAll } from './store.js';

const page = Object.fromEntries(['database', 'choose-database', 'start-over', 'show-schema', 'side', 'schema', 'remembered', 'welcome', 'examples', 'conversation', 'mode', 'mode-of', 'ask', 'ask-box', 'ask-button', 'ask-hint'].map((id) => [id, document.getElementById(id)]));
// turns: {question, before, follow, answer}, the conversation as it is shown and kept
const state = { schema: null, server: null, conversation: '', turns: [], asking: null, database: null };

// ---- one turn ----------------------------------------------------------------------------------------------

// Which database a request is for; one that has only one need not say.
function inDatabase(body) {
  return state.server.databases.length > 1 ? { ...body, database: state.database } : body;
}

// Whether it was read as going on from the question before, and the way to have it the other way.
function followsView(answer, flip) {
  if (answer.follows === null) return [];
  return [answer.follows ? `following up on “${answer.history.at(-1)}”` : 'taken as a new question', ' ',
    button(answer.follows ? 'Take it as a new question' : 'Take it as a follow-up', flip, { class: 'quiet' })];
}

function linkTo(questions) {
  const link = new URL(location.href);
  link.search = '';
  if (state.server.databases.length > 1) link.searchParams.set('db', state.database);
  for (const question of questions) link.searchParams.append('q', question);
  return link;
}

// Saving it, and a link that asks it again.
function turnButtons(question) {
  const saved = savedQuestions(state.schema.id).includes(question);
  const star = button(saved ? 'Saved' : 'Save', () => {
    const on = toggleSaved(state.schema.id, question);
    star.textContent = on ? 'Saved' : 'Save';
    star.setAttribute('aria-pressed', String(on));
    showRemembered();
  }, { class: 'quiet save', 'aria-pressed': String(saved), title: 'Keep this question in the list at the side' });
  const link = button('Link', async () => {
    const done = await navigator.clipboard?.writeText(linkTo([question]).href).then(() => 'Copied', () => linkTo([question]).href);
    link.textContent = done ?? linkTo([question]).href;
    setTimeout(() => { link.textContent = 'Link'; }, 1500);
  }, { class: 'quiet link', title: 'Copy a link that asks this question' });
  return el('span', { class: 'turn-buttons' }, star, link);
}

function drawAnswer(turn, view) {
  const { question, before, follow, answer } = turn, named = { question, conversation: before, follow };
  const judge = (sql, verdict) => request('v1/correct', { body: inDatabase({ question, conversation: before, sql, verdict }) })
    .then(() => verdict === 'bad' ? 'Thank you: not again.' : 'Thank you: kept for the next time.', (error) => error.message);
  view.follows.replaceChildren(...followsView(answer, () => { dropTurn(turn, view); ask(question, answer.follows ? 'no' : 'yes', before); }));
  view.body.replaceChildren(...answerView(answer, {
    name: state.schema.id, judge: state.server.allow_corrections ? judge : null,
    run: state.server.allow_sql ? (place, sql) => runInto(place, inDatabase({ sql }), state.schema.id) : null,
    choose: (place, query) => runInto(place, inDatabase({ sql: query.sql, ...named }), state.schema.id),
    chosen: (query) => view.heading.replaceChildren(...questionView(answer, page.schema, query)),
    explain: (index) => request(`v1/explain?${new URLSearchParams(inDatabase({ ...named, query: index }))}`),
  }).filter(Boolean));
  if (!answer.queries.length) view.heading.replaceChildren(...questionView(answer, page.schema, null));
  markSchema(page.schema, answer.links ?? []);
}

function newTurn(question) {
  const view = { heading: el('h2', { class: 'question', tabindex: '-1' }, question), body: el('div', { class: 'answer' }), follows: el('p', { class: 'follows' }) };
  view.root = el('article', { class: 'turn' }, view.follows, el('div', { class: 'question-row' }, view.heading, turnButtons(question)), view.body);
  linkPhrases(view.root);
  page.welcome.hidden = true;
  page['start-over'].hidden = false;
  page.conversation.append(view.root);
  return view;
}

function dropTurn(turn, view) {
  view.root.remove();
  state.turns = state.turns.filter((t) => t !== turn);
}

function showMode() {
  const last = state.turns.at(-1);
  page.mode.hidden = !last;
  page['mode-of'].textContent = last ? ` to “${last.question.length > 40 ? last.question.slice(0, 39) + '…' : last.question}”` : '';
  page['ask-box'].placeholder = last ? 'Ask more' : 'Ask in plain words';
}

// The top of the newest answer is where one looks: below the masthead, above the box.
function bringUp(view) {
  view.root.scrollIntoView({ block: 'start' });
}

function keep() {
  keepTurns(state.schema.id, state.turns);
  history.replaceState(null, '', linkTo(state.turns.map((t) => t.question)));
  showMode();
}

async function ask(question, follow = 'auto', before = state.conversation) {
  if (state.asking) state.asking.abort();
  const control = state.asking = new AbortController(), turn = { question, before, follow, answer: null }, view = newTurn(question);
  view.body.append(waiting('Thinking'));
  page['ask-button'].textContent = 'Stop';
  noteQuestion(state.schema.id, question);
  showRemembered();
  bringUp(view);
  const again = () => { dropTurn(turn, view); ask(question, follow, before); };
  try {
    turn.answer = await request('v1/ask', { body: inDatabase({ question, conversation: before, follow }), signal: control.signal });
    state.conversation = turn.answer.conversation;
    state.turns.push(turn);
    if (turn.answer.edition !== state.schema.edition) await renewSchema();
    drawAnswer(turn, view);
    keep();
    bringUp(view);
    announce(turn.answer.declined ? 'not answered' : turn.answer.unsure ? 'not sure: did you mean one of these?' : `answered, ${percent(turn.answer.confidence)} sure`);
  } catch (error) {
    if (error.name === 'AbortError') view.body.replaceChildren(el('p', { class: 'notice' }, 'Stopped.'));
    else if (error.status === 401) askForToken(again);
    else view.body.replaceChildren(errorView(error, again));
  } finally {
    if (state.asking === control) {
      state.asking = null;
      page['ask-button'].textContent = 'Ask';
    }
  }
}

// ---- what is remembered ------------------------------------------------------------------------------------

function questionList(title, list, kind) {
  return list.length ? el('details', { class: 'questions ' + kind, open: kind === 'saved-questions' }, el('summary', {}, `${title} (${list.length})`),
    el('ul', {}, list.map((question) => el('li', {}, button(question, () => ask(question, 'no', ''), { class: 'quiet earlier' }))))) : null;
}

function showRemembered() {
  const id = state.schema.id, lists = [questionList('Saved questions', savedQuestions(id), 'saved-questions'), questionList('Earlier questions', earlierQuestions(id), 'earlier-questions')].filter(Boolean);
  page.remembered.replaceChildren(...lists, ...(lists.length ? [button('Forget them', () => { forgetAll(id); startOver(); showRemembered(); }, { class: 'quiet forget' })] : []));
}

// The conversation that was here before the page was loaded anew; a link to other questions asks those.
async function restore() {
  const wanted = new URLSearchParams(location.search).getAll('q').map((q) => q.trim()).filter(Boolean).slice(0, 16);
  const kept = keptTurns(state.schema.id);
  if (wanted.length && JSON.stringify(kept.map((t) => t.question)) !== JSON.stringify(wanted)) {
    for (const question of wanted) await ask(question);
    return;
  }
  for (const turn of kept) {
    if (!turn.answer) {
      await ask(turn.question, turn.follow, turn.before);
      continue;
    }
    state.turns.push(turn);
    state.conversation = turn.answer.conversation;
    const view = newTurn(turn.question);
    drawAnswer(turn, view);
    bringUp(view);
  }
  showMode();
}

// ---- the page --------------------------------------------------------------------------------------------------

function startOver() {
  state.asking?.abort();
  Object.assign(state, { conversation: '', turns: [] });
  page.conversation.replaceChildren();
  page.welcome.hidden = false;
  page['start-over'].hidden = true;
  markSchema(page.schema, []);
  keep();
  page['ask-box'].focus();
}

function growBox() {
  const box = page['ask-box'];
  box.style.height = 'auto';
  box.style.height = Math.min(200, box.scrollHeight + 2) + 'px';
}

// Puts a name or a value where the cursor is, with blanks around it.
function insert(text) {
  const box = page['ask-box'], at = box.selectionStart, before = box.value.slice(0, at), after = box.value.slice(box.selectionEnd);
  box.value = before + (before && !/\s$/.test(before) ? ' ' : '') + text + (after && !/^\s/.test(after) ? ' ' : '') + after;
  box.focus();
  growBox();
}

function submit(event) {
  event.preventDefault();
  const question = page['ask-box'].value.trim(), follow = page.ask.elements.follow.value;
  if (state.asking && !question) return state.asking.abort();
  if (!question) return;
  page['ask-box'].value = '';
  page.ask.elements.follow.value = 'auto';
  growBox();
  ask(question, state.turns.length ? follow : 'auto', follow === 'no' ? '' : state.conversation);
}

// A token that was sent and refused is said to be wrong, before another is asked for.
function askForToken(then) {
  const wrong = sessionStorage.getItem('astormer-token') !== null;
  const box = el('input', { type: 'password', 'aria-label': 'Token', autocomplete: 'off' });
  const form = el('form', { class: 'notice token' + (wrong ? ' bad' : ''), role: wrong ? 'alert' : null, onsubmit: (event) => {
    event.preventDefault();
    sessionStorage.setItem('astormer-token', box.value);
    form.remove();
    then();
  } }, el('p', {}, wrong ? 'That token is wrong. Whoever started the server knows the right one.' : 'This server wants its token.'), box, el('button', { type: 'submit' }, 'Go on'));
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
  page['choose-database'].addEventListener('change', (event) => openDatabase(event.target.value, true));
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /INPUT|TEXTAREA|SELECT/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    page['ask-box'].focus();
  });
}

// A file dropped anywhere becomes a database of its own, if the server takes files.
function listenToFiles() {
  const over = (on) => (event) => {
    if (!state.server?.allow_upload || ![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    document.body.classList.toggle('dropping', on);
  };
  document.addEventListener('dragover', over(true));
  document.addEventListener('dragleave', over(false));
  document.addEventListener('drop', async (event) => {
    over(false)(event);
    if (state.server?.allow_upload && event.dataTransfer.files.length) await upload(event.dataTransfer.files[0]);
  });
}

async function upload(file) {
  announce(`reading ${file.name}`);
  try {
    const made = await request(`v1/upload?${new URLSearchParams({ name: file.name })}`, { file });
    await openDatabase(made.id, true);
  } catch (error) {
    page.conversation.append(errorView(error));
  }
}

function listenToSchema() {
  page['show-schema'].addEventListener('click', () => {
    const open = page.side.classList.toggle('shown');
    page['show-schema'].setAttribute('aria-expanded', String(open));
  });
}

function showSchema(schema) {
  state.schema = schema;
  page.database.textContent = schema.id;
  document.title = schema.id + ' · astormer';
  page.schema.replaceChildren(schemaView(schema, insert));
}

// The database has other tables or columns than when the page was opened.
async function renewSchema() {
  const schema = await request('v1/schema' + (state.server.databases.length > 1 ? `?${new URLSearchParams({ database: state.database })}` : ''));
  showSchema(schema);
  announce('the schema has changed');
}

function showChooser() {
  const list = state.server.databases, chooser = page['choose-database'];
  chooser.hidden = list.length < 2;
  page.database.hidden = list.length > 1;
  chooser.replaceChildren(...list.map((id) => el('option', { value: id }, id)));
  chooser.value = state.database;
}

async function openDatabase(id, chosen) {
  const schema = await request('v1/schema' + (id ? `?${new URLSearchParams({ database: id })}` : ''));
  Object.assign(state, { server: schema.server, database: schema.id, conversation: '', turns: [] });
  showSchema(schema);
  showChooser();
  page.conversation.replaceChildren();
  page.examples.replaceChildren(...examplesFrom(schema).map((question) => button(question, () => ask(question), { class: 'example' })));
  page.welcome.hidden = false;
  page['start-over'].hidden = true;
  page.ask.hidden = false;
  showRemembered();
  if (chosen) history.replaceState(null, '', linkTo([]));
  await restore();
  page['ask-box'].focus({ preventScroll: true });
}

async function begin() {
  page.schema.replaceChildren(waiting('Reading the schema'));
  try {
    await openDatabase(new URLSearchParams(location.search).get('db'));
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
  const heading = el('h2', { class: 'question' }), chosen = (query) => heading.replaceChildren(...questionView(answer, page.schema, query));
  const turn = el('article', { class: 'turn' }, heading, el('div', { class: 'answer' }, answerView(answer, { name: data.schema.id, run: null, explain, chosen, open: true }).filter(Boolean)));
  linkPhrases(turn);
  page.conversation.append(turn);
}

listenToSchema();
const carried = document.getElementById('explanation');
if (carried) {
  showFile(JSON.parse(carried.textContent));
} else {
  listen();
  listenToFiles();
  begin();
}
