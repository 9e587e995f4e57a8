// store.js - what this browser remembers of one database: the conversation, earlier and saved questions.
// Nothing of it leaves the browser; a store that is full or forbidden only means that less is remembered.

const MOST_TURNS = 20, MOST_EARLIER = 50, MOST_BYTES = 400000;

function storeKey(database, what) {
  return `astormer:${location.pathname}:${database}:${what}`;
}

function storeRead(database, what) {
  try {
    const list = JSON.parse(localStorage.getItem(storeKey(database, what)) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function storeWrite(database, what, list) {
  try {
    if (list.length) localStorage.setItem(storeKey(database, what), JSON.stringify(list));
    else localStorage.removeItem(storeKey(database, what));
  } catch { /* full or forbidden */ }
}

// Turns as {question, before, follow, answer}; rows of large results are left out, and asked for again.
export function keepTurns(database, turns) {
  const slim = turns.slice(-MOST_TURNS).map((t) => JSON.stringify(t).length > MOST_BYTES / 4 ? { ...t, answer: null } : t);
  while (slim.length > 1 && JSON.stringify(slim).length > MOST_BYTES) slim.shift();
  storeWrite(database, 'turns', slim);
}

export function keptTurns(database) {
  return storeRead(database, 'turns').filter((t) => typeof t?.question === 'string');
}

export function noteQuestion(database, question) {
  storeWrite(database, 'earlier', [question, ...earlierQuestions(database).filter((q) => q !== question)].slice(0, MOST_EARLIER));
}

export function earlierQuestions(database) {
  return storeRead(database, 'earlier').filter((q) => typeof q === 'string');
}

export function savedQuestions(database) {
  return storeRead(database, 'saved').filter((q) => typeof q === 'string');
}

// Saves it, or gives it up again; true if it is saved now.
export function toggleSaved(database, question) {
  const saved = savedQuestions(database), there = saved.includes(question);
  storeWrite(database, 'saved', there ? saved.filter((q) => q !== question) : [question, ...saved].slice(0, MOST_EARLIER));
  return !there;
}

export function forgetAll(database) {
  for (const what of ['turns', 'earlier', 'saved']) storeWrite(database, what, []);
}
