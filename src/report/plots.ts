// Small plots as they stand in a page: bars, a line, parts of bars, and two rows of dots.
import { html, type Markup } from './markup.ts';

const width = 320;
const height = 120;
const left = 6;
const base = 92;
const top = 14;

interface Plotted {
  /** What it says, for whoever does not see it. */
  readonly label: string;
  readonly caption: string;
}

const figure = ({ label, caption }: Plotted, ...drawn: readonly Markup[]): Markup =>
  html`<figure><figcaption>${caption}</figcaption><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}"><path class="axis" d="M${left} ${base}H${width - left}"/>${drawn}</svg></figure>`;

const rounded = (value: number): number => Math.round(value * 10) / 10;
const most = (values: readonly number[]): number => Math.max(1, ...values);
/** The middle of each of so many columns. */
const middle = (at: number, many: number): number => rounded(left + ((at + 0.5) * (width - 2 * left)) / many);
const y = (value: number, highest: number): number => rounded(base - (value / highest) * (base - top));
const under = (x: number, text: string): Markup =>
  html`<text x="${x}" y="${base + 18}" text-anchor="middle">${text}</text>`;
const above = (x: number, at: number, value: number): Markup =>
  html`<text class="value" x="${x}" y="${rounded(at - 5)}" text-anchor="middle">${value}</text>`;

export interface Column {
  readonly name: string;
  readonly value: number | null;
}

export function barPlot(about: Plotted, columns: readonly Column[]): Markup {
  const highest = most(columns.map(({ value }) => value ?? 0));
  const wide = Math.min(26, ((width - 2 * left) / columns.length) * 0.6);
  return figure(
    about,
    ...columns.map(({ name, value }, at) => {
      const [x, end] = [middle(at, columns.length), y(value ?? 0, highest)];
      return html`${value === null || value === 0 ? '' : html`<rect class="bar" x="${rounded(x - wide / 2)}" y="${end}" width="${rounded(wide)}" height="${rounded(base - end)}" rx="2"/>${above(x, end, value)}`}${under(x, name)}`;
    }),
  );
}

/** From the lowest value on, and not from zero: it is there to show how something grew, and its ends have their figures. */
export function linePlot(about: Plotted, columns: readonly Column[]): Markup {
  const known = columns.flatMap(({ value }, at) => (value === null ? [] : [{ at, value }]));
  const lowest = Math.min(...known.map(({ value }) => value));
  const room = Math.max(4, most(known.map(({ value }) => value)) - lowest) * 1.3;
  const points = known.map(({ at, value }) => ({
    x: middle(at, columns.length),
    y: y(value - lowest + room * 0.15, room),
    value,
  }));
  const [first, last] = [points[0], points.at(-1)];
  const line = points.map(({ x, y: up }, at) => `${at === 0 ? 'M' : 'L'}${x} ${up}`).join('');
  const ends = first === undefined || last === undefined ? [] : first === last ? [last] : [first, last];
  return figure(
    about,
    ...(first === undefined || last === undefined
      ? []
      : [html`<path class="area" d="${line}L${last.x} ${base}L${first.x} ${base}Z"/><path class="path" d="${line}"/>`]),
    ...ends.map(
      ({ x, y: up, value }) => html`<circle class="dot" cx="${x}" cy="${up}" r="3"/>${above(x, up - 2, value)}`,
    ),
    ...columns.map(({ name }, at) => under(middle(at, columns.length), name)),
  );
}

export interface Parts {
  readonly name: string;
  readonly parts: readonly { readonly kind: 'right' | 'wrong' | 'open'; readonly value: number }[];
}

export function partsPlot(about: Plotted, columns: readonly Parts[]): Markup {
  const highest = most(columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const wide = Math.min(26, ((width - 2 * left) / columns.length) * 0.6);
  return figure(
    about,
    ...columns.map(({ name, parts }, at) => {
      const x = middle(at, columns.length);
      let below = 0;
      const drawn = parts.map(({ kind, value }) => {
        if (value === 0) return '';
        const [from, to] = [y(below, highest), y(below + value, highest)];
        below += value;
        return html`<rect class="${kind}" x="${rounded(x - wide / 2)}" y="${to}" width="${rounded(wide)}" height="${rounded(Math.max(1, from - to - 1))}" rx="2"/>`;
      });
      return html`${drawn}${below === 0 ? '' : above(x, y(below, highest), below)}${under(x, name)}`;
    }),
  );
}

export interface Row {
  readonly name: string;
  readonly values: readonly number[];
  readonly median: number;
}

/** A dot for each, on one scale; a stroke for what is in the middle of a row. */
export function dotRows(label: string, rows: readonly Row[]): Markup {
  const highest = most(rows.flatMap(({ values }) => values));
  const wide = 640;
  const from = 170;
  const x = (value: number): number => rounded(from + (value / highest) * (wide - from - 24));
  const all = rows.map(({ name, values, median }, at) => {
    const up = 22 + at * 34;
    return html`<text x="0" y="${up + 4}">${name}</text><path class="axis" d="M${from} ${up}H${wide - 24}"/>${values.map((value) => html`<circle class="${at === 0 ? 'dot' : 'hollow'}" cx="${x(value)}" cy="${up}" r="5"/>`)}<path class="path" d="M${x(median)} ${up - 10}v20"/><text class="value" x="${x(median)}" y="${up - 13}" text-anchor="middle">${median}</text>`;
  });
  return html`<figure><svg class="wide" viewBox="0 0 ${wide} ${rows.length * 34 + 14}" role="img" aria-label="${label}">${all}</svg></figure>`;
}
