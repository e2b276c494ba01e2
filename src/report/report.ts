// What to tell the person.
export { type Problem, type Status, statusOf } from './status.ts';
