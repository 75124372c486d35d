/** What a declaration says the data mean: its entries, each added, changed and removed by a form. */
import {element, fetchJson, fill, post, put, searchOf, table} from './shell.js';
import {checksOf} from './pairs.js';

const phrases = (label) => ({label: `${label}, one a line`, many: true});
const name = (label) => ({label, names: true});
const path = (label) => name(`${label}: table.column, or table.reference = other.key > other.column`);

/**
 * By the key that it stands under: what an entry is, where it stands in the declaration, and its fields. It is a group
 * of them, a text by itself (`text`), a text by its name (`name`, `text`), or all words at once.
 */
const KINDS = {
  synonyms: {label: 'Words for a value', is: 'stands for a value', at: '/semantics/synonyms',
    fields: {words: phrases('Words of questions'), column: name('Column'), value: {label: 'Value'}}},
  entities: {label: 'Words for a table', is: 'names a table', at: '/semantics/entities',
    fields: {table: name('Table'), name: name('Column that names its rows, if any'), words: phrases('What people call its rows')}},
  events: {label: 'A table of events', is: 'a table of events', at: '/semantics/events',
    fields: {table: name('Table'), time: name('Column of the time, if any'), item: path('What tells one kind from another'),
      scope: path('Whom or what a row belongs to'), value: path('The number that a row carries')}},
  units: {label: 'A unit', is: 'names a column', at: '/semantics/units', shape: 'named',
    fields: {name: name('Column'), text: {label: 'What its numbers are measured in'}}},
  filters: {label: 'Rows that are always meant', is: 'always meant', at: '/semantics/filters',
    fields: {column: name('Column'), value: {label: 'Value'}}},
  licences: {label: 'Words that ask for an element', is: 'asks for', at: '/semantics/licences',
    fields: {elements: phrases('Elements of statements'), words: phrases('Words that ask for one of them'), also: phrases('Words that may ask for something else too')}},
  neutral: {label: 'Words that ask for nothing', is: 'asks for', at: '/semantics/neutral', shape: 'words', fields: {words: phrases('Words')}},
  assumptions: {label: 'How questions are read', is: 'assumed', at: '/assumptions', shape: 'texts', fields: {text: {label: 'A sentence'}}},
  tables: {at: '/tables/describe', shape: 'named', fields: {name: {label: 'Table', fixed: true}, text: {label: 'What a row of it is'}}},
  columns: {at: '/columns/describe', shape: 'named', fields: {name: {label: 'Column', fixed: true}, text: {label: 'What it means'}}},
};

const pointer = (at, key) => `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Where an entry stands and what its fields hold; where it is new, only what it begins with. `which` is its index, or the name that it describes. */
function found({at, shape}, says, which) {
  const held = at.split('/').slice(1).reduce((value, key) => value?.[key], says);
  if (shape === 'words') return {at: held && at, fields: {words: held}};
  if (shape === 'named') {
    const named = Object.entries(held || {});
    const [name, text] = (typeof which === 'string' ? named.find(([key]) => key.toLowerCase() === which.toLowerCase()) : named[which]) || [];
    return {at: name && pointer(at, name), fields: {name: name || which, text}};
  }
  const entry = held?.[which];
  return {at: entry && `${at}/${which}`, fields: shape === 'texts' ? {text: entry} : entry || {}};
}

/** The fields of words for a value that no declaration has: they are of the database's own comments, and declaring them takes their place. */
function ofComment({semantics}, which) {
  const {words, meaning} = semantics.filter(({kind}) => kind === 'synonyms')[which] || {};
  const [, column, value] = /^(.+?) = '(.*)'$/s.exec(meaning) || [];
  return {words, column, value};
}

/** What of the declaration is to change so that the entry has these fields; null where they are not enough to say. */
function changes({at, shape}, fields, old) {
  if (shape === 'words') return fields.words && [{at, value: fields.words}];
  if (shape === 'texts') return fields.text && [{at: old || `${at}/-`, value: fields.text}];
  if (shape !== 'named') return Object.keys(fields).length > 1 && [{at: old || `${at}/-`, value: fields}];
  if (!fields.name || !fields.text) return null;
  const now = {at: pointer(at, fields.name), value: fields.text};
  return old && old !== now.at ? [now, {at: old}] : [now];
}

/** A form for an entry; `done` is called once it is written. */
export function entryForm(database, key, which, done) {
  const kind = KINDS[key];
  const declaration = `/v1/databases/${encodeURIComponent(database.id)}/declaration`;
  const names = database.tables.flatMap(({name, columns}) => [name, ...columns.map((column) => `${name}.${column.name}`)]);
  const place = element('div', {class: 'card'});
  fill(place, async () => {
    const {text, says} = await fetchJson(declaration);
    const entry = found(kind, says, which);
    if (key === 'synonyms' && !entry.at) entry.fields = ofComment(database, which);
    const checks = checksOf(() => tried(changes(kind, fields(), entry.at)));
    const inputs = Object.entries(kind.fields).map(([field, {label, many, names: named, fixed}]) => {
      const input = element(many ? 'textarea' : 'input', {id: `entry-${field}`, autocomplete: 'off', readonly: fixed,
        rows: many && 3, list: named && 'entry-names'});
      input.value = [entry.fields[field] ?? ''].flat().join('\n');
      input.addEventListener('input', checks.later);
      return {field, many, input, shown: element('div', {}, element('label', {for: input.id, text: label}), input)};
    });
    const fields = () => Object.fromEntries(inputs
      .map(({field, many, input}) => [field, many ? input.value.split('\n').map((line) => line.trim()).filter(Boolean) : input.value.trim()])
      .filter(([, value]) => value.length));
    const told = element('div', {'aria-live': 'polite'});
    const say = (kindOf, message) => told.replaceChildren(element('p', {class: kindOf, text: message}));
    const save = element('button', {type: 'submit', text: entry.at ? 'Save the change' : 'Add it', disabled: true});
    /** The declaration with the changes, once it is known to open; null where it does not, which is said. */
    const tried = async (wanted) => {
      const isLatest = checks.begin();
      save.disabled = true;
      told.replaceChildren();
      if (!wanted) return null;
      try {
        let changed = text;
        for (const change of wanted) ({text: changed} = await post(`${declaration}/change`, {text: changed, ...change}));
        const {sound, problem} = await post(`${declaration}/check`, {text: changed});
        if (!isLatest()) return null;
        save.disabled = !sound;
        say(sound ? 'yes' : 'problem', sound ? 'It can be saved.' : problem);
        return sound ? changed : null;
      } catch (problem) {
        if (isLatest()) say('problem', problem.message);
        return null;
      }
    };
    const write = async (wanted) => {
      const changed = await tried(wanted);
      if (changed === null) return;
      save.disabled = true;
      say('quiet', 'Writing …');
      try {
        await put(declaration, {text: changed, was: text});
        await done();
      } catch (problem) {
        say('problem', problem.message);
      }
    };
    queueMicrotask(() => inputs.find(({input}) => !input.readOnly).input.focus());
    return element('form', {class: 'part', 'aria-label': entry.at ? 'Change an entry' : 'Add an entry',
      onsubmit: (event) => {
        event.preventDefault();
        write(changes(kind, fields(), entry.at));
      }},
      element('datalist', {id: 'entry-names'}, ...names.map((value) => element('option', {value}))),
      kind.label && element('h2', {text: kind.label}),
      element('div', {class: 'fields'}, ...inputs.map(({shown}) => shown)),
      element('div', {class: 'row'}, save,
        entry.at && element('button', {type: 'button', text: 'Remove it', onclick: () => write([{at: entry.at}])}),
        element('button', {type: 'button', text: 'Leave it', onclick: () => place.remove()})),
      told);
  });
  return place;
}

/** The semantic layer; `edit` opens the form of an entry, and is null where nothing can be changed. */
export function semanticsOf({semantics, assumptions}, edit) {
  const count = {};
  const rows = [...semantics, ...assumptions.map((meaning) => ({kind: 'assumptions', words: [], meaning}))]
    .map(({kind, words, meaning}) => {
      const index = count[kind] = (count[kind] ?? -1) + 1;
      return [words.join(', '), element('span', {class: 'tag', text: KINDS[kind].is}),
        [kind === 'assumptions' ? meaning : element('code', {text: meaning}), ' ',
          edit && element('button', {type: 'button', class: 'small', text: 'Change', onclick: () => edit(kind, index)})]];
    });
  const entries = table('Semantic layer', ['Words', 'Is', 'In the schema'], rows);
  const kinds = element('select', {id: 'entry-kind'}, ...Object.entries(KINDS).filter(([, {label}]) => label)
    .map(([value, {label}]) => element('option', {value, text: label})));
  return [
    edit && element('div', {class: 'row low'},
      element('div', {}, element('label', {for: 'entry-kind', text: 'What to add'}), kinds),
      element('button', {type: 'button', text: 'Add an entry', onclick: () => edit(kinds.value, kinds.value === 'neutral' ? 0 : undefined)})),
    ...(rows.length
      ? [searchOf('semantics-search', 'Search the semantic layer', 'A word of questions, a table, a value …', entries.querySelectorAll('tbody tr')), entries]
      : [element('p', {class: 'quiet', text: 'Nothing is declared of what the data mean beyond the schema. The declaration takes it, and can draft it from verified queries.'})]),
  ].filter(Boolean);
}
