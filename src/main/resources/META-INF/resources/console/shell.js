/** What every page of the console has: its header, sign-in, requests of who signed in, and safe ways to make elements. */

const KEY = 'demur.key';
const TAB = 'demur.tab';
/** A cookie of ConsoleSessions: `open`, or `refused` where sign-in did not succeed. The session itself is out of reach. */
const SESSION = 'demur-session';
const PAGES = [
  ['./', 'Ask'],
  ['databases.html', 'Databases'],
  ['review.html', 'Review'],
  ['experiments.html', 'Experiments'],
  ['evaluations.html', 'Evaluations'],
];

export const byId = (id) => document.getElementById(id);

function furnish(node, options, children) {
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'text') node.textContent = value;
    else if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/**
 * An element with attributes, listeners (`onclick`) and children. Text is never read as HTML, since questions, cells
 * and names are untrusted.
 */
export function element(name, options = {}, ...children) {
  return furnish(document.createElement(name), options, children);
}

/** The same of an SVG. */
export function svg(name, options = {}, ...children) {
  return furnish(document.createElementNS('http://www.w3.org/2000/svg', name), options, children);
}

/**
 * A table that scrolls by itself where it is too large.
 *
 * @param head of texts, or of {text, number} where numbers stand below
 * @param rows of cells, each a text, an element or a list of them; `null` is shown as what it is in a database
 * @param named whether the first cell of a row is its name
 */
export function table(label, head, rows, named = false) {
  const columns = head.map((column) => (column.text === undefined ? {text: column} : column));
  const classOf = (i) => columns[i].number && 'number';
  const cell = (content, i) => element(named && i === 0 ? 'th' : 'td',
    {class: content === null ? 'null' : classOf(i), scope: named && i === 0 && 'row'}, ...[content === null ? 'null' : content].flat());
  return element('div', {class: 'table', tabindex: '0', role: 'region', 'aria-label': label}, element('table', {},
    element('thead', {}, element('tr', {}, ...columns.map(({text}, i) => element('th', {scope: 'col', class: classOf(i), text})))),
    element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map(cell))))));
}

/** The rows of a result as a table. */
export function resultTable(label, {columns, rows}) {
  const head = columns.map(({name, type}) => ({text: name, number: type === 'integer' || type === 'real'}));
  return table(label, head, rows.map((row) => row.map((value) => (value === null ? null : String(value)))));
}

/** A field that leaves those elements that have all of its words. */
export function searchOf(id, label, placeholder, elements) {
  const nothing = element('p', {class: 'quiet', role: 'status'});
  const search = element('input', {id, type: 'search', placeholder,
    oninput: () => {
      const words = search.value.toLowerCase().split(/\s+/);
      for (const one of elements) {
        const text = one.textContent.toLowerCase();
        one.hidden = !words.every((word) => text.includes(word));
      }
      nothing.textContent = [...elements].some((one) => !one.hidden) ? '' : 'Nothing is found.';
    }});
  return element('div', {}, element('label', {for: id, text: label}), search, nothing);
}

/** A failure as the service tells it: `message` is for people; `status` is 0 where it did not answer at all. */
export class Problem extends Error {
  constructor(message, status, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** An id for this tab, so that an experiment by session shows it one variant throughout. */
function tab() {
  if (sessionStorage.getItem(TAB) === null) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    sessionStorage.setItem(TAB, Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  }
  return sessionStorage.getItem(TAB);
}

const session = () => document.cookie.split('; ').find((cookie) => cookie.startsWith(`${SESSION}=`))?.split('=')[1];

function withKey(request = {}) {
  const key = sessionStorage.getItem(KEY);
  return {...request, headers: {...request.headers, 'Demur-Session': tab(), ...(key && {Authorization: `Bearer ${key}`})}};
}

/** The problem that a response tells, with what to do about it where that is known here. */
async function problemOf(response) {
  const body = await response.json().catch(() => ({}));
  if (response.status === 401) {
    askToSignIn(response.headers.get('WWW-Authenticate')?.includes('OIDC'));
    return new Problem('Nobody is signed in here, or not any more.', response.status);
  }
  const detail = body.detail || `The service answered with status ${response.status}.`;
  return new Problem(detail, response.status, body.code);
}

/** Sends a request with the caller's key; throws a Problem unless it succeeds. */
export async function send(path, request) {
  let response;
  try {
    response = await fetch(path, withKey(request));
  } catch (cause) {
    if (cause.name === 'AbortError') throw cause;
    throw new Problem('The service does not answer. It may have stopped, or the connection is broken; try again.', 0);
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

export async function fetchJson(path, request) {
  const response = await send(path, request);
  return response.status === 204 ? undefined : response.json();
}

const json = (method, body) => ({
  method,
  headers: {'Content-Type': 'application/json'},
  body: JSON.stringify(body),
});

export const post = (path, body) => fetchJson(path, json('POST', body));

export const put = (path, body) => fetchJson(path, json('PUT', body));

/** Without a body; the service takes no change that does not say what it is. */
export const remove = (path) => fetchJson(path, json('DELETE'));

/** A POST whose answer comes as server-sent events; `heard` gets the name and data of each. */
export async function postForEvents(path, body, heard, signal) {
  const request = json('POST', body);
  request.headers.Accept = 'text/event-stream';
  const response = await send(path, {...request, signal});
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return;
    const events = (text + value).replaceAll('\r\n', '\n').split('\n\n');
    text = events.pop();
    for (const event of events) {
      const lines = event.split('\n');
      const field = (name) => lines.filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).replace(/^ /, '')).join('\n');
      if (field('data')) heard(field('event') || 'message', JSON.parse(field('data')));
    }
  }
}

/** A failure said in place of what could not be had, with a button to try again where `again` is given. */
export function trouble(problem, again) {
  if (problem.status === 401) return element('p', {class: 'quiet', text: 'Sign in to see this.'}); // the form says why
  const hint = problem.status === 403 ? 'You do not have the role that this needs; whoever runs Demur can give it to you.' : null;
  return element('div', {class: 'trouble', role: 'alert'},
    element('p', {class: 'verdict bad', text: 'That did not work'}),
    element('p', {text: problem.message}),
    hint && element('p', {class: 'quiet', text: hint}),
    again && element('button', {type: 'button', text: 'Try again', onclick: again}));
}

const latestWork = new WeakMap();

/** Fills a place with what `work` gives, saying that it loads and, if need be, why it could not. What was asked for last is shown, whichever comes last. */
export async function fill(place, work) {
  latestWork.set(place, work);
  place.setAttribute('aria-busy', 'true');
  if (!place.childElementCount) place.replaceChildren(element('p', {class: 'quiet', text: 'Loading …'}));
  let content;
  try {
    content = [await work()].flat();
  } catch (problem) {
    content = [trouble(problem, () => fill(place, work))];
  }
  if (latestWork.get(place) !== work) return;
  place.replaceChildren(...content);
  place.removeAttribute('aria-busy');
}

/** A button that says for a moment that it has done what it is for. */
export function copyButton(text, label = 'Copy') {
  const button = element('button', {
    type: 'button', class: 'small', text: label,
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Cannot copy here';
      }
      setTimeout(() => { button.textContent = label; }, 1500);
    },
  });
  return button;
}

/** Offers a text as a file. */
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], {type}));
  element('a', {href: address, download: name}).click();
  URL.revokeObjectURL(address);
}

function here(path) {
  const file = location.pathname.split('/').pop();
  return path === (file === '' || file === 'index.html' ? './' : file);
}

function header() {
  const links = PAGES.map(([path, name]) =>
    element('li', {}, element('a', {href: path, text: name, 'aria-current': here(path) && 'page'})));
  const signedIn = sessionStorage.getItem(KEY) !== null || session() === 'open';
  return element('header', {class: 'top'},
    element('a', {class: 'skip', href: '#main', text: 'Skip to content'}),
    element('a', {class: 'brand', href: './', text: 'Demur'}),
    element('nav', {'aria-label': 'Pages'}, element('ul', {}, ...links)),
    signedIn && element('button', {
      id: 'sign-out', type: 'button', class: 'small', text: 'Sign out',
      onclick: () => {
        sessionStorage.clear();
        if (session() === 'open') location.assign('/sign-out');
        else location.reload();
      },
    }));
}

/** Why this page asks who it is, as far as it knows. */
function occasion() {
  if (sessionStorage.getItem(KEY) !== null) return 'This key is not good (any more)';
  return {refused: 'That sign-in did not succeed', open: 'Your session has ended'}[session()] ?? 'Sign in';
}

/** Leads to the provider of identities, and back to this page. */
function signInByProvider() {
  sessionStorage.removeItem(KEY);
  const page = location.pathname.split('/').pop() + location.search + location.hash;
  location.assign(`/sign-in?${new URLSearchParams({page})}`);
}

/** Asks for a key, which is kept until the tab is closed, or first leads to the provider of identities where there is one. */
function askToSignIn(hasProvider) {
  if (byId('sign-in')) return;
  byId('sign-out')?.remove();
  const key = element('input', {id: 'key', type: 'password', required: true, autocomplete: 'off', 'aria-describedby': 'key-note'});
  const byKey = [
    element('label', {for: 'key', text: 'Key'}), key,
    element('p', {id: 'key-note', class: 'quiet', text: 'This service answers those who have a key, as made by “./demur key make”. It is kept until this tab is closed.'}),
    element('button', {type: 'submit', text: hasProvider ? 'Sign in with this key' : 'Sign in'})];
  const provider = element('button', {type: 'button', class: 'chief', text: 'Sign in', onclick: signInByProvider});
  byId('main').prepend(element('form', {id: 'sign-in', class: 'card', 'aria-labelledby': 'sign-in-why',
    onsubmit: (event) => {
      event.preventDefault();
      sessionStorage.setItem(KEY, key.value.trim());
      location.reload();
    }},
    element('h2', {id: 'sign-in-why', text: occasion()}),
    ...(hasProvider ? [element('p', {}, provider), element('details', {}, element('summary', {text: 'I have a key'}), ...byKey)] : byKey)));
  (hasProvider ? provider : key).focus();
}

document.body.prepend(header());
