'use strict';

const byId = (id) => document.getElementById(id);
const LAST = 'demur.database';
const KEY = 'demur.key';
let latest = 0;

/** An element with text and children; text is never read as HTML, since cells and questions are untrusted. */
function element(name, options = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (key === 'text') node.textContent = value;
    else if (key === 'class') node.className = value;
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

async function fetchJson(path, request) {
  const key = sessionStorage.getItem(KEY);
  const headers = {...(request || {}).headers, ...(key && {Authorization: `Bearer ${key}`})};
  const response = await fetch(path, {...request, headers});
  if (response.status === 401) byId('sign-in').hidden = false;
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.detail || `The service answered with status ${response.status}.`);
  return body;
}

function chips(questions) {
  return questions.map((question) => {
    const button = element('button', {type: 'button', text: question});
    button.addEventListener('click', () => {
      byId('question').value = question;
      ask();
    });
    return element('li', {}, button);
  });
}

function cell(value, type) {
  if (value === null) return element('td', {class: 'null', text: 'null'});
  return element('td', {class: isNumber(type) ? 'number' : '', text: String(value)});
}

const isNumber = (type) => type === 'integer' || type === 'real';

function table(answer) {
  const head = element('tr', {}, ...answer.columns.map((column) =>
    element('th', {scope: 'col', class: isNumber(column.type) ? 'number' : '', text: column.name})));
  const rows = answer.rows.map((row) =>
    element('tr', {}, ...row.map((value, i) => cell(value, answer.columns[i].type))));
  const whole = element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows));
  return element('div', {class: 'table', tabindex: '0', role: 'region', 'aria-label': 'Rows'}, whole);
}

function count(answer) {
  const rows = answer.rows.length;
  if (answer.truncated) return `The first ${rows} rows; there are more.`;
  return rows === 1 ? '1 row' : `${rows} rows`;
}

/** How sure an answer is, as far as a calibration tells. */
function sureness(answer) {
  return answer.confidence === undefined ? 'how sure is not known' : `${Math.floor(1000 * answer.confidence) / 10} % sure`;
}

/** Buttons to say what one thinks of an answer; each sends its feedback and tells what becomes of it. */
function opinion(label, choices) {
  const group = element('div', {class: 'opinion', role: 'group', 'aria-label': label}, element('span', {text: label}));
  for (const {text, feedback, thanks} of choices) {
    const button = element('button', {type: 'button', text});
    button.addEventListener('click', async () => {
      try {
        await fetchJson('/v1/feedback', {
          method: 'POST',
          headers: {'Content-Type': 'application/json'},
          body: JSON.stringify(feedback),
        });
        group.replaceChildren(element('span', {text: thanks}));
      } catch (problem) {
        group.querySelectorAll('.problem').forEach((told) => told.remove());
        group.append(element('span', {class: 'problem', text: problem.message}));
      }
    });
    group.append(button);
  }
  return group;
}

function answered(answer) {
  const parts = [
    element('p', {class: 'verdict yes', text: `Answered, ${sureness(answer)}`}),
    element('blockquote', {text: answer.question}),
  ];
  parts.push(answer.rows.length ? table(answer) : element('p', {text: 'No row matches.'}));
  parts.push(element('p', {class: 'quiet', text: `${count(answer)} · ${answer.timings.total.toFixed(1)} ms`}));
  parts.push(opinion('Is this right?', [
    {text: 'Right', feedback: {answer: answer.id, verdict: 'correct'}, thanks: 'Thank you: noted as right.'},
    {text: 'Wrong', feedback: {answer: answer.id, verdict: 'wrong'}, thanks: 'Thank you: noted as wrong.'},
  ]));
  parts.push(element('h2', {text: 'SQL'}), element('pre', {text: answer.sql}));
  if (answer.groundedBy && answer.groundedBy.question) {
    parts.push(element('p', {class: 'quiet', text: `Follows the verified query “${answer.groundedBy.question}”.`}));
  }
  return parts;
}

/** The question with the words to blame marked. */
function blamed(question, words) {
  const quote = element('blockquote');
  const escaped = (words || []).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!escaped.length) {
    quote.textContent = question;
    return quote;
  }
  question.split(new RegExp(`(${escaped.join('|')})`, 'i')).forEach((part, i) =>
    quote.append(i % 2 ? element('mark', {text: part}) : part));
  return quote;
}

/** What was withheld, for the asker to judge. */
function withheld({id, draft}) {
  return [
    element('h2', {text: 'Is this what you mean?'}),
    element('p', {class: 'quiet', text: 'This query was withheld: nobody verified it, and no rows are shown.'}),
    element('pre', {text: draft.sql}),
    element('p', {class: 'quiet', text: 'What speaks against it:'}),
    element('ul', {class: 'against'}, ...draft.against.map((sentence) => element('li', {text: sentence}))),
    opinion('Is it?', [
      {
        text: 'Yes, this is what I mean',
        feedback: {answer: id, verdict: 'should have answered', sql: draft.sql},
        thanks: 'Thank you: noted for review. Once somebody has accepted it, such questions can be answered.',
      },
      {text: 'No', feedback: {answer: id, verdict: 'rightly abstained'}, thanks: 'Thank you: noted.'},
    ]),
  ];
}

function abstained(answer) {
  const parts = [
    element('p', {class: 'verdict no', text: 'No answer'}),
    blamed(answer.question, answer.reason.words),
    element('p', {text: answer.reason.message}),
  ];
  const findings = (answer.reason.findings || []).map((finding) => element('li', {text: finding.explanation}));
  if (findings.length > 1 && !answer.draft) parts.push(element('ul', {}, ...findings));
  if (answer.draft) parts.push(...withheld(answer));
  if (answer.suggestions.length) {
    parts.push(element('h2', {text: 'It could answer'}), element('ul', {class: 'chips'}, ...chips(answer.suggestions)));
  }
  return parts;
}

function show(...parts) {
  const result = byId('result');
  result.replaceChildren(...parts);
  result.hidden = false;
}

async function ask() {
  const mine = ++latest;
  const request = {database: byId('database').value, question: byId('question').value, drafts: true};
  if (byId('strategy').value) request.strategy = byId('strategy').value;
  if (byId('penalty').value) request.penalty = Number(byId('penalty').value);
  const send = byId('send');
  send.disabled = true;
  send.textContent = 'Asking …';
  try {
    const answer = await fetchJson('/v1/query', {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify(request),
    });
    if (mine === latest) show(...(answer.decision === 'answered' ? answered(answer) : abstained(answer)));
  } catch (problem) {
    if (mine === latest) {
      show(element('p', {class: 'verdict bad', text: 'That did not work'}), element('p', {text: problem.message}));
    }
  } finally {
    if (mine === latest) {
      send.disabled = false;
      send.textContent = 'Ask';
    }
  }
}

async function describe() {
  const id = byId('database').value;
  localStorage.setItem(LAST, id);
  byId('result').hidden = true;
  byId('examples').hidden = true;
  byId('about').textContent = '';
  try {
    const database = await fetchJson(`/v1/databases/${encodeURIComponent(id)}`);
    if (byId('database').value !== id) return;
    const rows = database.tables.reduce((sum, one) => sum + one.rows, 0);
    byId('about').textContent = `${database.description} ${database.tables.length} tables, ${rows.toLocaleString('en')} rows, `
      + `${database.verifiedQueries.toLocaleString('en')} verified queries.`;
    byId('example-list').replaceChildren(...chips(database.examples));
    byId('examples').hidden = !database.examples.length;
  } catch (problem) {
    byId('about').textContent = problem.message;
  }
}

async function start() {
  try {
    const [databases, strategies] = await Promise.all([fetchJson('/v1/databases'), fetchJson('/v1/strategies')]);
    const ready = databases.filter((database) => database.status === 'ready');
    byId('database').replaceChildren(...ready.map(({id}) => element('option', {value: id, text: id})));
    const wanted = localStorage.getItem(LAST) || 'demo';
    if (ready.some(({id}) => id === wanted)) byId('database').value = wanted;
    byId('strategy').replaceChildren(...strategies.map((strategy) =>
      element('option', {value: strategy.default ? '' : strategy.name, text: strategy.name})));
    byId('strategy').value = '';
    await describe();
  } catch (problem) {
    byId('about').textContent = problem.message;
  }
}

byId('ask').addEventListener('submit', (event) => {
  event.preventDefault();
  ask();
});
byId('question').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault();
    byId('ask').requestSubmit();
  }
});
byId('sign-in').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, byId('key').value.trim());
  byId('sign-in').hidden = true;
  start();
});
byId('database').addEventListener('change', describe);
start();
