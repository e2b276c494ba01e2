// Keep memory true by operations.
export { curateAct } from './curate-act.ts';
