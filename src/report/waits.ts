// What waits for a person, each with what they can type.
import { stillWaiting } from '../curate/curate.ts';
import type { Memories } from '../facts/facts.ts';
import { isUndone } from '../journal/journal.ts';
import { memoryPath } from '../memory/memory.ts';
import { counted, oneLine } from '../text/text.ts';
import type { Place } from '../world/world.ts';
import type { MorningAttempt, MorningProof, Waits } from './morning-types.ts';
import type { Problem } from './problems.ts';
import type { Status } from './status.ts';
import { entryInWords, whyInWords } from './told.ts';

export interface Waiting {
  readonly memories: Memories | undefined;
  readonly status: Pick<Status, 'overdue' | 'problems'>;
  readonly attempts: readonly MorningAttempt[];
  readonly proof: readonly MorningProof[];
}

export function waitsFor({ world, home }: Place, { memories, status, attempts, proof }: Waiting): Waits[] {
  return [
    ...proof.filter(({ result }) => result === 'refused').map(unproven),
    ...(memories === undefined ? [] : [...proposals({ world, home }, memories), ...whose(memories)]),
    ...(status.overdue ? [plain('A sleep is overdue: there is news that nobody has slept on.', 'dk sleep')] : []),
    ...attempts
      .filter(({ outcome }) => outcome === 'failed' || outcome === 'rejected' || outcome === 'held')
      .slice(-3)
      .map(unslept),
    ...status.problems.map(problem),
  ];
}

const plain = (what: string, ...commands: readonly string[]): Waits => ({ what, lines: [], commands });

function proposals({ world, home }: Place, { ledger }: Memories): Waits[] {
  return stillWaiting(world, home, ledger).map(({ id, kind, operation, takes, rests, brings, until }) => ({
    what:
      kind === 'question'
        ? `Two entries of MEMORY.md contradict each other (${whyInWords(operation.kind, operation.why)}). Which of them holds? It waits until ${until.slice(0, 10)}.`
        : `A change of memory that is not made without you: ${operation.kind}, because ${whyInWords(operation.kind, operation.why)}. It waits until ${until.slice(0, 10)}.`,
    lines: [
      ...takes.map((text) => ({ sign: '-' as const, text: entryInWords(text) })),
      ...brings.map((text) => ({ sign: '+' as const, text: entryInWords(text) })),
      ...rests.map((text) => ({ sign: '=' as const, text: entryInWords(text) })),
    ],
    commands: [`dk pending approve ${id}`, `dk pending reject ${id}`],
  }));
}

/** Asked once, as `dk pending` does. */
function whose({ ledger, notes }: Memories): Waits[] {
  const unknown = notes.filter(
    ({ origin, places }) => origin === null && places.some(({ path }) => path === memoryPath),
  );
  if (unknown.length === 0 || ledger.lines.some(({ kind, id }) => kind === 'whose' && !isUndone(ledger, id))) return [];
  const entries = counted(unknown.length, 'entry').replace(/entrys$/u, 'entries');
  return [
    plain(
      `Whose are ${entries} of MEMORY.md? Until you say, they count as yours, and no sleep changes them.`,
      'dk memory whose agent',
      'dk memory whose mine',
    ),
  ];
}

const unproven = ({ night, why }: MorningProof): Waits =>
  plain(`The night ${night} cannot be proven to have done no harm: ${why}.`, `dk nights show ${night}`, 'dk doctor');

function unslept({ id, outcome, reason, message, count }: MorningAttempt): Waits {
  const often = count > 1 ? ` (${counted(count, 'time')})` : '';
  return plain(
    `A night ${outcome === 'failed' ? 'failed' : `was ${outcome}`}${often}, ${reason}: ${message}`,
    `dk nights show ${id}`,
  );
}

/** The commands that a hint names, as far as they can be typed as they stand. */
function problem({ message, hint }: Problem): Waits {
  const named = [...hint.matchAll(/`(dk [^`]+)`/gu)].map(([, command = '']) => command);
  return plain(
    `${oneLine(message, 400)}. ${hint}`,
    ...new Set(named.filter((command) => /^[\w .:/@-]+$/u.test(command))),
  );
}
