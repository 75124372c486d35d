/** Charts in SVG that keep the size of their text at any width; each says in words what it shows. */
import {element, svg} from './shell.js';

const ROW = 24;
const nice = new Intl.NumberFormat('en', {maximumSignificantDigits: 4});

/** A number for people. */
export const shown = (value) => nice.format(value);

function figure(title, summary, ...parts) {
  return element('figure', {}, element('figcaption', {text: title}), ...parts,
    element('span', {class: 'visually-hidden', text: summary}));
}

const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/**
 * Horizontal bars, one for each label; negative values reach to the left.
 *
 * @param bars of {label, value, tone?}; `tone: 'second'` for the colour of what is compared with
 */
export function barChart(title, bars) {
  const least = Math.min(0, ...bars.map(({value}) => value));
  const span = Math.max(0, ...bars.map(({value}) => value)) - least || 1;
  const start = 44; // where 20 letters have room on a phone
  const width = 42;
  const at = (value) => start + width * (value - least) / span;
  const picture = svg('svg', {class: 'chart', height: bars.length * ROW, 'aria-hidden': 'true'});
  bars.forEach(({label, value, tone}, i) => {
    const y = i * ROW;
    const left = Math.min(at(0), at(value));
    picture.append(
      svg('text', {x: `${start - 1}%`, y: y + 16, 'text-anchor': 'end', text: short(label, 20)}, svg('title', {text: label})),
      svg('rect', {class: `bar ${tone || ''}`, x: `${left}%`, y: y + 4, width: `${Math.abs(at(value) - at(0))}%`, height: ROW - 8, rx: 2}),
      svg('text', {class: 'faint', x: `${Math.max(at(0), at(value)) + 1}%`, y: y + 16, text: shown(value)}));
  });
  return figure(title, bars.map(({label, value}) => `${label}: ${shown(value)}`).join('; '), picture);
}

/**
 * Lines over a common axis.
 *
 * @param series of {name, points: [[x, y], …], tone?} with x ascending numbers
 * @param axis {from, to}: what stands at the ends of the axis below
 */
export function lineChart(title, series, {from, to}) {
  const all = series.flatMap(({points}) => points);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const low = Math.min(...ys, ...(Math.min(...ys) > 0 && Math.min(...ys) < Math.max(...ys) / 2 ? [0] : []));
  const high = Math.max(...ys);
  const px = (x) => 100 * (x - left) / (right - left || 1);
  const py = (y) => 100 - 100 * (y - low) / (high - low || 1);
  const height = 190;
  const plot = svg('svg', {x: 0, y: 18, width: '100%', height: height - 42, viewBox: '0 0 100 100', preserveAspectRatio: 'none', overflow: 'visible'},
    svg('line', {class: 'axis', x1: 0, x2: 100, y1: 100, y2: 100}),
    svg('line', {class: 'axis', x1: 0, x2: 100, y1: 0, y2: 0}),
    ...series.map(({points, tone}) =>
      svg('polyline', {class: `line ${tone || ''}`, points: points.map(([x, y]) => `${px(x)},${py(y)}`).join(' ')})));
  const picture = svg('svg', {class: 'chart', height, 'aria-hidden': 'true'}, plot,
    svg('text', {class: 'faint', x: 0, y: 12, text: shown(high)}),
    svg('text', {class: 'faint', x: 0, y: height - 28, text: shown(low)}),
    svg('text', {class: 'faint', x: 0, y: height - 6, text: from}),
    svg('text', {class: 'faint', x: '100%', y: height - 6, 'text-anchor': 'end', text: to}));
  const legend = series.length > 1 && element('ul', {class: 'legend'},
    ...series.map(({name, tone}) => element('li', {class: tone || '', text: name})));
  const summary = series.map(({name, points}) =>
    `${name}: from ${shown(points[0][1])} at ${from} to ${shown(points.at(-1)[1])} at ${to}, between ${shown(low)} and ${shown(high)}`).join('; ');
  return figure(title, summary, ...(legend ? [legend] : []), picture);
}
