// The plan: tasks, states, legal moves; edits that change one keyword and no other byte.
export { bodyOf, firstOpenBox } from './body.ts';
export { boardDigest } from './digest.ts';
export { withLogLine, withTask } from './edit.ts';
export { withIssue } from './issue.ts';
export { findState, statesOf } from './keywords.ts';
export { type LintFinding, lintBoard, lintDeleted } from './lint.ts';
export { matchAmong, matchTask } from './match.ts';
export { moveByVerdict, moveTask, type Verb } from './move.ts';
export { type Board, type Heading, parseBoard, type Task, tasksOf } from './parse.ts';
export { boardPath } from './path.ts';
export { backlogOf, isFree, pickTask, underWayOf } from './pick.ts';
export { withProperty } from './property-edit.ts';
export { sameTask } from './same-task.ts';
export { newBoard } from './template.ts';
export { type Titles, titlesOf } from './titles.ts';
export { type MadeMove, makeMoveAgain, takeBackMove } from './unmove.ts';
export { applyVerdicts, parseVerdicts, type Verdict, type VerdictReport } from './verdict.ts';
