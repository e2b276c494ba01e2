// The carry from facts alone: a dream hands it over, and a wake without a dream makes the same.
import { underWayOf } from '../board/board.ts';
import type { Carry } from '../journal/journal.ts';
import type { Facts } from './facts-types.ts';
import { nextAction, nothingInFlight } from './next-action.ts';

const mostFiles = 12;
const mostChecks = 8;
/** With more uncommitted files than this, a receipt would be longer than the dream; then nothing is called verified. */
const mostCovered = 500;

/** What the next run needs. */
export function carryOf(facts: Facts): Carry {
  const { project, board, agent, inFlight } = facts;
  // The journal is committed, and a to-do list is private.
  const next = nextAction({ ...facts, todos: [] });
  const isCoverable = project.changed.length <= mostCovered && project.moreChanged === 0;
  const checks = isCoverable ? facts.verified.slice(-mostChecks) : [];
  return {
    doing: (board === undefined ? undefined : underWayOf(board, agent)[0]?.title) ?? null,
    next: next === nothingInFlight ? null : next,
    midFlight: inFlight.slice(0, mostFiles),
    moreMidFlight: Math.max(0, inFlight.length - mostFiles),
    verified: checks.map(({ command, time }) => ({
      text: `\`${command}\` ended with 0`,
      receipt: { kind: 'check', command, exit: 0, time },
    })),
    covers:
      checks.length === 0
        ? null
        : {
            head: project.head,
            tree: project.tree,
            files: Object.fromEntries(project.changed.map(({ path, blob }) => [path, blob ?? null])),
          },
    other: [],
  };
}
