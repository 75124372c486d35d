/** A database's verified queries: found, and where callers may, added, changed and deleted. */
import {element, fetchJson, fill, post, remove, resultTable} from './shell.js';
import {sqlBlock} from './sql.js';

const EDITABLE = /^(added|reviewed)-/;
const PAUSE_MS = 400;

/** Calls once typing has paused. */
export function afterPause(work) {
  let timer;
  const later = () => {
    later.callOff();
    timer = setTimeout(work, PAUSE_MS);
  };
  later.callOff = () => clearTimeout(timer);
  return later;
}

/** Checks of what is typed: due once typing has paused, and only the one begun last counts. */
export function checksOf(check) {
  const later = afterPause(check);
  let latest = 0;
  return {
    later,
    /** Calls off what is due or under way; the function given back tells whether nothing was begun since. */
    begin: () => {
      later.callOff();
      const mine = ++latest;
      return () => mine === latest;
    },
  };
}

/** A form that says at each pause what is wrong, and shows what the statement gives. */
function editor(path, {id, question, sql}, saved, mayAdd) {
  const asked = element('input', {id: 'pair-question', value: question, autocomplete: 'off'});
  const statement = element('textarea', {id: 'pair-sql', class: 'code', rows: 4, spellcheck: 'false'});
  statement.value = sql || '';
  const unanswerable = element('input', {id: 'pair-unanswerable', type: 'checkbox'});
  unanswerable.checked = Boolean(id && !sql);
  const told = element('div', {class: 'part', 'aria-live': 'polite'});
  const add = element('button', {type: 'submit', text: id ? 'Save the change' : 'Add it', disabled: true});
  const pair = () => ({...(id && {id}), question: asked.value.trim(), sql: unanswerable.checked ? null : statement.value.trim()});
  const check = async () => {
    const isLatest = checks.begin();
    add.disabled = true;
    statement.disabled = unanswerable.checked;
    if (!pair().question || pair().sql === '') return;
    try {
      const found = await post(`${path}/check`, pair());
      if (!isLatest()) return;
      add.disabled = found.problems.length > 0 || !mayAdd;
      told.replaceChildren(
        ...found.problems.map((text) => element('p', {class: 'problem', text})),
        ...(found.problems.length ? [] : [element('p', {class: 'yes', text: pair().sql === null ? 'It can be added: questions like it are declined.' : 'It can be added. It gives:'})]),
        ...(found.rows ? [found.rows.length ? resultTable('First rows', found) : element('p', {class: 'quiet', text: 'No row.'})] : []));
    } catch (problem) {
      if (isLatest()) told.replaceChildren(element('p', {class: 'problem', text: problem.message}));
    }
  };
  const checks = checksOf(check);
  asked.addEventListener('input', checks.later);
  statement.addEventListener('input', checks.later);
  unanswerable.addEventListener('change', check);
  check();
  return element('form', {class: 'part', 'aria-label': id ? 'Change a pair' : 'Add a pair',
    onsubmit: async (event) => {
      event.preventDefault();
      checks.begin();
      add.disabled = true;
      try {
        await post(path, pair());
        saved();
      } catch (problem) {
        told.replaceChildren(element('p', {class: 'problem', role: 'alert', text: problem.message}));
      }
    }},
    element('div', {}, element('label', {for: 'pair-question', text: 'Question'}), asked),
    element('div', {}, element('label', {for: 'pair-sql', text: 'SQL that answers it'}), statement),
    element('label', {for: 'pair-unanswerable'}, unanswerable, ' The data cannot answer it'),
    element('div', {class: 'row'}, add), told);
}

/** Who let a pair in, when, and from which answer. */
function originOf({origin}) {
  if (!origin) return '';
  const proposer = origin.proposedBy ? `, proposed by ${origin.proposedBy}${origin.through ? ` (signed in as ${origin.through})` : ''}` : '';
  return `by ${origin.by} on ${origin.at.slice(0, 10)}${origin.answer ? `, from the answer ${origin.answer}` : ''}${proposer}`;
}

/** The whole tab. */
export function pairsOf(database, mayAdd) {
  const path = `/v1/databases/${encodeURIComponent(database)}/pairs`;
  const search = element('input', {id: 'pair-search', type: 'search', placeholder: 'Words of a question, a table …'});
  const list = element('div', {class: 'stack', 'aria-live': 'polite'});
  const form = element('div');
  let most = 20;
  const uses = fetchJson(`${path}/uses`).catch(() => ({}));
  const covers = async ({id, sameForm}) => {
    const answers = (await uses)[id] || 0;
    return element('span', {class: 'row'},
      element('span', {class: 'tag', text: sameForm === 1 ? 'the only one of its form' : `${sameForm} of this form`}),
      element('span', {class: answers ? 'tag yes' : 'tag', text: answers === 1 ? '1 answer followed it' : `${answers} answers followed it`}));
  };
  const edit = (pair) => {
    form.replaceChildren(element('div', {class: 'card'}, editor(path, pair, () => {
      form.replaceChildren(element('p', {class: 'yes', role: 'status', text: 'Written. It holds within seconds, without a restart.'}));
      setTimeout(show, 1200);
    }, mayAdd)));
    form.querySelector('input').focus();
  };
  const deleting = (pair) => async ({currentTarget: button}) => {
    if (button.textContent === 'Delete') {
      button.textContent = 'Really delete it?';
      return;
    }
    button.disabled = true;
    try {
      await remove(`${path}/${encodeURIComponent(pair.id)}`);
      form.replaceChildren(element('p', {class: 'yes', role: 'status', text: 'Deleted. No answer follows it within seconds.'}));
      setTimeout(show, 1200);
    } catch (problem) {
      button.disabled = false;
      form.replaceChildren(element('p', {class: 'problem', role: 'alert', text: problem.message}));
    }
  };
  const show = () => fill(list, async () => {
    const found = await fetchJson(`${path}?search=${encodeURIComponent(search.value)}&limit=${most}`);
    const pairs = await Promise.all(found.pairs.map(async (pair) => element('article', {class: 'card part'},
      element('div', {class: 'row apart'}, element('strong', {text: pair.question}),
        mayAdd && found.writable && EDITABLE.test(pair.id) && element('span', {class: 'row'},
          element('button', {type: 'button', class: 'small', text: 'Change', onclick: () => edit(pair)}),
          element('button', {type: 'button', class: 'small', text: 'Delete', onclick: deleting(pair)}))),
      pair.sql ? sqlBlock(pair.sql) : element('p', {class: 'quiet', text: 'Known to be unanswerable.'}),
      element('div', {class: 'row apart'}, await covers(pair), element('span', {class: 'quiet', text: [pair.id, originOf(pair)].filter(Boolean).join(' · ')})))));
    return [
      element('p', {class: 'quiet', text: found.matching === found.total ? `${found.total.toLocaleString('en')} pairs, unanswerable questions among them` : `${found.matching.toLocaleString('en')} of ${found.total.toLocaleString('en')}`}),
      mayAdd && !found.writable && element('p', {class: 'quiet', text: 'They cannot be changed here: the folder of declarations is read-only.'}),
      ...pairs,
      found.matching > most && element('button', {type: 'button', text: 'Show more', onclick: () => { most += 50; show(); }}),
    ].filter(Boolean);
  });
  search.addEventListener('input', afterPause(show));
  show();
  return [
    element('div', {class: 'row'},
      element('div', {class: 'grow'}, element('label', {for: 'pair-search', text: 'Search the verified queries'}), search),
      mayAdd && element('button', {type: 'button', text: 'Add a pair', onclick: () => edit({question: '', sql: ''})})),
    form, list,
  ];
}
