// What to tell the person.
export { type Metric, metricsOf, printMetrics } from './metrics.ts';
export { type ModelsToday, modelsOf } from './models.ts';
export { morningOf } from './morning.ts';
export { morningPage } from './morning-page.ts';
export type { KnownNight, Morning } from './morning-types.ts';
export { pageBeginning } from './page.ts';
export type { Problem } from './problems.ts';
export { type Status, statusOf } from './status.ts';
export { weekOf } from './week.ts';
export { weekPage } from './week-page.ts';
export type { Week } from './week-types.ts';
