/** The page of experiments: which there are, and what is known of one. */
import {byId, element, fetchJson, fill, svg, table} from './shell.js';

const TONES = ['', 'second', 'third', 'fourth'];
const HEIGHT = 240;
const number = new Intl.NumberFormat('en', {maximumFractionDigits: 1});
const day = new Intl.DateTimeFormat('en', {dateStyle: 'medium', timeZone: 'UTC'});

const percent = (value) => `${number.format(100 * value)} %`;
const tone = (i) => TONES[i % TONES.length];

/** An estimate with its interval, as `12 [3, 20]`; what is not known is a dash. */
function figure({estimate, low, high}, scale = 1, unit = '') {
  const shown = (value) => (value === undefined ? '…' : number.format(scale * value));
  return `${estimate === undefined ? '–' : shown(estimate)}${estimate === undefined ? '' : unit} [${shown(low)}, ${shown(high)}]`;
}

function until({start, until: end}) {
  return `${day.format(new Date(start))} to ${day.format(new Date(Date.parse(end) - 1))}`;
}

function stateTag(state) {
  return element('span', {class: `tag ${state === 'running' ? 'yes' : ''}`, text: state});
}

async function list() {
  const experiments = await fetchJson('v1/experiments');
  if (experiments.length === 0) {
    return element('section', {class: 'card'},
      element('p', {text: 'No experiment is declared.'}),
      element('p', {class: 'quiet', text: 'An experiment is a file in config/experiments; docs/experiments.md has one to begin with.'}));
  }
  return experiments.map((experiment) => element('section', {class: 'card'},
    element('div', {class: 'row apart'},
      element('h2', {}, element('a', {href: `?id=${encodeURIComponent(experiment.id)}`, text: experiment.id})),
      stateTag(experiment.state)),
    experiment.description && element('p', {text: experiment.description}),
    element('p', {class: 'quiet', text: `${until(experiment)}; ${experiment.databases.join(', ')}; ${
      experiment.variants.map(({name, share}) => `${name} ${percent(share)}`).join(', ')}, by ${experiment.unit}`})));
}

/** RS of each variant with its confidence sequence, over decisions; the summary says it in words. */
function reliabilityChart({experiment, variants}) {
  const drawn = variants.filter(({overTime}) => overTime.length > 0);
  if (drawn.length === 0) return element('p', {class: 'quiet', text: 'Nothing was asked yet.'});
  const last = Math.max(...drawn.map(({overTime}) => overTime.at(-1).decisions));
  // early intervals reach over everything: the picture is of what is known by half of the time
  const known = drawn.flatMap(({overTime}) => overTime.filter(({decisions}) => decisions * 2 >= last))
    .flatMap(({reliability: {estimate, low, high}}) => [estimate, low, high]).filter((value) => value !== undefined);
  const low = Math.min(...known);
  const high = Math.max(...known);
  const px = (decisions) => 100 * decisions / last;
  const py = (value) => Math.max(-100, Math.min(200, 100 - 100 * (value - low) / (high - low || 1)));
  const band = ({overTime}, i) => svg('polygon', {class: `band ${tone(i)}`, points: [
    ...overTime.map(({decisions, reliability}) => `${px(decisions)},${py(reliability.high)}`),
    ...overTime.toReversed().map(({decisions, reliability}) => `${px(decisions)},${py(reliability.low)}`)].join(' ')});
  const line = ({overTime}, i) => svg('polyline', {class: `line ${tone(i)}`, points: overTime
    .filter(({reliability}) => reliability.estimate !== undefined)
    .map(({decisions, reliability}) => `${px(decisions)},${py(reliability.estimate)}`).join(' ')});
  const zero = low < 0 && high > 0 && svg('line', {class: 'axis', x1: 0, x2: 100, y1: py(0), y2: py(0)});
  const plot = svg('svg', {x: 0, y: 18, width: '100%', height: HEIGHT - 42, viewBox: '0 0 100 100', preserveAspectRatio: 'none'},
    svg('line', {class: 'axis', x1: 0, x2: 100, y1: 100, y2: 100}), zero,
    ...drawn.map(band), ...drawn.map(line));
  const label = (x, y, text, anchor) => svg('text', {class: 'faint', x, y, text, 'text-anchor': anchor});
  const picture = svg('svg', {class: 'chart', height: HEIGHT, 'aria-hidden': 'true'}, plot,
    label(0, 12, number.format(100 * high)), label(0, HEIGHT - 28, number.format(100 * low)),
    label(0, HEIGHT - 6, '0 decisions'), label('100%', HEIGHT - 6, `${last} decisions`, 'end'));
  const said = drawn.map(({variant, reliability}) => `${variant}: ${figure(reliability, 100)}`).join('; ');
  return element('figure', {},
    element('figcaption', {text: `RS(${experiment.penalty}) × 100 of what people rated, with its confidence sequence of 95 %`}),
    element('ul', {class: 'legend'}, ...drawn.map(({variant}, i) => element('li', {class: tone(i), text: variant}))),
    picture,
    element('span', {class: 'visually-hidden', text: said}));
}

function sampleRatio({experiment, sampleRatio: {units, expected, p, mismatch}}) {
  const counts = experiment.variants.map(({name}, i) => `${name} ${units[i]} (${percent(expected[i])} expected)`).join(', ');
  return element('section', {class: 'card'},
    element('div', {class: 'row apart'},
      element('h2', {text: 'Sample ratio'}),
      element('span', {class: `tag ${mismatch ? 'bad' : 'yes'}`, text: mismatch ? 'mismatch' : 'as declared'})),
    element('p', {text: `Units: ${counts}; p = ${p < 0.001 ? 'below 0.001' : p.toFixed(3)}.`}),
    mismatch && element('p', {class: 'bad', text: 'Units get lost or count twice, so no figure here is to be trusted. Find out why: does a variant break down, or was the declaration changed?'}));
}

function guardrail({guardrail: name, limit, exceeded, of, evidence, stopsAt}, stopped) {
  const what = {wrong: 'rated answers wrong', slow: 'decisions too slow', costly: 'decisions too costly'}[name] || name;
  // evidence multiplies, so that its logarithm tells how near the stop is
  const near = Math.min(1, Math.max(0, Math.log(evidence) / Math.log(stopsAt)));
  return element('li', {},
    element('span', {text: `${exceeded} of ${of} ${what}; ${percent(limit)} allowed`}),
    element('progress', {max: 1, value: stopped ? 1 : near, 'aria-label': `Evidence against ${name}, of what stops the variant`}));
}

function figures({experiment, variants}) {
  const row = (name, give) => [name, ...variants.map(give)];
  return table('Figures of each variant', ['Figure', ...variants.map(({variant}) => ({text: variant, number: true}))], [
    row('Decisions', ({decisions, units}) => `${decisions} of ${units} units`),
    row('Rated', ({ratedAnswers, ratedAbstentions}) => `${ratedAnswers} answers, ${ratedAbstentions} abstentions`),
    row(`RS(${experiment.penalty}) × 100`, ({reliability}) => figure(reliability, 100)),
    row('Answer rate, %', ({answerRate}) => figure(answerRate, 100)),
    row('Coverage of rated, %', ({coverage}) => figure(coverage, 100)),
    row('Wrong of rated answers, %', ({selectiveRisk}) => figure(selectiveRisk, 100)),
    row('Median time, ms', ({spent}) => figure(spent.medianMillis)),
    row('95th percentile, ms', ({spent}) => figure(spent.p95Millis)),
    row('95th percentile of cost', ({spent}) => figure(spent.p95Cost)),
  ], true);
}

function variantState({variant, stopped, guardrails}, i) {
  return element('section', {class: 'card'},
    element('div', {class: 'row apart'},
      element('h3', {class: `variant ${tone(i)}`, text: variant}),
      element('span', {class: `tag ${stopped ? 'bad' : 'yes'}`, text: stopped ? 'stopped' : 'within its guardrails'})),
    stopped && element('p', {class: 'bad', text: `Stopped by its guardrail “${stopped.guardrail}” on ${day.format(new Date(stopped.at))}: ${
      stopped.exceeded} of ${stopped.of}, where ${percent(stopped.limit)} are allowed. Its units are answered as configured.`}),
    guardrails.length === 0 ? element('p', {class: 'quiet', text: 'No guardrail is declared.'})
      : element('ul', {class: 'guardrails'}, ...guardrails.map((one) => guardrail(one, stopped && stopped.guardrail === one.guardrail))));
}

function differences({experiment, differences: all}) {
  return element('ul', {}, ...all.map(({variant, against, reliability}) => {
    const sure = reliability.low > 0 ? 'better' : reliability.high < 0 ? 'worse' : 'not told apart yet';
    return element('li', {text: `${variant} less ${against}: RS(${experiment.penalty}) × 100 ${figure(reliability, 100)} – ${sure}`});
  }));
}

function shadows({shadows: all}) {
  return all.length > 0 && element('section', {class: 'card'},
    element('h2', {text: 'Shadows, which nobody sees'}),
    element('ul', {}, ...all.map(({variant, decisions, same, answeredInstead, abstainedInstead, spent}) => element('li', {
      text: `${variant}: ${decisions} decisions, ${figure(same, 100, ' %')} the same as shown; answered ${answeredInstead} times instead of abstaining, `
        + `abstained ${abstainedInstead} times instead of answering; 95th percentile ${figure(spent.p95Millis)} ms`}))));
}

function audits({experiment, audits: all}) {
  return all.length > 0 && element('section', {class: 'card'},
    element('h2', {text: 'Audits of random samples'}),
    ...all.map(({drawn, rated, variants, differences: apart}) => element('div', {},
      element('p', {text: rated < drawn ? `${rated} of ${drawn} drawn decisions rated; it tells something once all are.` : `All ${drawn} drawn decisions rated; unbiased:`}),
      element('ul', {},
        ...variants.map(({variant, of, reliability, selectiveRisk}) => element('li', {
          text: `${variant || 'all'}: RS(${experiment.penalty}) × 100 ${figure(reliability, 100)} of ${of} decisions; wrong of answers ${figure(selectiveRisk, 100, ' %')}`})),
        ...apart.map(({variant, against, reliability}) => element('li', {
          text: `${variant} less ${against}: ${figure(reliability, 100)}`}))))));
}

async function results(id) {
  const known = await fetchJson(`v1/experiments/${encodeURIComponent(id)}/results`);
  document.title = `${id} · Experiments · Demur`;
  const {experiment, variants, caution} = known;
  return [
    element('section', {class: 'card'},
      element('div', {class: 'row apart'}, element('h2', {text: experiment.id}), stateTag(experiment.state)),
      experiment.description && element('p', {text: experiment.description}),
      element('p', {class: 'quiet', text: `${until(experiment)}; ${experiment.databases.join(', ')}; by ${experiment.unit}`}),
      reliabilityChart(known),
      differences(known),
      element('p', {class: 'quiet', text: caution})),
    sampleRatio(known),
    element('div', {class: 'columns'}, ...variants.map(variantState)),
    element('section', {class: 'card'}, element('h2', {text: 'Figures'}), figures(known)),
    shadows(known),
    audits(known),
    element('p', {}, element('a', {href: 'experiments.html', text: 'All experiments'})),
  ].filter(Boolean);
}

const id = new URLSearchParams(location.search).get('id');
if (id === null) {
  fill(byId('experiments'), list);
} else {
  byId('experiments').hidden = true;
  byId('results').hidden = false;
  fill(byId('results'), () => results(id));
}
