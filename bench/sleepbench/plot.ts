// A plot over days as SVG: a field for each measure, a line for each arm. Drawn by hand, so that it looks the same everywhere.
import type { Told } from './figures.ts';
import { type MeasureName, measures } from './measures/measure.ts';

const colours = ['#888888', '#b8860b', '#c0392b', '#2471a3', '#7d3c98', '#1e8449', '#d35400', '#117a65', '#5d6d7e'];
const [width, height, left, top, gap] = [360, 180, 48, 28, 44];

export function plot(arms: readonly Told[], names: readonly MeasureName[]): string {
  const columns = 2;
  const rows = Math.ceil(names.length / columns);
  const legend = 22 * Math.ceil(arms.length / 3) + 16;
  const [whole, high] = [columns * (width + left + 24), rows * (height + top + gap) + legend];
  const fields = names.map((name, at) =>
    field(
      arms,
      name,
      left + (at % columns) * (width + left + 24),
      top + Math.floor(at / columns) * (height + top + gap),
    ),
  );
  const keys = arms.map(({ arm }, at) => {
    const [x, y] = [left + (at % 3) * 260, high - legend + 16 + 22 * Math.floor(at / 3)];
    return `<line x1="${x}" y1="${y - 4}" x2="${x + 24}" y2="${y - 4}" stroke="${colourOf(at)}" stroke-width="2.5"/><text x="${x + 30}" y="${y}">${escaped(arm)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${high}" font-family="sans-serif" font-size="12" fill="#333333">\n<title>SleepBench: ${names.join(', ')} over the days</title>\n<rect width="${whole}" height="${high}" fill="#ffffff"/>\n${[...fields, ...keys].join('\n')}\n</svg>\n`;
}

function field(arms: readonly Told[], name: MeasureName, x: number, y: number): string {
  const measure = measures.find((each) => each.name === name);
  const isShare = measure?.unit === '%';
  const values = arms.flatMap(({ days }) => days.flatMap((day) => day[name] ?? []));
  const most = isShare ? 1 : Math.max(1, ...values);
  const least = Math.min(0, ...values);
  const across = (day: number, count: number): number => x + (count < 2 ? 0 : (width * day) / (count - 1));
  const up = (value: number): number => y + height - (height * (value - least)) / (most - least);
  const lines = arms.map(({ days }, at) => {
    const points = smooth(days.map((day) => day[name] ?? null)).flatMap((value, day) =>
      value === null ? [] : [`${across(day, days.length).toFixed(1)},${up(value).toFixed(1)}`],
    );
    return `<polyline fill="none" stroke="${colourOf(at)}" stroke-width="1.8" points="${points.join(' ')}"/>`;
  });
  const label = (value: number): string => (isShare ? `${Math.round(value * 100)} %` : String(Math.round(value)));
  const axis = [least, (least + most) / 2, most].map(
    (value) =>
      `<line x1="${x}" y1="${up(value).toFixed(1)}" x2="${x + width}" y2="${up(value).toFixed(1)}" stroke="#dddddd"/><text x="${x - 6}" y="${(up(value) + 4).toFixed(1)}" text-anchor="end">${label(value)}</text>`,
  );
  const count = Math.max(0, ...arms.map(({ days }) => days.length));
  return `<text x="${x}" y="${y - 10}" font-weight="bold">${name} (${measure?.better === 'more' ? 'more is better' : 'less is better'})</text>${axis.join('')}${lines.join('')}<text x="${x + width}" y="${y + height + 16}" text-anchor="end">day ${count}</text>`;
}

/** A mean of five days, so that a line can be followed. */
function smooth(values: readonly (number | null)[]): (number | null)[] {
  return values.map((value, at) => {
    if (value === null) return null;
    const near = values.slice(Math.max(0, at - 2), at + 3).filter((each) => each !== null);
    return near.reduce((sum, each) => sum + each, 0) / near.length;
  });
}

const colourOf = (at: number): string => colours[at % colours.length] ?? '#333333';
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
