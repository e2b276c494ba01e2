// What to tell the person.
export { type Metric, metricsOf, printMetrics } from './metrics.ts';
export { type ModelsToday, modelsOf } from './models.ts';
export type { Problem } from './problems.ts';
export { type Status, statusOf } from './status.ts';
