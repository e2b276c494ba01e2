// The wake pack: all a run needs to begin, in one small text. What must be in it always fits; the rest fills what room is left.
import { type Facts, sizedName } from '../facts/facts.ts';
import type { VerdictOutcome } from '../journal/journal.ts';
import { clock, cut } from '../text/text.ts';
import { framed, frameLength } from './frame.ts';
import type { ToldDone } from './looks-done.ts';
import type { NewestDream } from './newest-dream.ts';
import type { OthersWords } from './others-words.ts';
import { blocks } from './pack-blocks.ts';
import type { CheckedFact } from './recheck.ts';

export interface PackParts {
  /** What the agent's own definition calls it, for the greeting. */
  readonly called: string | undefined;
  /** As the board and the project are now. */
  readonly facts: Facts;
  readonly dream: NewestDream;
  readonly doing: string | null;
  /** A task that was claimed since the board was read: it is DOING, and no longer on the list. */
  readonly claimed?: string;
  /** A sentence of ours, with others' names in it as `words` says them. */
  readonly next: string;
  readonly midFlight: readonly string[];
  readonly verified: readonly CheckedFact[];
  readonly verdicts: readonly VerdictOutcome[];
  readonly looksDone: readonly ToldDone[];
  /** Sentences of ours; what is not ours in them was said by `words`. */
  readonly notes: readonly string[];
  /** What somebody else has to tell, or may have had a hand in: messages, names, what could not be read. */
  readonly reports: readonly string[];
  readonly isAudit: boolean;
  readonly memory: readonly string[];
  /** Pinned notes, then the newest, the newest last. */
  readonly remembered: readonly string[];
  readonly words: OthersWords;
  /** The code of the frame. */
  readonly code: string;
}

/** A pack before it is printed: our own lines, what others wrote, and our last lines. */
export interface PackLines {
  readonly ours: readonly string[];
  readonly others: readonly string[];
  readonly last: readonly string[];
}

/** Renders the pack within `budget` characters. */
export function renderPack(parts: PackParts, budget: number): string {
  const { ours, others, last } = packLines(parts, budget);
  return framed(parts.code, ours, others, last);
}

/** What a pack of this length says. Blocks are let in the most important first, wherever they stand. */
export function packLines(parts: PackParts, budget: number): PackLines {
  const musts = mustsOf(parts, budget);
  let room = budget - musts.join('\n').length - 1;
  const kept = { ours: [...musts], others: [] as string[], last: [] as string[] };
  for (const { side, lines, isList } of blocks(parts)) {
    const frame = side === 'others' && kept.others.length === 0 ? frameLength(parts.code) : 0;
    const fitting = fittingLines(lines, isList === true, room - frame);
    if (fitting.length === 0) continue;
    kept[side].push(...fitting);
    room -= frame + lengthOf(fitting);
  }
  return kept;
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** As many lines as there is room for. Of a list it is said how many are left out; its title alone says nothing. */
function fittingLines(lines: readonly string[], isList: boolean, room: number): readonly string[] {
  if (lengthOf(lines) <= room) return lines;
  const most = lines.findIndex((_, at) => lengthOf(lines.slice(0, at + 1)) > room);
  if (!isList) return lines.slice(0, most);
  for (let shown = most; shown > 1; shown -= 1) {
    const told = [...lines.slice(0, shown), `- (and ${lines.length - shown} more)`];
    if (lengthOf(told) <= room) return told;
  }
  return [];
}

function mustsOf({ facts, called, doing, next, midFlight, words }: PackParts, budget: number): string[] {
  const { project, agent, now } = facts;
  const share = (part: number): number => Math.floor(budget * part);
  const name = greeted(called ?? agent, words);
  const branch = project.branch === null ? '(none)' : words.names.path(project.branch);
  const where = `branch ${branch}${project.head === null ? '' : ` at ${project.head.slice(0, 7)}`}`;
  return [
    cut(`Good morning, ${name}. It is ${clock(now)}, ${where}.`, share(0.25)),
    `DOING: ${doing === null ? 'nothing' : cut(words.names.title(doing), share(0.2))}`,
    `Next action: ${cut(next, share(0.2))}`,
    ...(midFlight.length === 0
      ? []
      : [
          `In flight, not committed: ${fittingPaths(midFlight, (path) => sizedName(path, words.names, facts.sizes), share(0.25))}`,
        ]),
  ];
}

/** Of more words than two somebody may have made a sentence: that is quoted. */
function greeted(name: string, { names }: OthersWords): string {
  if (/^[a-z0-9]{1,20}(?:[-_ ][a-z0-9]{1,20})?$/iu.test(name)) return name;
  return name.includes(' ') ? names.title(name) : names.command(name);
}

/** So many are named at most. */
const mostNamed = 40;

/** Whole names as far as they go, and how many more. The first is always named, cut if need be. */
function fittingPaths(paths: readonly string[], name: (path: string) => string, most: number): string {
  const named = paths.slice(0, mostNamed).map(name);
  const list = (shown: number): string =>
    shown < paths.length
      ? `${named.slice(0, shown).join(', ')} and ${paths.length - shown} more`
      : named.slice(0, shown).join(', ');
  let shown = named.length;
  while (shown > 1 && list(shown).length > most) shown -= 1;
  return cut(list(shown), Math.max(most, 40));
}
