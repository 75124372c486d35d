/** SQL for the eye: clauses on lines of their own, words of the language and literals told apart. */
import {element} from './shell.js';

const WORDS = new Set(('select from where group by order having limit offset join left right full inner outer cross on as and or not in'
  + ' exists between like is null distinct case when then else end union all except intersect with recursive over partition'
  + ' asc desc cast interval true false using filter nulls first last').split(' '));
const CLAUSES = new Set(['from', 'where', 'group', 'order', 'having', 'limit', 'join', 'left', 'inner', 'cross', 'union', 'except', 'intersect']);
const TOKEN = /(--[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^']|'')*')|("(?:[^"]|"")*")|(\b\d+(?:\.\d+)?\b)|([A-Za-z_]\w*)|(\s+)|([\s\S])/g;

/** A block of SQL; what it says is the text of the elements that are made here. */
export function sqlBlock(sql) {
  const block = element('pre', {class: 'sql', tabindex: '0', 'aria-label': 'SQL'});
  let depth = 0;
  let before = '';
  for (const [token, comment, string, quoted, number, word, blank] of sql.matchAll(TOKEN)) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    const keyword = word && WORDS.has(word.toLowerCase());
    const clause = keyword && CLAUSES.has(word.toLowerCase()) && depth === 0
      && !(['join'].includes(word.toLowerCase()) && ['left', 'inner', 'cross', 'outer', 'right', 'full'].includes(before));
    if (blank) {
      block.append(/\n/.test(blank) ? '\n' : ' ');
      continue;
    }
    if (clause && before && block.lastChild && block.lastChild.textContent === ' ') block.lastChild.replaceWith('\n');
    if (keyword) block.append(element('span', {class: 'keyword', text: token}));
    else if (string || number) block.append(element('span', {class: 'literal', text: token}));
    else if (comment) block.append(element('span', {class: 'comment', text: token}));
    else block.append(quoted || token);
    before = token.toLowerCase();
  }
  return block;
}
