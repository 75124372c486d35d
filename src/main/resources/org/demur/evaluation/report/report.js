'use strict';
// Everything that comes from a run is written as text, never as HTML: questions, SQL and cells are untrusted.

const byId = (id) => document.getElementById(id);
const summary = JSON.parse(byId('summary-data').textContent);
const runs = summary.runs;
const several = runs.length > 1;
const PAGE = 50;

/** An element with attributes and children; strings become text. */
function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'class') node.className = value;
    else if (value !== undefined && value !== null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const fixed = (value, digits) => value.toFixed(digits).replace('-', '−');
const printed = (value, row) => value === undefined ? '–' : fixed(value, row.digits);
const short = (value) => String(Number(value.toPrecision(4))).replace('-', '−');
const percent = (share) => `${fixed(100 * share, share < 0.01 ? 2 : 1)} %`;
const interval = (row) => row.lower === undefined ? '' : `${printed(row.lower, row)} … ${printed(row.upper, row)}`;
const many = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** A table that scrolls by itself where it is too wide; columns are {title, of, class, header}. */
function table(caption, columns, rows, rowClass = () => '') {
  const head = element('tr', {}, ...columns.map((column) => element('th', {scope: 'col', class: column.class}, column.title)));
  const body = rows.map((row) => element('tr', {class: rowClass(row)}, ...columns.map((column) => {
    const value = column.of(row);
    const classes = [column.class, column.extra && column.extra(row)].filter(Boolean).join(' ');
    return column.header
      ? element('th', {scope: 'row', class: classes}, value)
      : element('td', {class: classes}, value);
  })));
  return scrolling(caption, element('table', {}, element('caption', {}, caption), element('thead', {}, head), element('tbody', {}, ...body)));
}

/** What scrolls must be reachable by keyboard. */
function scrolling(label, content) {
  return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label}, content);
}

function folded(title, ...content) {
  return element('details', {class: 'plain'}, element('summary', {}, title), ...content);
}

// ---- figures

/** The rows of every run by their name, in the order in which names first occur. */
function side(rowsOf) {
  const names = [...new Set(runs.flatMap((run) => rowsOf(run).map((row) => row.name)))];
  return names.map((name) => {
    const each = runs.map((run) => rowsOf(run).find((row) => row.name === name));
    return {name, each, meaning: each.find(Boolean).meaning};
  });
}

/** What is to be compared stands side by side: a column for each run, the interval below its value. */
function besides(caption, first, rowsOf, rowClass) {
  return table(caption, [
    {title: first, of: (row) => row.name, header: true},
    ...runs.map((run, i) => ({title: run.name, class: 'number', of: (row) => row.each[i]
      ? element('span', {}, printed(row.each[i].value, row.each[i]), element('small', {}, interval(row.each[i]))) : '–'})),
    ...(rowsOf(runs[0]).some((row) => row.meaning) ? [{title: 'What it is', of: (row) => row.meaning, class: 'meaning'}] : []),
  ], side(rowsOf), rowClass);
}

function headline() {
  const level = `${100 * summary.level} % interval`;
  const note = element('p', {class: 'quiet'},
    `Shares and RS in per cent. Intervals by bootstrap over templates, ${summary.resamples.toLocaleString('en')} resamples.`);
  const own = new Set(runs.map((run) => `RS(${run.penalty})`));
  if (several) {
    byId('headline-body').append(note,
      besides(`Figures with their ${level}`, 'Figure', (run) => run.headline, (row) => own.has(row.name) ? 'strong' : ''),
      folded('How well confidence and feasibility tell right from wrong',
        besides(`Quality of the measurements with its ${level}`, 'Figure', (run) => run.quality)));
    return;
  }
  byId('headline-body').append(note, ...runs.flatMap((run) => [
    table(`Figures of ${run.name}`, [
      {title: 'Figure', of: (row) => row.name, header: true},
      {title: 'Value', of: (row) => printed(row.value, row), class: 'number'},
      {title: level, of: interval, class: 'interval'},
      {title: 'What it is', of: (row) => row.meaning, class: 'meaning'},
    ], run.headline, (row) => row.name === `RS(${run.penalty})` ? 'strong' : ''),
    folded('How well confidence and feasibility tell right from wrong', table(`Quality of the measurements of ${run.name}`, [
      {title: 'Figure', of: (row) => row.name, header: true},
      {title: 'Value', of: (row) => printed(row.value, row), class: 'number'},
      {title: level, of: interval, class: 'interval'},
      {title: 'What it is', of: (row) => row.meaning, class: 'meaning'},
    ], run.quality)),
  ]));
}

function comparison() {
  byId('comparison-body').append(...summary.comparisons.flatMap((pair) => [
    element('h3', {}, `${pair.second} compared with ${pair.first}`),
    element('p', {class: 'quiet'}, `On the ${many(pair.paired, 'item')} that both scored`
      + (pair.unpaired ? `; ${many(pair.unpaired, 'other')} left out.` : '.')
      + ' ▲ better, ▼ worse: only where the interval leaves out 0.'),
    element('p', {class: 'quiet'}, `Right decisions that only ${pair.first} made: ${pair.onlyFirstRight}, only ${pair.second}: ${pair.onlySecondRight};`
      + ` McNemar's exact test over items gives p = ${pair.mcNemar.toFixed(4)}.`),
    table(`Paired differences, ${pair.second} less ${pair.first}`, [
      {title: 'Figure', of: (row) => row.name, header: true},
      {title: pair.first, of: (row) => printed(row.before, row), class: 'number'},
      {title: pair.second, of: (row) => printed(row.after, row), class: 'number'},
      {title: 'Difference', of: (row) => printed(row.value, row), class: 'number', extra: direction},
      {title: `${100 * summary.level} % interval`, of: interval, class: 'interval'},
      {title: 'McNemar’s p', of: (row) => row.mcNemar === undefined ? '' : row.mcNemar.toFixed(4), class: 'number'},
    ], pair.differences),
    pair.changes.length
      ? table(`Items that changed from ${pair.first} to ${pair.second}`, [
        {title: 'Change', of: (row) => row.change, header: true},
        {title: 'Items', of: (row) => String(row.items), class: 'number'},
      ], pair.changes)
      : element('p', {}, 'No item changed.'),
  ]));
}

function direction(row) {
  if (row.lower === undefined || (row.lower <= 0 && row.upper >= 0)) return '';
  if (row.name === 'coverage') return '';
  const lessIsBetter = ['selective risk', 'wrong answers', 'AURC', 'ECE(10)', 'Brier'].includes(row.name);
  return (row.lower > 0) === lessIsBetter ? 'worse' : 'good';
}

// ---- charts

const COLOURS = ['--one', '--two', '--three', '--four'];
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
const POINTS = ['circle', 'rect', 'triangle', 'rectRot'];
const made = [];
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const runColour = (index) => colour(COLOURS[index % COLOURS.length]);
const prefix = (run) => several ? `${run.name}: ` : '';

/** A chart with a caption, a spoken summary and its numbers as a table. */
function figure(title, about, spoken, config, numbers) {
  const canvas = element('canvas', {role: 'img', 'aria-label': `${title}. ${spoken}`});
  const key = element('ul', {class: 'legend'});
  byId('charts-body').append(element('figure', {},
    element('figcaption', {}, element('strong', {}, title), element('span', {class: 'quiet'}, about)),
    element('div', {class: 'canvas'}, canvas),
    key,
    folded('The numbers', ...numbers)));
  const draw = () => {
    const drawn = config();
    const sets = withTwinsShown(drawn.data.datasets);
    key.replaceChildren(...sets.filter((set) => !set.label.startsWith('·')).map(entry));
    return new Chart(canvas, drawn);
  };
  made.push({draw, chart: draw()});
}

/** A curve that another covers would not be seen: it is drawn broad and pale below its twin, and said to be one. */
function withTwinsShown(sets) {
  const seen = new Map();
  for (const set of sets.filter((one) => !one.label.startsWith('·') && one.data.length)) {
    const points = JSON.stringify(set.data);
    const twin = seen.get(points);
    if (twin) {
      Object.assign(set, {label: `${set.label} (same as ${twin})`, borderDash: [], borderWidth: 9, borderColor: `${set.borderColor}66`, order: 1});
      if (set.marked) Object.assign(set, {pointRadius: 12, pointBorderWidth: 3, pointBackgroundColor: 'transparent'});
    } else {
      seen.set(points, set.label);
    }
  }
  return sets;
}

const SHAPES = {
  circle: 'M11 7a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z', rect: 'M11 1h12v12h-12z', triangle: 'M17 1l7 12h-14z', rectRot: 'M17 0l7 7l-7 7l-7 -7z',
};

/** An entry of a legend; it wraps where a legend within the canvas would be cut. */
function entry(set) {
  const svg = (name, attributes) => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, value);
    return node;
  };
  const sign = svg('svg', {width: 34, height: 14, 'aria-hidden': 'true'});
  if (set.showLine !== false) {
    sign.append(svg('line', {x1: 0, y1: 7, x2: 34, y2: 7, stroke: set.borderColor, 'stroke-width': set.borderWidth, 'stroke-dasharray': set.borderDash.join(' ')}));
  }
  if (set.marked) {
    sign.append(svg('path', {d: SHAPES[set.pointStyle], stroke: set.borderColor, fill: set.pointBackgroundColor === 'transparent' ? 'none' : set.borderColor}));
  }
  return element('li', {}, sign, element('span', {}, set.label));
}

function axes(x, y) {
  const axis = (options) => ({
    ...options,
    grid: {color: colour('--line')},
    ticks: {color: colour('--quiet'), ...options.ticks},
    title: {display: true, text: options.label, color: colour('--quiet')},
  });
  return {
    animation: false,
    maintainAspectRatio: false,
    parsing: false,
    normalized: true,
    interaction: {mode: 'nearest', intersect: false},
    scales: {x: axis({type: 'linear', ...x}), y: axis({type: 'linear', ...y})},
    plugins: {legend: {display: false}},
  };
}

function line(label, points, index, more = {}) {
  const stroke = more.stroke || runColour(index);
  return {
    label, data: points, borderColor: stroke, backgroundColor: stroke, borderDash: DASHES[index % DASHES.length],
    borderWidth: 2, pointRadius: 0, pointStyle: 'line', pointHitRadius: 8, ...more,
  };
}

const points = (rows, x, y) => rows.filter((row) => row[y] !== undefined).map((row) => ({x: row[x], y: row[y]}));

function penaltyChart() {
  const config = () => ({
    type: 'line',
    data: {datasets: runs.flatMap((run, i) => {
      const bounds = {borderWidth: 0, pointHitRadius: 0, backgroundColor: colour('--band'), borderDash: []};
      return [
        line(`${prefix(run)}as decided`, points(run.penalties, 'penalty', 'decided'), i, {borderDash: []}),
        i === 0 ? line('· lower', points(run.penalties, 'penalty', 'lower'), i, bounds) : null,
        i === 0 ? line('· upper', points(run.penalties, 'penalty', 'upper'), i, {...bounds, fill: '-1'}) : null,
        run.penalties[0].redecided === undefined ? null
          : line(`${prefix(run)}decided for each penalty`, points(run.penalties, 'penalty', 'redecided'), i, {borderDash: [7, 4]}),
        i === 0 ? line('abstain-all', points(run.penalties, 'penalty', 'abstainAll'), 2,
          {stroke: colour('--quiet'), borderWidth: 1.5, borderDash: [2, 3]}) : null,
      ].filter(Boolean);
    })},
    options: axes(
      {type: 'logarithmic', label: 'penalty c of a wrong answer (log)', ticks: {callback: (value) => Math.log10(value) % 1 === 0 ? value : null}},
      {label: 'RS(c), %', min: -100, max: 100}),
  });
  const at = (run, penalty) => run.penalties.reduce((best, row) =>
    Math.abs(row.penalty - penalty) < Math.abs(best.penalty - penalty) ? row : best);
  figure('Reliability by penalty',
    `RS(c) over c, with its ${100 * summary.level} % interval${several ? ` for ${runs[0].name}` : ''}; below −100 is cut. Above the line of abstain-all it is worth asking.`,
    runs.map((run) => `${run.name}: at penalty 1 ${short(at(run, 1).decided)}, at 10 ${short(at(run, 10).decided)}, at 100 ${short(at(run, 100).decided)} per cent; `
      + `abstaining on everything gives ${short(run.penalties[0].abstainAll)}`).join('. '),
    config,
    runs.map((run) => table(`RS(c) of ${run.name}, %`, [
      {title: 'c', of: (row) => short(row.penalty), class: 'number', header: true},
      {title: 'as decided', of: (row) => fixed(row.decided, 2), class: 'number'},
      {title: 'interval', of: (row) => row.lower === undefined ? '' : `${fixed(row.lower, 2)} … ${fixed(row.upper, 2)}`, class: 'interval'},
      {title: 'decided for c', of: (row) => row.redecided === undefined ? '–' : fixed(row.redecided, 2), class: 'number'},
      {title: 'abstain-all', of: (row) => fixed(row.abstainAll, 2), class: 'number'},
    ], run.penalties)));
}

function coverageChart() {
  const config = () => ({
    type: 'line',
    data: {datasets: runs.flatMap((run, i) => [
      line(`${prefix(run)}surest drafts first`, run.curve.map(([x, y]) => ({x, y})), i),
      run.operating ? line(`${prefix(run)}as decided`, [{x: run.operating[0], y: run.operating[1]}], i,
        {pointRadius: 7, pointStyle: POINTS[i % POINTS.length], showLine: false, marked: true}) : null,
    ].filter(Boolean))},
    options: axes({label: 'coverage, % of all questions', min: 0, max: 100}, {label: 'risk, %', min: 0}),
  });
  figure('Risk by coverage',
    'Risk, the share wrong of the answered, as more and more drafts are, the surest first. Lower is better; infeasible questions count as wrong.',
    runs.map((run) => run.operating
      ? `${run.name}: as decided, coverage ${short(run.operating[0])} per cent at a risk of ${short(run.operating[1])} per cent`
      : `${run.name}: nothing was answered`).join('. '),
    config,
    runs.map((run) => table(`Risk by coverage of ${run.name}, %`, [
      {title: 'coverage', of: (row) => fixed(row[0], 2), class: 'number', header: true},
      {title: 'risk', of: (row) => fixed(row[1], 2), class: 'number'},
    ], run.curve.filter((row, i) => i % 10 === 0 || i === run.curve.length - 1))));
}

function reliabilityChart() {
  if (runs.every((run) => !run.bins.length)) return;
  const config = () => ({
    type: 'line',
    data: {datasets: [
      ...runs.map((run, i) => line(run.name, run.bins.map((bin) => ({x: bin.confidence, y: bin.accuracy, drafts: bin.drafts})), i,
        {clip: false, pointRadius: (context) => context.raw ? 3 + 9 * Math.sqrt(context.raw.drafts / Math.max(...run.bins.map((bin) => bin.drafts))) : 3,
          pointStyle: POINTS[i % POINTS.length], marked: true})),
      line('perfectly calibrated', [{x: 0, y: 0}, {x: 100, y: 100}], 2, {stroke: colour('--quiet'), borderWidth: 1.5}),
    ]},
    options: axes({label: 'confidence, %', min: 0, max: 100}, {label: 'right, %', min: 0, max: 100}),
  });
  figure('Reliability of confidence',
    'Share right among drafts of like confidence; on the diagonal confidence is what it says. Larger marks stand for more drafts.',
    runs.map((run) => `${run.name}: ` + run.bins.map((bin) => `${Math.round(bin.confidence)} per cent sure, ${Math.round(bin.accuracy)} right`).join('; ')).join('. '),
    config,
    runs.map((run) => table(`Confidence and accuracy of ${run.name}, %`, [
      {title: 'confidence', of: (row) => fixed(row.confidence, 1), class: 'number', header: true},
      {title: 'right', of: (row) => fixed(row.accuracy, 1), class: 'number'},
      {title: 'drafts', of: (row) => String(row.drafts), class: 'number'},
    ], run.bins)));
}

// ---- stages and breakdown

function stages() {
  byId('stages-body').append(element('div', {class: 'beside'}, ...runs.map((run) => table(`Where the items of ${run.name} ended`, [
    {title: 'Stage', of: (row) => row.stage, header: true},
    {title: 'items', of: (row) => String(row.items), class: 'number'},
    {title: 'infeasible', of: (row) => String(row.infeasible), class: 'number', extra: (row) => verdict(row, row.infeasible, true)},
    {title: 'draft wrong', of: (row) => String(row.wrongDraft), class: 'number', extra: (row) => verdict(row, row.wrongDraft, true)},
    {title: 'draft right', of: (row) => String(row.rightDraft), class: 'number', extra: (row) => verdict(row, row.rightDraft, false)},
    {title: 'no draft', of: (row) => String(row.noDraft), class: 'number'},
  ], run.stages))));
  byId('stages-body').append(element('p', {class: 'quiet'}, '▲ rightly, ▼ wrongly.'));
}

/** Stopping what is infeasible or wrong is right; answering it is wrong. */
function verdict(row, count, isBad) {
  if (!count) return '';
  return (row.stage === 'answered') === isBad ? 'worse' : 'good';
}

function breakdown() {
  if (several) {
    const parts = [...new Map(runs.flatMap((run) => run.breakdowns).map((part) => [part.by, part])).values()];
    byId('breakdown-body').append(...parts.map((part) => besides(
      `${part.score} by ${part.by}, with its ${100 * summary.level} % interval`, part.by,
      (run) => run.breakdowns.filter((one) => one.by === part.by).flatMap((one) => one.rows))));
  }
  const counts = runs.flatMap((run) => run.breakdowns.map((part) =>
    table(`${several ? `${run.name}, by` : 'By'} ${part.by}`, [
      {title: part.by, of: (row) => row.name, header: true},
      {title: 'items', of: (row) => String(row.items), class: 'number'},
      {title: 'right', of: (row) => String(row.right), class: 'number'},
      {title: 'missed', of: (row) => String(row.missed), class: 'number'},
      {title: 'wrong', of: (row) => String(row.wrong), class: 'number'},
      {title: part.score, of: (row) => printed(row.value, row), class: 'number'},
      {title: `${100 * summary.level} % interval`, of: interval, class: 'interval'},
    ], part.rows)));
  byId('breakdown-body').append(...(several ? [folded('What became of the items, run by run', ...counts)] : counts));
}

function madeWith() {
  byId('made-with-body').append(...runs.filter((run) => run.engineNotes.length).map((run) =>
    table(`What other versions than ${run.engine} may judge otherwise in ${run.name}`, [
      {title: 'Gold or prediction uses', of: (row) => row.construct, header: true},
      {title: 'Items', of: (row) => String(row.items), class: 'number'},
    ], run.engineNotes)));
  byId('made-with-body').append(...runs.map((run) => folded(`Specification of ${run.name}`,
    element('dl', {}, ...Object.entries(run.spec).flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])))));
}

// ---- items

let items = [];
let matching = [];
let shown = 0;
const RANK = {'infeasible, answered': 0, 'wrong answer': 0, 'missed': 1, 'unscored': 2, 'right answer': 3, 'right abstention': 4};
const CHOICES = [
  ['', 'all'], ['wrong', 'wrong answers'], ['wrong answer', '– feasible, answered wrongly'], ['infeasible, answered', '– infeasible, answered'],
  ['missed', 'missed'], ['right answer', 'right answers'], ['right abstention', 'right abstentions'], ['unscored', 'unscored'],
];
const isWrong = (fate) => RANK[fate.outcome] === 0;
const chosenRun = () => Number(byId('run').value || 0);
const confidence = (fate) => fate.uncertainty === undefined ? -1 : 1 - fate.uncertainty;
const isLucky = (fate) => Boolean(fate.suite && fate.suite.witness);
const slug = (outcome) => outcome.replace(/[^a-z]+/g, '-');
const changeOf = (item, other) => item.runs[0] && item.runs[other] && item.runs[0].outcome !== item.runs[other].outcome
  ? `${item.runs[0].outcome} → ${item.runs[other].outcome}` : '';

async function unpacked() {
  const binary = atob(byId('items-data').textContent);
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text()).items;
}

function options(select, choices) {
  select.replaceChildren(...choices.map(([value, text]) => element('option', {value}, text)));
}

function count(values) {
  const counts = new Map();
  values.filter(Boolean).forEach((value) => counts.set(value, (counts.get(value) || 0) + 1));
  return [...counts].sort();
}

function fillFilters() {
  options(byId('run'), runs.map((run, i) => [String(i), run.name]));
  const lucky = items.filter((item) => item.runs.some((fate) => fate && isLucky(fate))).length;
  options(byId('outcome'), lucky ? [...CHOICES, ['lucky', `right by chance (${lucky})`]] : CHOICES);
  const stageNames = ['feasibility', 'generation', 'detection', 'uncertainty', 'execution', 'answered', 'broken down'];
  const there = new Set(items.flatMap((item) => item.runs.filter(Boolean).map((fate) => fate.stage)));
  options(byId('stage'), [['', 'all'], ...stageNames.filter((stage) => there.has(stage))
    .map((stage) => [stage, stage === 'answered' || stage === 'broken down' ? stage : `stopped at ${stage}`])]);
  const groups = [['', 'all']];
  for (const key of ['kind', 'hardness', 'familiarity', 'database']) {
    const values = count(items.map((item) => item[key]));
    if (values.length > 1) values.forEach(([value, n]) => groups.push([`${key}\n${value}`, `${value} (${n})`]));
  }
  options(byId('group'), groups);
  if (several) {
    const changes = runs.slice(1).flatMap((run, i) =>
      count(items.map((item) => changeOf(item, i + 1))).map(([change, n]) => [`${i + 1}\n${change}`, `${run.name}: ${change} (${n})`]));
    options(byId('change'), [['', 'all'], ...runs.slice(1).map((run, i) => [`${i + 1}\n`, `${run.name}: all that changed`]), ...changes]);
  }
}

function matches(item, fate) {
  const outcome = byId('outcome').value;
  if (outcome === 'lucky' ? !isLucky(fate) : outcome === 'wrong' ? !isWrong(fate) : outcome && fate.outcome !== outcome) return false;
  if (byId('stage').value && fate.stage !== byId('stage').value) return false;
  if (byId('group').value) {
    const [key, value] = byId('group').value.split('\n');
    if (item[key] !== value) return false;
  }
  if (several && byId('change').value) {
    const [other, change] = byId('change').value.split('\n');
    const own = changeOf(item, Number(other));
    if (change ? own !== change : !own) return false;
  }
  const words = byId('search').value.trim().toLowerCase();
  if (!words) return true;
  return [item.id, item.question, item.gold || '', fate.sql || '', ...fate.drafts.map((draft) => draft.sql)]
    .some((text) => text.toLowerCase().includes(words));
}

function filter() {
  const run = chosenRun();
  matching = items.filter((item) => item.runs[run] && matches(item, item.runs[run]));
  const fate = (item) => item.runs[run];
  const orders = {
    wrong: (a, b) => RANK[fate(a).outcome] - RANK[fate(b).outcome] || confidence(fate(b)) - confidence(fate(a)),
    sure: (a, b) => confidence(fate(b)) - confidence(fate(a)),
    unsure: (a, b) => confidence(fate(a)) - confidence(fate(b)),
    run: () => 0,
  };
  matching.sort(orders[byId('order').value]);
  byId('list').replaceChildren();
  shown = 0;
  byId('count').textContent = `${many(matching.length, 'item')} of ${items.length.toLocaleString('en')}`;
  showMore();
}

function showMore() {
  const next = matching.slice(shown, shown + PAGE);
  const rows = next.map(row);
  byId('list').append(...rows);
  const first = shown > 0 && rows.length ? rows[0].querySelector('summary') : null;
  shown += next.length;
  byId('more').hidden = shown >= matching.length;
  byId('more').textContent = `Show ${Math.min(PAGE, matching.length - shown)} more`;
  return first;
}

function row(item) {
  const run = chosenRun();
  const fate = item.runs[run];
  const sure = fate.uncertainty === undefined ? '' : `${percent(1 - fate.uncertainty)} sure`;
  const others = several ? runs.map((other, i) => i !== run && item.runs[i] ? `${other.name}: ${item.runs[i].outcome}` : '').filter(Boolean) : [];
  const details = element('details', {'data-id': item.id}, element('summary', {},
    element('span', {class: `outcome ${slug(fate.outcome)}`}, fate.outcome),
    element('span', {class: 'asked'}, item.question, element('small', {}, [item.id, ...others].join(' · '))),
    element('span', {class: 'sure'}, sure)));
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(story(item));
  });
  return element('li', {}, details);
}

/** The whole way of an item: gold, then each run's. */
function story(item) {
  const facts = [`database ${item.database}`, item.template !== item.id ? `template ${item.template}` : '', item.familiarity, item.hardness, item.kind];
  return element('div', {class: 'item'},
    element('p', {class: 'quiet'}, facts.filter(Boolean).join(' · ')),
    ...runs.map((run, i) => item.runs[i] ? ofRun(item, run, item.runs[i]) : null).filter(Boolean));
}

function ofRun(item, run, fate) {
  const draft = fate.chosen < 0 ? null : fate.drafts[fate.chosen];
  return element('div', {},
    several ? element('h3', {}, `${run.name}: ${fate.outcome}`) : null,
    element('div', {class: 'sides'},
      element('div', {},
        element('h4', {}, 'Gold'),
        item.gold === undefined ? element('p', {}, 'The question is infeasible: the right answer is to abstain.') : element('pre', {}, item.gold),
        item.gold === undefined ? null : result(item.result, 'Result of gold')),
      element('div', {},
        element('h4', {}, fate.stage === 'answered' ? 'Prediction' : 'Prediction, not answered'),
        draft ? element('pre', {}, fate.sql || draft.sql) : element('p', {}, 'There is no draft.'),
        draft ? result(fate.result, 'Result of the prediction') : null)),
    ...onSuite(fate),
    element('h4', {}, 'Evidence by stage'),
    element('dl', {}, ...evidence(item, fate, draft).flatMap(([name, ...content]) =>
      [element('dt', {}, name), element('dd', {}, ...content)])));
}

/** What a suite says of a draft that is right on the database; where it is not there, the rows that show it. */
function onSuite(fate) {
  if (!fate.suite) return [];
  const title = element('h4', {}, 'On the suite');
  if (fate.suite.because) return [title, element('p', {}, `Nothing is known: ${fate.suite.because}.`)];
  if (!isLucky(fate)) return [title, element('p', {}, `Gold’s result on ${many(fate.suite.databases, 'database')}.`)];
  const {tables, goldResult, result: other} = fate.suite.witness;
  return [title,
    element('p', {}, tables.length ? 'Right by chance: on these rows, none of which can be spared, the results differ.'
      : 'Right by chance: without any row the results differ.'),
    element('div', {class: 'rows'}, ...tables.map((one) => result({columns: one.columns, rows: one.rows}, one.name))),
    element('div', {class: 'pair'}, result(goldResult, 'Gold returns'), result(other, 'The prediction returns'))];
}

function result(preview, label) {
  if (!preview) return element('p', {class: 'quiet'}, 'Its result was not kept.');
  if (preview.failure) return element('p', {}, `No result: ${preview.failure}`);
  const head = element('tr', {}, ...preview.columns.map((name) => element('th', {scope: 'col'}, name)));
  const body = preview.rows.map((cells) => element('tr', {}, ...cells.map((cell) =>
    cell === null ? element('td', {class: 'null'}, 'null') : element('td', {class: typeof cell === 'number' ? 'number' : ''}, String(cell)))));
  const about = preview.rows.length ? (preview.isCut ? 'The first rows; there is more.' : many(preview.rows.length, 'row')) : 'No row.';
  return element('div', {},
    scrolling(label, element('table', {}, element('caption', {}, label), element('thead', {}, head), element('tbody', {}, ...body))),
    element('p', {class: 'quiet'}, about));
}

function evidence(item, fate, draft) {
  const time = (stage) => fate.milliseconds[stage] === undefined ? '' : ` · ${short(fate.milliseconds[stage])} ms`;
  const limit = (value, most) => value <= most ? `proceeds (at most ${percent(most)})` : `stops (more than ${percent(Math.max(0, most))})`;
  const lines = [['question', marked(item.question, fate.words || [])]];
  lines.push(['feasibility', fate.infeasible === undefined ? 'not measured'
    : `infeasible with ${percent(fate.infeasible)}: ${limit(fate.infeasible, fate.infeasibleLimit)}; most likely kind ${fate.infeasibleKind}${time('feasibility')}`]);
  lines.push(['generation', `${many(fate.drafts.length, 'draft')}${time('generation')}`,
    draft ? folded('Evidence of the chosen draft', element('ul', {class: 'evidence'},
      ...Object.entries(draft.evidence || {}).map(([name, value]) => element('li', {}, `${name} ${short(value)}`)))) : null,
    fate.drafts.length ? folded('All drafts', ...fate.drafts.flatMap((one, i) => [
      element('p', {class: 'quiet'}, `Draft ${i + 1}${i === fate.chosen ? ', chosen' : ''}: `
        + `${one.right === undefined ? 'unscored' : one.right ? 'right' : 'wrong'}, score ${short(one.score)}`
        + `${one.groundedBy ? `, follows ${one.groundedBy}` : ''}`),
      element('pre', {}, one.sql)])) : null]);
  const found = fate.drafts.flatMap((one, i) => (one.findings || []).map((finding) => `draft ${i + 1}, ${finding}`));
  lines.push(['detection', found.length ? element('span', {}, found.join(' ')) : 'nothing found', time('detection')]);
  lines.push(['uncertainty', fate.uncertainty === undefined ? 'not measured'
    : `wrong with ${percent(fate.uncertainty)}: ${limit(fate.uncertainty, fate.uncertaintyLimit)}${time('uncertainty')}`]);
  lines.push(['decision', fate.stage === 'answered' ? 'answered' : `${fate.stage === 'broken down' ? 'broken down' : `stopped at ${fate.stage}`}: ${fate.explanation || ''}`]);
  lines.push(['score', fate.outcome]);
  if (fate.engineNotes) lines.push(['other versions of SQLite may judge otherwise', fate.engineNotes.join('; ')]);
  return lines;
}

/** The question with the words to blame marked. */
function marked(question, words) {
  const whole = element('span');
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!escaped.length) {
    whole.textContent = question;
    return whole;
  }
  question.split(new RegExp(`(${escaped.join('|')})`, 'i')).forEach((part, i) =>
    whole.append(i % 2 ? element('mark', {}, part) : part));
  return whole;
}

// ---- start

function start() {
  const names = runs.map((run) => run.name).join(', ');
  document.title = `${names} · run report`;
  byId('title').textContent = names;
  byId('about').textContent = runs.map((run) => `${several ? `${run.name}: ` : ''}${run.strategy} on ${run.dataSet}, `
    + `${many(run.samples, 'question')}, decided at penalty ${run.penalty}, rules ${run.rules}, judged by ${run.engine}`
    + `${run.brokenDown ? `, ${run.brokenDown} broken down` : ''}${run.unscored ? `, ${run.unscored} unscored` : ''}`).join('. ');
  document.querySelectorAll('.several').forEach((node) => { node.hidden = !several; });
  headline();
  if (several) comparison();
  penaltyChart();
  coverageChart();
  reliabilityChart();
  stages();
  breakdown();
  madeWith();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => made.forEach((one) => {
    one.chart.destroy();
    one.chart = one.draw();
  }));
}

async function startItems() {
  try {
    items = await unpacked();
  } catch (problem) {
    byId('count').textContent = `This browser cannot unpack the items (${problem.message}); ./demur explain shows them one by one.`;
    return;
  }
  fillFilters();
  filter();
  byId('filters').addEventListener('input', filter);
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('filters').addEventListener('reset', () => setTimeout(filter));
  byId('more').addEventListener('click', () => {
    const first = showMore();
    if (first) first.focus();
  });
  document.body.dataset.ready = 'true';
}

start();
startItems();
