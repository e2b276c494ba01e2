// How tired an agent is: its actions, counted from the record, and when it is to be warned or made to sleep.
export { actionsIn } from './actions.ts';
