/** The databases: what is in each, what its questions follow, and what declares it. */
import {byId, element, fetchJson, fill, searchOf, table} from './shell.js';
import {declarationOf, newDeclaration, outcomeOf} from './declaration.js';
import {entryForm, semanticsOf} from './meanings.js';
import {pairsOf} from './pairs.js';
import {schemaPicture} from './schema-picture.js';

let session = {roles: []};
let databases = [];
const may = (...roles) => roles.some((role) => session.roles.includes(role));
const mayDeclare = () => may('operate') && session.allDatabases;

function tableDetails({name, description, rows, primaryKey, foreignKeys, columns}, edit) {
  const describe = (kind, what) => edit && element('button', {type: 'button', class: 'small', text: 'Describe', onclick: () => edit(kind, what)});
  const refers = new Map(foreignKeys.map(({column, refersTo}) => [column, refersTo]));
  return element('details', {class: 'card', 'data-table': name},
    element('summary', {}, element('strong', {text: name}), ` ${rows.toLocaleString('en')} rows`),
    (description || edit) && element('p', {class: 'row'}, description, describe('tables', name)),
    table(`Columns of ${name}`, ['Column', 'Type', 'Meaning'], columns.map((column) => [
      [element('strong', {text: column.name}), primaryKey.includes(column.name) && element('span', {class: 'tag', text: 'key'})],
      column.type,
      [[column.description, refers.has(column.name) && `→ ${refers.get(column.name)}`].filter(Boolean).join(' '), ' ', describe('columns', `${name}.${column.name}`)],
    ])));
}

function schemaOf(database, edit) {
  const details = element('div', {class: 'stack'}, ...database.tables.map((one) => tableDetails(one, edit)));
  const tables = database.tables.map((table) => ({...table,
    foreignKeys: table.foreignKeys.map(({column, refersTo}) => ({column, refersTo: {table: refersTo.slice(0, refersTo.lastIndexOf('.'))}}))}));
  return [
    element('div', {class: 'card picture', tabindex: '0', role: 'region', 'aria-label': 'Tables and the keys between them; listed below'},
      schemaPicture(tables, (name) => {
        const table = [...details.children].find((one) => one.dataset.table === name);
        table.open = true;
        table.scrollIntoView({block: 'center'});
        table.querySelector('summary').focus();
      })),
    searchOf('schema-search', 'Search the schema', 'A table, a column, a meaning …', details.children),
    details,
  ];
}

const CODES = {
  'invalid-configuration': 'its declaration or its pairs have mistakes; Demur’s log names them',
  'database-unavailable': 'its file or server cannot be reached',
  'invalid-model-file': 'a model file is broken',
  'invalid-thresholds': 'its file of thresholds is broken',
};

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const troubles = (problems = []) => problems.map((code) => CODES[code] || code).join('; ');

const wanted = () => decodeURIComponent(location.hash.slice(1));

const links = () => databases.map(({id, status}) => element('a', {
  class: status === 'ready' ? 'choice' : 'choice bad', href: `#${encodeURIComponent(id)}`, 'data-id': id, text: id,
  'aria-current': id === wanted() && 'true'}));

/** What became of a declaration that was written: null where its database can be asked, else what is wrong. */
async function taken(id) {
  databases = await fetchJson('/v1/databases');
  byId('list').replaceChildren(...links());
  const {status, problems} = databases.find((one) => one.id === id);
  return status === 'ready' ? null : troubles(problems);
}

async function show(id) {
  const path = `/v1/databases/${encodeURIComponent(id)}`;
  const load = () => fetchJson(path);
  const [first, {writable}] = await Promise.all([load(), may('operate') ? fetchJson(`${path}/declaration`) : {writable: false}]);
  let database = first;
  const saved = async () => {
    const wrong = await taken(id);
    if (!wrong) database = await load();
    return wrong;
  };
  const form = element('div');
  const place = element('div', {class: 'stack'});
  const edit = writable ? (kind, which) => {
    form.replaceChildren(entryForm(database, kind, which, async () => {
      const outcome = outcomeOf(await saved());
      buttons.find((button) => button.getAttribute('aria-pressed') === 'true').click();
      form.replaceChildren(outcome);
    }));
    form.scrollIntoView({block: 'nearest'});
  } : null;
  const tabs = [['Schema', () => schemaOf(database, edit)], ['Semantic layer', () => semanticsOf(database, edit)],
    may('review', 'operate') && ['Verified queries', () => pairsOf(id, may('operate'))],
    may('operate') && ['Declaration', () => declarationOf(id, saved)]].filter(Boolean);
  const buttons = tabs.map(([name, content]) => element('button', {
    type: 'button', text: name, 'aria-pressed': 'false',
    onclick: (event) => {
      buttons.forEach((button) => button.setAttribute('aria-pressed', String(button === event.currentTarget)));
      form.replaceChildren();
      place.replaceChildren(...content());
    },
  }));
  const rows = database.tables.reduce((sum, one) => sum + one.rows, 0);
  queueMicrotask(() => buttons[0].click());
  return [
    element('div', {},
      element('p', {text: database.description}),
      element('p', {class: 'quiet', text: `${database.tables.length} tables · ${rows.toLocaleString('en')} rows · ${database.verifiedQueries.toLocaleString('en')} verified queries`}),
      database.problems && element('p', {class: 'problem', text: `Something is wrong: ${troubles(database.problems)}.`})),
    element('div', {class: 'row', role: 'group', 'aria-label': 'Views'}, ...buttons), form, place,
  ];
}

async function route() {
  byId('list').replaceChildren(...links());
  byId('database').replaceChildren();
  if (wanted() === 'new' && mayDeclare()) {
    byId('database').replaceChildren(...newDeclaration(databases.map(({id}) => id), taken));
    return;
  }
  const known = databases.find(({id}) => id === wanted());
  if (!known) {
    if (databases.length) location.replace(`#${encodeURIComponent((databases.find(({status}) => status === 'ready') || databases[0]).id)}`);
    else byId('database').replaceChildren(element('p', {class: 'quiet', text: 'No database is declared, or none is open to you.'}));
  } else if (known.status === 'ready') {
    await fill(byId('database'), () => show(known.id));
  } else {
    byId('database').replaceChildren(element('div', {class: 'card'},
      element('p', {class: 'verdict bad', text: 'It cannot be asked'}),
      element('p', {text: sentence(troubles(known.problems))})),
    ...(may('operate') ? declarationOf(known.id, taken) : []));
  }
}

fill(byId('list'), async () => {
  [session, databases] = await Promise.all([fetchJson('/v1/session'), fetchJson('/v1/databases')]);
  byId('declare').hidden = !mayDeclare();
  queueMicrotask(route);
  window.addEventListener('hashchange', route);
  return links();
});
