// What to tell the person.
export { type ModelsToday, modelsOf } from './models.ts';
export type { Problem } from './problem.ts';
export { type Status, statusOf } from './status.ts';
