// What waits for a person, each with what they can type.
import { type Waiting as Proposal, stillWaiting } from '../curate/curate.ts';
import type { Memories } from '../facts/facts.ts';
import { isUndone } from '../journal/journal.ts';
import { memoryPath } from '../memory/memory.ts';
import { counted, oneLine } from '../text/text.ts';
import type { Place } from '../world/world.ts';
import type { MorningAttempt, MorningProof, Waits } from './morning-types.ts';
import type { Problem } from './problems.ts';
import type { Status } from './status.ts';
import { entryInWords, reasonInWords } from './told.ts';

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

const plain = (what: string, ...commands: readonly string[]): Waits => ({ what, lines: [], commands, answers: null });

function proposals({ world, home }: Place, { ledger }: Memories): Waits[] {
  return stillWaiting(world, home, ledger).map(({ id, kind, operation, takes, rests, brings, until }) => {
    const { asks, labels, approved, stays } = asked[operation.kind];
    const what =
      kind === 'question' ? 'Two entries of MEMORY.md contradict each other. Does the newer one hold?' : asks;
    const line = (sign: '-' | '+' | '=', text: string): Waits['lines'][number] => ({
      ...{ sign, label: labels[sign], text: entryInWords(text) },
    });
    const lines = [
      ...takes.map((text) => line('-', text)),
      ...brings.map((text) => line('+', text)),
      ...rests.map((text) => line('=', text)),
    ];
    return {
      what: `${what} (${reasonInWords(operation.kind, operation.why)})`,
      lines: lines.filter(
        ({ text, label }, at) => !lines.slice(0, at).some((one) => one.text === text && one.label === label),
      ),
      commands: [`dk pending approve ${id}`, `dk pending reject ${id}`],
      answers: `approve: ${approved}. reject: ${stays}, and you are not asked again. No answer by ${until.slice(0, 10)} counts as reject.`,
    };
  });
}

interface Asked {
  readonly asks: string;
  readonly labels: Readonly<Record<'-' | '+' | '=', string>>;
  /** What is done then, and what is so otherwise. */
  readonly approved: string;
  readonly stays: string;
}

/** As a question that somebody can answer who never heard of operations. */
const asked: Readonly<Record<Proposal['operation']['kind'], Asked>> = {
  supersede: {
    asks: 'Should a newer entry of MEMORY.md replace an old one?',
    ...{ labels: { '-': 'old', '+': 'new', '=': 'new' }, stays: 'both stay' },
    approved: 'the old one goes into the archive',
  },
  merge: {
    asks: 'Should these entries of MEMORY.md become one?',
    ...{ labels: { '-': 'now', '+': 'then', '=': 'beside' }, stays: 'they stay as they are' },
    approved: 'they become one, and what it does not say word for word goes into the archive',
  },
  demote: {
    asks: 'Should this entry of MEMORY.md be taken out?',
    ...{ labels: { '-': 'entry', '+': 'new', '=': 'beside' }, stays: 'it stays' },
    approved: 'it goes into the archive',
  },
  reword: {
    asks: 'Should this entry of MEMORY.md be worded anew?',
    ...{ labels: { '-': 'now', '+': 'then', '=': 'beside' }, stays: 'it stays as it is' },
    approved: 'it is worded so, and its old words go into the archive',
  },
  move: {
    asks: 'Should this entry of MEMORY.md stand elsewhere?',
    ...{ labels: { '-': 'entry', '+': 'entry', '=': 'behind' }, stays: 'it stays where it is' },
    approved: 'it is moved, and keeps its words',
  },
  pattern: {
    asks: 'Should MEMORY.md say what several of its entries have in common?',
    ...{ labels: { '-': 'old', '+': 'new', '=': 'from' }, stays: 'nothing is added' },
    approved: 'the new entry is added, and those that it comes from stay',
  },
};

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
