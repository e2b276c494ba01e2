// What really happened: commits, files, board and steps, gathered from the world, bounded, and told apart from what was known before.

export { carryOf, handedOn } from './carry.ts';
export { type CheckRun, covers, type EditAt, type OpenFailure } from './checks.ts';
export {
  adviceByChoice,
  adviceByRecord,
  type DreamerRecord,
  type FollowedVerdict,
  followHome,
  followVerdicts,
  isDemoted,
  recordOf,
  recordsOf,
} from './dreamer-record.ts';
export {
  type CommitFact,
  type Facts,
  hasNews,
  type NewsFacts,
  type PreviousDream,
  type ProjectFacts,
} from './facts-types.ts';
export { type Gathering, gatherFacts } from './gather.ts';
export { isHomeFile } from './home-files.ts';
export { homeBytes, homeLedger, homeText } from './home-text.ts';
export { type Naming, namesOf, nextAction, someNamed, someOf } from './next-action.ts';
export type { Trespass } from './territory.ts';
export { openTodos, type Todo } from './todos.ts';
