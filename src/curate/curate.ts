// Keep memory true by operations.
export { approvedChange, stale } from './approved.ts';
export { curateAct } from './curate-act.ts';
export { stillWaiting } from './decided.ts';
export { everWaiting, type Waiting } from './waiting.ts';
