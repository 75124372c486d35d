/** Whether rows make a picture, and which. */
import {barChart, lineChart} from './chart.js';

const MOST_BARS = 12;
const TIME = /^\d{4}(-\d{2}(-\d{2}([ T]\d{2}:\d{2}.*)?)?)?$/;

const isNumber = ({type}) => type === 'integer' || type === 'real';

/** A chart of one column of categories or times and one of numbers; null where there is none to make. */
export function resultChart({columns, rows, truncated}) {
  if (columns.length !== 2 || rows.length < 2 || truncated || rows.flat().includes(null)) return null;
  const year = columns.findIndex((column, i) => /year/i.test(column.name) && isNumber(columns[1 - i])
    && rows.every((row) => TIME.test(String(row[i]))));
  const key = year >= 0 ? year : columns.findIndex((column) => !isNumber(column));
  const measure = 1 - key;
  if (key < 0 || !isNumber(columns[measure])) return null;
  const keys = rows.map((row) => String(row[key]));
  if (new Set(keys).size < keys.length) return null;
  const title = `${columns[measure].name} by ${columns[key].name}`;
  if (rows.length > 2 && keys.every((text) => TIME.test(text) && text.length === keys[0].length)) {
    const points = rows.map((row) => [String(row[key]), row[measure]]).sort(([a], [b]) => (a < b ? -1 : 1));
    const time = (text) => Date.parse(text.replace(' ', 'T'));
    return lineChart(title, [{name: columns[measure].name, points: points.map(([text, value]) => [time(text), value])}],
      {from: points[0][0], to: points.at(-1)[0]});
  }
  return rows.length > MOST_BARS ? null
    : barChart(title, rows.map((row) => ({label: String(row[key]), value: row[measure]})));
}
