/** A schema as a picture: tables in columns, each to the right of those that it refers to. */
import {svg} from './shell.js';

const BOX = {width: 150, height: 40};
const GAP = {x: 70, y: 14};

/** How many references deep a table stands; one that refers to itself in a circle stands where it is met. */
function ranks(tables) {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const known = new Map();
  const rank = (name, path) => {
    if (known.has(name)) return known.get(name);
    const parents = byName.get(name).foreignKeys.map(({refersTo}) => refersTo.table)
      .filter((parent) => byName.has(parent) && !path.has(parent) && parent !== name);
    const found = Math.max(-1, ...parents.map((parent) => rank(parent, new Set(path).add(name)))) + 1;
    known.set(name, found);
    return found;
  };
  tables.forEach(({name}) => rank(name, new Set([name])));
  return known;
}

function places(tables) {
  const rank = ranks(tables);
  const found = new Map();
  const used = [];
  const parentsHeight = ({foreignKeys}) => {
    const heights = foreignKeys.map(({refersTo}) => found.get(refersTo.table)).filter(Boolean).map(({y}) => y);
    return heights.length ? heights.reduce((sum, y) => sum + y, 0) / heights.length : 0;
  };
  for (let column = 0; column <= Math.max(...rank.values()); column++) {
    tables.filter(({name}) => rank.get(name) === column)
      .sort((one, other) => parentsHeight(one) - parentsHeight(other))
      .forEach(({name}) => {
        used[column] = (used[column] ?? -1) + 1;
        found.set(name, {x: column * (BOX.width + GAP.x), y: used[column] * (BOX.height + GAP.y)});
      });
  }
  return found;
}

/** The picture; `chosen` hears the name of a table that is clicked. What it shows stands in words beside it. */
export function schemaPicture(tables, chosen) {
  const at = places(tables);
  const width = Math.max(...[...at.values()].map(({x}) => x)) + BOX.width + 2;
  const height = Math.max(...[...at.values()].map(({y}) => y)) + BOX.height + 2;
  const picture = svg('svg', {class: 'schema', width, height, viewBox: `-1 -1 ${width} ${height}`, 'aria-hidden': 'true'});
  for (const {name, foreignKeys} of tables) {
    for (const {refersTo} of foreignKeys) {
      const from = at.get(name);
      const to = at.get(refersTo.table);
      if (!to || refersTo.table === name) continue;
      const [x1, y1, x2, y2] = [from.x, from.y + BOX.height / 2, to.x + BOX.width, to.y + BOX.height / 2];
      const bend = Math.max(30, (x1 - x2) / 2);
      picture.append(svg('path', {class: 'key', d: `M${x1},${y1} C${x1 - bend},${y1} ${x2 + bend},${y2} ${x2},${y2}`},
        svg('title', {text: `${name} refers to ${refersTo.table}`})));
    }
  }
  for (const {name, rows} of tables) {
    const {x, y} = at.get(name);
    picture.append(svg('g', {class: 'box', transform: `translate(${x} ${y})`, onclick: () => chosen(name)},
      svg('title', {text: name}),
      svg('rect', {width: BOX.width, height: BOX.height, rx: 6}),
      svg('text', {x: 10, y: 17, text: name.length > 19 ? `${name.slice(0, 18)}…` : name}),
      svg('text', {class: 'faint', x: 10, y: 32, text: `${rows.toLocaleString('en')} rows`})));
  }
  return picture;
}
