// Metrics: the home in figures, for programs that collect figures.
import { type Metric, metricsOf, printMetrics } from '../report/report.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface Metrics {
  readonly metrics: readonly Metric[];
  /** The same in the text format of Prometheus. */
  readonly text: string;
}

export async function metrics(at: Standpoint): Promise<Metrics> {
  const all = await metricsOf(await openHomeAnyhow(at));
  return { metrics: all, text: printMetrics(all) };
}
