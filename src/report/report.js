'use strict';
const field = id => document.getElementById(id);
const articles = [...document.querySelectorAll('article')];
const texts = articles.map(a => a.textContent.toLowerCase());

function apply() {
  const part = field('part').value, db = field('db').value, hardness = field('hardness').value;
  const verdict = field('verdict').value, text = field('text').value.toLowerCase();
  let shown = 0;
  articles.forEach((a, i) => {
    const d = a.dataset;
    const ok = (!part || d.parts.includes(part)) && (!db || d.db === db) &&
      (!hardness || d.hardness === hardness) && (!text || texts[i].includes(text)) &&
      (!verdict || (verdict === 'unparsed' ? d.exact === 'unparsed' : d[verdict] === 'wrong'));
    a.hidden = !ok;
    shown += ok;
  });
  field('shown').textContent = shown + ' of ' + articles.length + ' wrong answers';
}

field('filters').addEventListener('input', e => {
  if (e.target.id === 'open')
    document.querySelectorAll('details').forEach(d => { d.open = e.target.checked; });
  else
    apply();
});
field('filters').addEventListener('submit', e => e.preventDefault());
apply();
