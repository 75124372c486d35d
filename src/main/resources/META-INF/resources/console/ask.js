/** The page to ask from: a question, its way through the stages, and its answer or why there is none. */
import {byId, copyButton, download, element, fetchJson, post, postForEvents, Problem, resultTable, trouble} from './shell.js';
import {resultChart} from './result-chart.js';
import {sqlBlock} from './sql.js';

const LAST = 'demur.database';
const STAGES = ['feasibility', 'generation', 'detection', 'uncertainty', 'decision', 'execution'];
const MEANINGS = {
  feasibility: 'Can it be answered from these data?',
  generation: 'Draft SQL',
  detection: 'What is wrong with the drafts?',
  uncertainty: 'How likely is the best one wrong?',
  decision: 'Sure enough?',
  execution: 'Run it, read-only',
};
/** Of any event of the service; it gives up on a question long before. */
const PATIENCE_MS = 90_000;
const STRICTER = [2, 5, 10, 100];

let asking = null;

function chips(questions) {
  return questions.map((question) => element('li', {}, element('button', {
    type: 'button', text: question,
    onclick: () => {
      byId('question').value = question;
      ask();
    },
  })));
}

function count(answer) {
  const rows = answer.rows.length;
  if (answer.truncated) return `The first ${rows} rows; there are more.`;
  return rows === 1 ? '1 row' : `${rows} rows`;
}

/** After RFC 4180; a text that a spreadsheet would take for a formula gets an apostrophe in front. */
function csvCell(value) {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csv({columns, rows}) {
  return [columns.map(({name}) => name), ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

/** A chance in numbers that people count with; never certainty. */
function odds({confidence, calibration}) {
  if (confidence === undefined) return 'How sure it is was never measured.';
  const wrong = 1 - confidence;
  const basis = calibration === 'own' ? 'as measured on questions to this database' : 'as measured on other databases, so roughly';
  if (wrong < 0.002) return `Of 500 answers as sure as this, at most 1 is expected to be wrong, ${basis}.`;
  if (wrong > 0.4) return `About as many answers as sure as this are wrong as right, ${basis}.`;
  const among = 1 / wrong;
  const round = among >= 100 ? Math.round(among / 50) * 50 : among >= 20 ? Math.round(among / 5) * 5 : Math.round(among);
  return `Of ${round} answers as sure as this, about 1 is wrong, ${basis}.`;
}

/** Buttons to say what one thinks of an answer, and a place to write what would have been right. */
function opinion(label, id, choices, correction) {
  const group = element('div', {class: 'opinion', role: 'group', 'aria-label': label});
  const say = async (feedback, thanks) => {
    try {
      await post('/v1/feedback', {answer: id, ...feedback});
      group.replaceChildren(element('p', {class: 'yes', role: 'status', text: thanks}));
    } catch (problem) {
      group.querySelectorAll('.problem').forEach((told) => told.remove());
      group.append(element('p', {class: 'problem', role: 'alert', text: problem.message}));
    }
  };
  const buttons = choices.map(({text, feedback, thanks, chief}) =>
    element('button', {type: 'button', text, class: chief && 'chief', onclick: () => say(feedback, thanks)}));
  const field = element('textarea', {class: 'code', rows: 3, 'aria-label': 'SQL that would be right'});
  field.value = correction.sql;
  group.append(element('div', {class: 'row'}, element('strong', {text: label}), ...buttons),
    element('details', {},
      element('summary', {text: correction.label}), field,
      element('button', {
        type: 'button', text: 'Send the correction',
        onclick: () => say({verdict: correction.verdict, sql: field.value},
          'Thank you: noted for review. Once somebody has accepted it, such questions can be answered so.'),
      })));
  return group;
}

function statement(sql) {
  return [
    element('div', {class: 'row apart'}, element('h2', {text: 'SQL'}), copyButton(sql, 'Copy SQL')),
    sqlBlock(sql),
  ];
}

function answered(answer) {
  const chart = resultChart(answer);
  const grounds = answer.groundedBy && answer.groundedBy.question
    ? `It follows the verified query “${answer.groundedBy.question}”.`
    : 'No single verified query has this form; it was put together.';
  return [
    [
      element('p', {class: 'verdict yes', text: 'Answered'}),
      element('p', {class: 'odds', text: odds(answer)}),
    ],
    [
      element('div', {class: 'row apart'},
        element('h2', {text: count(answer)}),
        answer.rows.length > 0 && element('div', {class: 'row'},
          copyButton(csv(answer), 'Copy CSV'),
          element('button', {
            type: 'button', class: 'small', text: 'Download CSV',
            onclick: () => download(`${answer.database}.csv`, 'text/csv', csv(answer)),
          }))),
      chart,
      answer.rows.length ? resultTable('Rows', answer) : element('p', {text: 'No row matches.'}),
    ],
    [
      ...statement(answer.sql),
      element('p', {class: 'quiet', text: grounds}),
      opinion('Is this right?', answer.id, [
        {text: 'Right', feedback: {verdict: 'correct'}, thanks: 'Thank you: noted as right.'},
        {text: 'Wrong', feedback: {verdict: 'wrong'}, thanks: 'Thank you: noted as wrong.'},
      ], {label: 'Wrong, and I know the right SQL', verdict: 'wrong', sql: answer.sql}),
    ],
  ];
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
    sqlBlock(draft.sql),
    draft.against.length > 0 && element('h3', {text: 'What speaks against it'}),
    draft.against.length > 0 && element('ul', {class: 'against'}, ...draft.against.map((text) => element('li', {text}))),
    opinion('Is it?', id, [
      {
        text: 'Yes, this is what I mean', chief: true,
        feedback: {verdict: 'should have answered', sql: draft.sql},
        thanks: 'Thank you: noted for review. Once somebody has accepted it, such questions can be answered.',
      },
      {text: 'No', feedback: {verdict: 'rightly abstained'}, thanks: 'Thank you: noted.'},
    ], {label: 'Nearly: correct it', verdict: 'should have answered', sql: draft.sql}),
  ];
}

function abstained(answer) {
  const {reason, draft, suggestions} = answer;
  const findings = (reason.findings || []).map((finding) => element('li', {text: finding.explanation}));
  return [
    [
      element('p', {class: 'verdict no', text: 'No answer'}),
      element('p', {text: reason.message}),
      findings.length > 1 && !draft && element('ul', {}, ...findings),
    ],
    draft ? withheld(answer) : [opinion('Is it right not to answer this?', answer.id, [
      {text: 'Yes', feedback: {verdict: 'rightly abstained'}, thanks: 'Thank you: noted.'},
      {text: 'No', feedback: {verdict: 'should have answered'}, thanks: 'Thank you: noted.'},
    ], {label: 'I know the right SQL', verdict: 'should have answered', sql: ''})],
    suggestions.length > 0 && [
      element('h2', {text: 'It could answer'}),
      element('ul', {class: 'chips'}, ...chips(suggestions)),
    ],
  ];
}

/** The stages in a row; each says whether it waits, works, is done or was not needed. */
function pipeline() {
  const steps = new Map(STAGES.map((stage) => [stage, element('li', {class: 'waiting', title: MEANINGS[stage]},
    element('span', {class: 'stage', text: stage}), element('span', {class: 'time', text: ''}))]));
  const spent = new Map();
  let last = null;
  const set = (stage, state, text) => {
    const step = steps.get(stage);
    step.className = state;
    step.lastChild.textContent = text;
  };
  return {
    shown: element('ol', {class: 'pipeline', 'aria-label': 'Stages'}, ...steps.values()),
    entered(stage) {
      last = stage;
      set(stage, 'working', '…');
    },
    measured(stage, milliseconds) {
      spent.set(stage, (spent.get(stage) || 0) + milliseconds);
      set(stage, 'done', `${spent.get(stage).toFixed(1)} ms`);
    },
    /** Where it ended: at the stage that decided or broke down. */
    ended(answer) {
      for (const stage of STAGES) if (!spent.has(stage)) set(stage, 'unneeded', '–');
      if (answer === null) {
        if (last) set(last, 'broken', 'broke down');
      } else if (answer.decision === 'abstained') {
        set('decision', 'stopped', 'no');
      }
    },
  };
}

function show(...parts) {
  byId('result').replaceChildren(...parts);
  byId('result').hidden = false;
}

const card = (parts, options = {}) => element('div', {class: 'card part', ...options}, ...parts);

function result(answer, stages) {
  const [head, ...others] = answer.decision === 'answered' ? answered(answer) : abstained(answer);
  const words = answer.decision === 'abstained' ? answer.reason.words : [];
  show(
    card([blamed(answer.question, words), ...head, stages]),
    element('div', {class: `columns ${answer.decision}`}, ...others.filter(Boolean).map((parts) => card(parts))));
}

async function answerOf(request, stages, signal) {
  let end = null;
  await postForEvents('/v1/query/events', request, (name, data) => {
    if (name === 'entered') stages.entered(data.stage);
    else if (name === 'measured') stages.measured(data.stage, data.milliseconds);
    else if (name === 'answer') end = data;
    else if (name === 'problem') throw new Problem(data.detail, data.status, data.code);
  }, signal);
  if (end === null) throw new Problem('The connection broke before the answer came; try again.', 0);
  return end;
}

async function ask() {
  if (asking) asking.abort();
  const mine = new AbortController();
  asking = mine;
  const request = {database: byId('database').value, question: byId('question').value.trim(), drafts: true};
  if (!request.question) {
    show(card([element('p', {class: 'problem', role: 'alert', text: 'Write a question first.'})]));
    return;
  }
  if (byId('strategy').value) request.strategy = byId('strategy').value;
  if (byId('penalty').value) request.penalty = Number(byId('penalty').value);
  const stages = pipeline();
  byId('examples').open = false;
  document.body.classList.add('asked');
  byId('send').textContent = 'Asking …';
  show(card([element('blockquote', {text: request.question}), element('p', {class: 'verdict', text: 'Working …'}), stages.shown]));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    mine.abort();
  }, PATIENCE_MS);
  try {
    const answer = await answerOf(request, stages, mine.signal);
    stages.ended(answer);
    result(answer, stages.shown);
  } catch (cause) {
    if (asking !== mine) return; // another question is asked by now
    stages.ended(null);
    const problem = late ? new Problem('No answer came in time; the service may be busy. Try again.', 0)
      : cause instanceof Problem ? cause : new Problem('The connection broke before the answer came; try again.', 0);
    show(card([element('blockquote', {text: request.question}), trouble(problem, ask), stages.shown]));
  } finally {
    clearTimeout(timer);
    if (asking === mine) byId('send').textContent = 'Ask';
  }
}

const many = (number, one) => `${number.toLocaleString('en')} ${number === 1 ? one : one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`}`;

async function describe() {
  const id = byId('database').value;
  localStorage.setItem(LAST, id);
  byId('result').hidden = true;
  document.body.classList.remove('asked');
  byId('examples').hidden = true;
  byId('about').textContent = '';
  if (!id) return;
  try {
    const database = await fetchJson(`/v1/databases/${encodeURIComponent(id)}`);
    if (byId('database').value !== id) return;
    const rows = database.tables.reduce((sum, one) => sum + one.rows, 0);
    byId('about').textContent = [database.description, many(database.tables.length, 'table'), '·', many(rows, 'row'), '·',
      many(database.verifiedQueries, 'verified query')].join(' ');
    byId('example-list').replaceChildren(...chips(database.examples));
    byId('examples').hidden = !database.examples.length;
    byId('examples').open = true;
  } catch (problem) {
    byId('about').textContent = problem.message;
  }
}

function offerPenalties(penalty) {
  const option = (value, cost) => element('option', {value, text: cost === 0 ? 'nothing' : many(cost, 'right one')});
  byId('penalty').replaceChildren(option('', penalty), ...STRICTER.map((times) => (penalty || 1) * times)
    .map((cost) => option(cost, cost)));
  byId('penalty').firstChild.textContent += ' (as configured)';
}

async function start() {
  try {
    const [session, databases, strategies] = await Promise.all(
      ['/v1/session', '/v1/databases', '/v1/strategies'].map((path) => fetchJson(path)));
    const ready = databases.filter(({status}) => status === 'ready');
    byId('database').replaceChildren(...ready.map(({id}) => element('option', {value: id, text: id})));
    const linked = new URLSearchParams(location.search);
    const wanted = [linked.get('database'), localStorage.getItem(LAST), session.database]
      .find((id) => ready.some((one) => one.id === id));
    if (wanted) byId('database').value = wanted;
    byId('question').value = byId('question').value || linked.get('question') || '';
    byId('strategy').replaceChildren(...strategies.filter(({unavailable}) => !unavailable).map(({name, default: isDefault}) =>
      element('option', {value: isDefault ? '' : name, text: isDefault ? `${name} (as configured)` : name})));
    byId('strategy').value = '';
    offerPenalties(session.penalty);
    if (!ready.length) byId('about').textContent = 'No database can be asked yet; the page Databases says why.';
    else await describe();
  } catch (problem) {
    byId('about').replaceChildren(trouble(problem, start));
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
byId('database').addEventListener('change', describe);
start();
