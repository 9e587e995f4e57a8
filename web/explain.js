// explain.js - how it got there: in words, then the tree, attention and links for experts, each in a tab.
import { el, tabs } from './dom.js';
import { layView } from './lay.js';
import { treeView } from './tree.js';
import { selfAttentionView, crossAttentionView, linksView } from './heat.js';

export function explanationView(data, index) {
  const query = data.queries[index];
  if (!data.explained) return el('p', { class: 'notice' }, 'This query was given by a person, so there is nothing to explain.');
  return tabs('How it got there', [
    { name: 'In plain words', view: () => layView(data, query) },
    { name: 'Tree', view: () => treeView(query, data.explained, data.items) },
    { name: 'Step attention', view: () => selfAttentionView(query, data.explained) },
    { name: 'Question attention', view: () => crossAttentionView(query, data.explained, data.items) },
    { name: 'Links', view: () => linksView(data) },
  ]);
}
