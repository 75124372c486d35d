/** Runs of strategies over data sets: seen, compared side by side, and started. */
import {barChart, lineChart} from './chart.js';
import {byId, download, element, fetchJson, fill, post, send, table, trouble} from './shell.js';

const MOST = 2;
const LOOK_MS = 1000;
const chosen = new Set();
let watching = null;

const percent = new Intl.NumberFormat('en', {minimumFractionDigits: 1, maximumFractionDigits: 1});

function value(row, name = 'value') {
  if (row === undefined || row[name] === undefined) return '–';
  return row.digits === 0 ? String(Math.round(row[name])) : percent.format(row[name]);
}

function interval(row) {
  return row === undefined || row.lower === undefined ? '' : `${value(row, 'lower')} … ${value(row, 'upper')}`;
}

const query = () => [...chosen].map((name) => `run=${encodeURIComponent(name)}`).join('&');

const figureTable = (label, head, rows) => table(label, head.map((text, i) => ({text, number: i > 0})), rows, true);

function figures({runs, comparisons}) {
  const byName = (run) => new Map(run.headline.map((row) => [row.name, row]));
  const maps = runs.map(byName);
  const difference = comparisons.length ? new Map(comparisons[0].differences.map((row) => [row.name, row])) : null;
  const head = ['Figure', ...runs.flatMap(({name}) => (difference ? [name] : [name, '95 % interval'])),
    ...(difference ? ['difference', '95 % interval'] : [])];
  const rows = runs[0].headline.map(({name, meaning}) => [
    [name, element('small', {class: 'quiet meaning', text: meaning})],
    ...maps.flatMap((map) => (difference ? [value(map.get(name))] : [value(map.get(name)), interval(map.get(name))])),
    ...(difference ? [value(difference.get(name)), interval(difference.get(name))] : []),
  ]);
  return figureTable('Figures', head, rows);
}

function charts({runs}) {
  const tone = (i) => (i ? 'second' : '');
  const curves = runs.map(({name, curve}, i) => ({name, points: curve, tone: tone(i)})).filter(({points}) => points.length > 1);
  const shares = runs.flatMap((run, i) => ['coverage', 'selective risk', 'EX'].map((figure) => ({
    label: runs.length > 1 ? `${figure}, ${run.name}` : figure, tone: tone(i), value: run.headline.find(({name}) => name === figure)?.value ?? 0,
  })));
  const penalties = runs.map(({name, penalties: points}, i) => ({name, tone: tone(i),
    points: points.filter(({decided}) => decided !== undefined).map(({penalty, decided}) => [Math.log10(penalty), Math.max(-100, decided)])}));
  return element('div', {class: 'columns'},
    element('div', {class: 'card'}, barChart('Shares in %', shares)),
    curves.length > 0 && element('div', {class: 'card'}, lineChart('Risk in % as coverage grows: what a threshold could do', curves,
      {from: 'coverage 0 %', to: '100 %'})),
    element('div', {class: 'card'}, lineChart('Reliability score by what a wrong answer costs (−100 and below at the bottom)', penalties,
      {from: 'costs 0.1', to: String(runs[0].penalties.at(-1).penalty)})));
}

function changes({comparisons}) {
  if (!comparisons.length) return null;
  const [{first, second, paired, unpaired, changes: list}] = comparisons;
  return element('div', {class: 'card part'}, element('h2', {text: `What changes from ${first} to ${second}`}),
    element('p', {class: 'quiet', text: `${paired} questions are in both${unpaired ? `; ${unpaired} are not, and do not count here` : ''}.`}),
    list.length ? figureTable('Changes', ['Change', 'questions'], list.map(({change, items}) => [change, String(items)])) : element('p', {text: 'No question ended otherwise.'}));
}

async function showFigures() {
  await fill(byId('figures'), async () => {
    if (!chosen.size) return [];
    const summary = await fetchJson(`/v1/runs/summary?${query()}`);
    return [
      element('div', {class: 'row apart'}, element('h2', {text: summary.runs.map(({name}) => name).join(' and ')}),
        element('button', {type: 'button', class: 'small', text: 'Save the report', onclick: async (event) => {
          const button = event.currentTarget;
          button.disabled = true;
          try {
            download('report.html', 'text/html', await (await send(`/v1/runs/report?${query()}`)).text());
          } catch (problem) {
            byId('figures').append(trouble(problem));
          }
          button.disabled = false;
        }})),
      figures(summary), charts(summary), changes(summary),
    ].filter(Boolean);
  });
}

function state({asked, of, scored, running, failed}) {
  if (running) return element('div', {}, element('progress', {max: of || 1, value: asked, 'aria-label': 'Progress'}), element('span', {class: 'quiet', text: of ? `${asked} of ${of}` : 'preparing …'}));
  if (failed) return element('span', {class: 'problem', text: failed});
  if (scored) return element('span', {class: 'tag yes', text: `${asked} questions`});
  return element('span', {class: 'tag no', text: `${asked} of ${of}, not scored`});
}

function listOf({runs}) {
  if (!runs.length) {
    return element('div', {class: 'card'}, element('p', {class: 'verdict', text: 'No run yet'}),
      element('p', {class: 'quiet', text: 'Start one below, or by ./demur evaluate --output runs/NAME; each folder there is listed here.'}));
  }
  const rows = runs.map((run) => {
    const id = `run-${run.name}`;
    const box = element('input', {type: 'checkbox', id, disabled: !run.scored, onchange: () => {
      if (box.checked) {
        chosen.add(run.name);
        if (chosen.size > MOST) {
          const [oldest] = chosen;
          chosen.delete(oldest);
          byId(`run-${oldest}`).checked = false;
        }
      } else chosen.delete(run.name);
      showFigures();
    }});
    box.checked = chosen.has(run.name);
    return [element('label', {for: id, class: 'check'}, box, ` ${run.name}`), run.dataSet, run.strategy,
      run.strategy && String(run.penalty), state(run)];
  });
  return table('Runs', ['Run', 'Data set', 'Strategy', {text: 'Penalty', number: true}, 'State'], rows);
}

/** Looks again as long as a run goes on. */
function follow(all) {
  clearTimeout(watching);
  if (all.runs.some(({running}) => running)) {
    watching = setTimeout(async () => {
      try {
        const now = await fetchJson('/v1/runs');
        byId('runs').replaceChildren(listOf(now));
        follow(now);
      } catch (problem) {
        byId('runs').append(trouble(problem, refresh));
      }
    }, LOOK_MS);
  }
}

const refresh = () => fill(byId('runs'), async () => {
  const all = await fetchJson('/v1/runs');
  follow(all);
  return listOf(all);
});

async function startForm() {
  const [{dataSets}, strategies] = await Promise.all([fetchJson('/v1/runs'), fetchJson('/v1/strategies')]);
  if (!dataSets.length) return element('p', {class: 'quiet', text: 'There is nothing to run over: data sets in Demur’s form lie in config/benchmarks; others are run by ./demur evaluate.'});
  const options = (list) => list.map((text) => element('option', {value: text, text}));
  const field = (id, label, input) => element('div', {}, element('label', {for: id, text: label}), input);
  const dataSet = element('select', {id: 'data-set', onchange: () => fillSplits()}, ...options(dataSets.map(({name}) => name)));
  const split = element('select', {id: 'split'});
  const fillSplits = () => split.replaceChildren(...options(dataSets.find(({name}) => name === dataSet.value).splits));
  fillSplits();
  const strategy = element('select', {id: 'run-strategy'}, ...options(strategies.filter(({unavailable}) => !unavailable).map(({name}) => name)));
  strategy.value = (strategies.find((one) => one.default) || {name: ''}).name;
  const penalty = element('input', {id: 'run-penalty', type: 'number', min: '0', step: 'any', placeholder: 'as configured'});
  const limit = element('input', {id: 'limit', type: 'number', min: '1', step: '1', value: '100'});
  const name = element('input', {id: 'run-name', required: true, pattern: '[A-Za-z0-9][A-Za-z0-9._\\-]*', autocomplete: 'off', placeholder: 'first-look'});
  const told = element('div', {'aria-live': 'polite'});
  return element('details', {class: 'card'}, element('summary', {text: 'Start a run'}),
    element('form', {class: 'part', 'aria-label': 'Start a run', onsubmit: async (event) => {
      event.preventDefault();
      told.replaceChildren();
      try {
        const all = await post('/v1/runs', {
          name: name.value, dataSet: dataSet.value, split: split.value, strategy: strategy.value,
          ...(penalty.value && {penalty: Number(penalty.value)}), ...(limit.value && {limit: Number(limit.value)}),
        });
        byId('runs').replaceChildren(listOf(all));
        follow(all);
      } catch (problem) {
        told.replaceChildren(trouble(problem));
      }
    }},
    element('div', {class: 'fields'},
      field('run-name', 'Name', name), field('data-set', 'Data set', dataSet), field('split', 'Split', split),
      field('run-strategy', 'Strategy', strategy), field('run-penalty', 'A wrong answer costs', penalty),
      field('limit', 'Questions, drawn at random (empty: all)', limit)),
    element('div', {class: 'row'}, element('button', {type: 'submit', text: 'Start'})), told));
}

refresh();
fill(byId('start'), async () => {
  try {
    return await startForm();
  } catch (problem) {
    if (problem.status === 403) return []; // the runs say it already
    throw problem;
  }
});
