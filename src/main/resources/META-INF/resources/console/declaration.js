/** What declares a database: tried as it is typed, by the code that reads it at the start. */
import {element, fetchJson, fill, post, put} from './shell.js';
import {afterPause, checksOf} from './pairs.js';

const text = JSON.stringify; // a JSON text is a YAML text, whatever is in it

/** The text with these pairs among its inline ones. */
function withPairs(declaration, pairs) {
  const lines = pairs.map(({question, sql}) => `    - {question: ${text(question)}, sql: ${text(sql)}}`);
  const begun = /^verified:\s*\n {2}pairs:[ \t]*\n/m;
  if (begun.test(declaration)) return declaration.replace(begun, (head) => `${head}${lines.join('\n')}\n`);
  return `${declaration.replace(/\n*$/, '\n')}verified:\n  pairs:\n${lines.join('\n')}\n`;
}

/** Proposed pairs, to be chosen by a person who looks at question and statement. */
function proposals(list, take) {
  if (!list.length) return null;
  const boxes = list.map(({question, sql}, i) => element('li', {},
    element('label', {for: `proposal-${i}`}, element('input', {id: `proposal-${i}`, type: 'checkbox'}), ` ${question}`),
    element('code', {text: sql})));
  return element('details', {},
    element('summary', {text: `${list.length} questions to begin with`}),
    element('p', {class: 'quiet', text: 'Each with a statement that it seems to ask for. Tick what is right: nobody has verified it yet. The questions that people really ask are better; write those too.'}),
    element('ul', {class: 'proposals'}, ...boxes),
    element('button', {
      type: 'button', text: 'Take the ticked ones',
      onclick: () => take(list.filter((_, i) => boxes[i].querySelector('input').checked)),
    }));
}

const percent = (share) => `${Math.round(100 * share)} %`;

/** What more pairs would earn, with what that is inferred from. */
function outlookOf({pairs, elsewhere, measured, expected: [now, ...later]}) {
  if (elsewhere) {
    const shares = measured.map(({asked, answered}) => answered / asked);
    const sum = (part) => measured.reduce((all, one) => all + one[part], 0);
    return element('div', {},
      element('p', {}, `With ${now.pairs} pairs, roughly `, element('strong', {text: percent(now.coverage)}), ` of other questions that the data can answer would be answered; it has ${pairs}.`),
      element('p', {class: 'quiet', text: `That is what other databases show: ${measured.length} invented ones with ${now.pairs} pairs each answered from ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}, and ${sum('wrong')} of ${sum('answered')} answers were wrong. Once this one has pairs enough, it is measured itself.`}));
  }
  const [half, whole] = measured;
  const tried = ({taught, asked, answered, wrong}) => `with ${taught} pairs ${answered} of ${asked} were answered, ${wrong} of them wrongly`;
  return element('div', {},
    element('p', {}, `With its ${pairs} pairs it answers about `, element('strong', {text: percent(now.coverage)}), ' of other questions like theirs. ',
      ...later.map((more) => `With ${more.pairs - pairs} more: about ${percent(more.coverage)}. `)),
    element('p', {class: 'quiet', text: `${whole.asked < pairs ? 'Of a sample each' : 'Each'} pair’s question was asked without the pair: ${tried(half)}; ${tried(whole)}. What more would earn supposes that the next doubling leaves the same share of what was unanswered, which is the most to hope for.`}));
}

/** That a declaration is written, and what is wrong all the same. */
export function outcomeOf(wrong) {
  return element('p', wrong
    ? {class: 'problem', role: 'alert', text: `Written, but the database cannot be asked: ${wrong}.`}
    : {class: 'yes', role: 'status', text: 'Written. It can be asked now; ./demur calibrate measures how sure it must be.'});
}

/** An editor of a declaration; `id()` names the database, `taken` tells what became of it once it is written. */
function editor(id, initial, writable, taken) {
  const path = () => `/v1/databases/${encodeURIComponent(id())}/declaration`;
  const field = element('textarea', {id: 'declaration-text', class: 'code', rows: 16, spellcheck: 'false'});
  field.value = initial;
  let was = initial;
  let checked = null; // the id that what is told is about
  const told = element('div', {class: 'part', 'aria-live': 'polite'});
  const save = element('button', {type: 'submit', text: 'Save', disabled: true});
  const draft = element('button', {
    type: 'button', text: 'Draft the semantic layer',
    onclick: async () => {
      draft.disabled = true;
      try {
        field.value = (await post(`${path()}/draft`, {text: field.value})).text;
        await check();
      } catch (problem) {
        told.replaceChildren(element('p', {class: 'problem', role: 'alert', text: problem.message}));
      }
      draft.disabled = false;
    },
  });
  const outlook = element('button', {
    type: 'button', text: 'What would more pairs earn?',
    onclick: async () => {
      outlook.disabled = true;
      const place = element('div', {class: 'part'});
      told.append(place);
      await fill(place, async () => outlookOf(await post(`${path()}/outlook`, {text: field.value})));
      outlook.disabled = false;
    },
  });
  const check = async () => {
    const isLatest = checks.begin();
    save.disabled = true;
    if (id() !== checked || !field.value.trim()) told.replaceChildren();
    checked = id();
    if (!id() || !field.value.trim()) return;
    try {
      const found = await post(`${path()}/check`, {text: field.value});
      if (!isLatest()) return;
      save.disabled = !found.sound || !writable;
      told.replaceChildren(...(found.sound ? [
        element('p', {class: 'yes', text: `It opens: ${found.tables} tables, ${found.columns} columns, ${found.rows.toLocaleString('en')} rows, ${found.verifiedQueries.toLocaleString('en')} verified queries.`}),
        proposals(found.proposals, (chosen) => {
          field.value = withPairs(field.value, chosen);
          check();
        }),
      ] : [element('p', {class: 'problem', text: found.problem})]).filter(Boolean));
    } catch (problem) {
      if (isLatest()) told.replaceChildren(element('p', {class: 'problem', role: 'alert', text: problem.message}));
    }
  };
  const checks = checksOf(check);
  field.addEventListener('input', checks.later);
  if (initial) check();
  const form = element('form', {class: 'card part', 'aria-label': 'Declaration',
    onsubmit: async (event) => {
      event.preventDefault();
      checks.begin();
      save.disabled = true;
      try {
        const text = field.value;
        await put(path(), {text, was});
        was = text;
        told.replaceChildren(outcomeOf(await taken(id())));
      } catch (problem) {
        told.replaceChildren(element('p', {class: 'problem', role: 'alert', text: problem.message}));
      }
    }},
    element('div', {}, element('label', {for: 'declaration-text', text: 'Declaration (YAML): where the data are, what they mean, verified queries'}), field),
    element('div', {class: 'row'}, save, draft, outlook),
    !writable && element('p', {class: 'quiet', text: 'It cannot be changed here: the folder of declarations is read-only.'}),
    told);
  return {form, set: (declaration) => {
    field.value = declaration;
    check();
  }, check};
}

/** The tab of a database that there is. */
export function declarationOf(database, taken) {
  const place = element('div');
  fill(place, async () => {
    const {text: initial, writable} = await fetchJson(`/v1/databases/${encodeURIComponent(database)}/declaration`);
    return editor(() => database, initial, writable, taken).form;
  });
  return [place];
}

/** A database that there is not yet, step by step; `known` are the ids that there are. */
export function newDeclaration(known, taken) {
  const field = (id, label, options = {}) => {
    const input = element('input', {id, autocomplete: 'off', ...options});
    return {input, shown: element('div', {}, element('label', {for: id, text: label}), input)};
  };
  const id = field('new-id', 'Id: letters, digits, _ and -', {placeholder: 'library', pattern: '[A-Za-z0-9][A-Za-z0-9_\\-]*'});
  const place = field('new-place', 'SQLite file, or address of a PostgreSQL database', {placeholder: 'data/library.sqlite or jdbc:postgresql://host/database'});
  const user = field('new-user', 'User (PostgreSQL; its password as ${DATABASE_…})', {placeholder: 'reader'});
  const about = field('new-about', 'What is in it, in a sentence', {placeholder: 'Books and who borrowed them.'});
  const all = [id, place, user, about];
  let written = null;
  const isKnown = () => known.includes(id.input.value.trim());
  const there = element('p', {class: 'problem', role: 'alert', hidden: true, text: 'There is a database of this id: change it under its own name.'});
  const edited = editor(() => (isKnown() ? '' : id.input.value.trim()), '', true, taken);
  const compose = () => {
    there.hidden = !isKnown();
    const where = place.input.value.trim();
    const server = where.startsWith('jdbc:postgresql:');
    const lines = [
      about.input.value.trim() && `description: ${text(about.input.value.trim())}`,
      where && `${where.startsWith('jdbc:') ? 'url' : 'file'}: ${text(where)}`,
      server && user.input.value.trim() && `user: ${text(user.input.value.trim())}`,
      server && 'password: ${DATABASE_PASSWORD}',
    ].filter(Boolean);
    const area = edited.form.querySelector('textarea');
    if (!where || (written !== null && area.value !== written)) return edited.check(); // a person's words stay
    written = `${lines.join('\n')}\n`;
    return edited.set(written);
  };
  const later = afterPause(compose);
  all.forEach(({input}) => input.addEventListener('input', later));
  return [
    element('div', {class: 'card part'},
      element('h2', {text: 'Declare a new database'}),
      element('p', {class: 'quiet', text: 'Say where it is; it is opened as you type, read-only. Then take questions to begin with, let Demur draft what the data mean from them, and save.'}),
      element('div', {class: 'fields'}, ...all.map(({shown}) => shown)), there),
    edited.form,
  ];
}
