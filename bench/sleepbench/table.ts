// The one table: a row for each measure, a column for each arm, each figure with its confidence interval.
import type { Figure, Told } from './figures.ts';
import { type Measure, measures } from './measures/measure.ts';

export function printTable(arms: readonly Told[]): string {
  const heads = ['measure', 'better', ...arms.map(({ arm }) => arm)];
  const rows = measures.map((measure) => [measure.name, measure.better, ...arms.map((told) => cell(measure, told))]);
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cell(measure: Measure, { figures, offers }: Told): string {
  if (measure.needs !== undefined && !offers.includes(measure.needs)) return 'not offered';
  const figure = figures[measure.name];
  return figure == null ? '–' : printFigure(figure, measure.unit);
}

/** `81 (78–84)`; shares in per cent. */
export function printFigure({ mean, low, high }: Figure, unit: Measure['unit']): string {
  const print = (value: number): string => {
    const shown = unit === '%' ? value * 100 : value;
    const digits = Math.abs(shown) >= 100 || unit === '%' ? (unit === '%' ? 1 : 0) : 1;
    return shown.toFixed(digits).replace(/^-(0(?:\.0*)?)$/u, '$1');
  };
  const sign = unit === '%' ? ' %' : '';
  return low === high ? `${print(mean)}${sign}` : `${print(mean)}${sign} (${print(low)}–${print(high)})`;
}
