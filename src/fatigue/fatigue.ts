// How tired an agent is: its actions, counted from the record, and when it is to be warned or made to sleep.
export { actionsIn, isAction, isRestful } from './actions.ts';
export {
  clampedSleep,
  type FatigueLimits,
  fatigueLimits,
  isConsolidating,
  longestSleep,
} from './limits.ts';
