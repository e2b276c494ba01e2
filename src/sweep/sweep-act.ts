// The sweep as an act of a night: what earned its place is promoted, once, by rules alone.
import type { Act, LeftOutLine, NotNow, Proposal, ReadAnswer, Ready, Tonight } from '../asking/asking.ts';
import { withStore } from '../change/change.ts';
import { keepsRecalls, recallDays } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type LedgerRead, piecesOf, type SweepPart, sweepsOf, tellDamage } from '../journal/journal.ts';
import { memoryPath, sketchOf, troubleIn, troubleWords } from '../memory/memory.ts';
import { inWords, oneLine } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { diaryAttributes, noteAttributes } from './attributes.ts';
import { diaryPath, frameFor, lineOf, standsOpen, withBlock, withDiary } from './block.ts';
import type { Candidate, Gate } from './candidates.ts';
import { lastSweep, rememberSweep, sweepDueIn } from './clock.ts';
import { tellFigures } from './figures.ts';
import { type Looked, sweepLook } from './look.ts';
import { tagsFor } from './tags.ts';

export const sweepAct: Act = {
  name: 'sweep',
  kind: 'sweep',
  triggers: ['heartbeat'],
  gather: async (home, tonight) => {
    const early = notYet(home, tonight);
    if (early !== undefined) return early;
    const looked = await sweepLook(home);
    return whyNot(home, looked) ?? ready(home, looked);
  },
  ended: (home, { outcome, reason }) => {
    if (outcome === 'gated' || outcome === 'held' || reason === 'stopped') return;
    const isCompleted = outcome === 'ran' || outcome === 'noop';
    rememberSweep(home, isCompleted);
    if (!isCompleted) return;
    const oldest = home.world.now().getTime() - recallDays(home.settings) * 24 * 60 * 60 * 1000;
    withStore(home.world, home.home, (store) => store.pruneRecalls(new Date(oldest).toISOString()));
  },
};

/** By hand it is always time. */
function notYet(home: AgentHome, { trigger, isForced }: Tonight): NotNow | undefined {
  if (trigger === 'hand' || isForced) return undefined;
  const left = sweepDueIn(home);
  if (left === 0) return undefined;
  const gated = { kind: 'not now', outcome: 'gated' } as const;
  if (left === undefined)
    return {
      ...gated,
      reason: 'off',
      message: '`dreaming.enabled` or its heartbeat is off, so nothing is swept by itself',
    };
  return {
    ...gated,
    reason: 'interval',
    message: `the last sweep was at ${lastSweep(home) ?? '?'}; the next is due in ${inWords(left)}`,
  };
}

function whyNot(
  home: AgentHome,
  { memories: { ledger }, candidates, counted, figures, time }: Looked,
): NotNow | undefined {
  const damage = tellDamage(ledger);
  if (damage !== undefined) return { kind: 'not now', outcome: 'failed', reason: 'ledger-broken', message: damage };
  const passed = candidates.filter(({ gate }) => gate === undefined);
  const lines = passed.map(lineOf);
  const memory = home.world.files.read(home.home.home, memoryPath);
  const trouble = lines.length > 0 && memory !== undefined ? troubleIn(memory) : undefined;
  if (trouble !== undefined)
    return { kind: 'not now', outcome: 'failed', reason: trouble, message: troubleWords[trouble] };
  if (lines.length > 0 && standsOpen(memory, time, lines))
    return {
      ...{ kind: 'not now', outcome: 'failed', reason: 'memory-open' },
      message: `${memoryPath} ends in a block of code or a comment that nobody closed; what comes behind it would be part of it`,
    };
  const until = sweepsOf(ledger).findLast(({ agent }) => agent === home.agent)?.until ?? '';
  if (passed.length > 0 || (counted.newest ?? '') > until) return undefined;
  const noop = { kind: 'not now', outcome: 'noop', figures: { ...figures, skipped: true } } as const;
  if (!keepsRecalls(home.settings))
    return {
      ...noop,
      reason: 'not-recorded',
      message: 'recalls are not recorded (`record.recalls` is off), so nothing can earn its place; clean tree',
    };
  const nothing = counted.events === 0 ? 'nothing was recalled yet' : 'nothing was recalled since the last sweep';
  return { ...noop, reason: 'no-news', message: `${nothing}: ${tellFigures(figures)}; clean tree` };
}

function ready(home: AgentHome, looked: Looked): Ready {
  const passed = looked.candidates.filter(({ gate }) => gate === undefined);
  return {
    kind: 'ready',
    question: undefined,
    byRules: (): ReadAnswer => ({ kind: 'proposal', proposal: proposalOf(home, looked, passed) }),
    read: () => ({ kind: 'malformed', reason: 'nobody was asked' }),
  };
}

/** What should have come, and is held back for what stands in it. */
const toTell: readonly (Gate | undefined)[] = ['credential', 'order', 'length'];

const nameOf = ({ id }: Candidate): string => `promote ${id}`;

function proposalOf(home: AgentHome, looked: Looked, passed: readonly Candidate[]): Proposal {
  const { candidates, memories, counted, time } = looked;
  const scores = passed.map(({ score }) => score);
  const figures = {
    ...looked.figures,
    promoted: passed.length,
    scores: scores.length === 0 ? null : ([Math.min(...scores), Math.max(...scores)] as const),
    memories: passed.map(({ id }) => id),
  };
  const lines = passed.map(lineOf);
  const leftOut = candidates
    .filter(({ gate }) => toTell.includes(gate))
    .map(({ id, why }): LeftOutLine => ({ line: `promote ${id}`, why, isVerdict: false }));
  const told = { figures, passed, leftOut: leftOut.map(({ line, why }) => `${line.slice('promote '.length)}, ${why}`) };
  const part: Omit<SweepPart, 'name'> = {
    until: counted.newest,
    scanned: figures.scanned,
    promoted: passed.flatMap(({ id, note, score, tally }) =>
      note === undefined
        ? []
        : [
            {
              ...{ memory: id, sha256: note.sha256, sketch: piecesOf(sketchOf(note.text)) },
              ...{ score, hits: tally.recalls, days: tally.days },
            },
          ],
    ),
    tagged: tagsFor(candidates, memories),
  };
  const existing = home.world.files.read(home.home.home, memoryPath);
  return {
    edits: [
      ...(lines.length === 0
        ? []
        : [
            {
              ...({ path: memoryPath, rule: 'append', undo: 'reverse' } as const),
              edit: (content: Uint8Array | undefined) => withBlock(content, time, lines),
            },
          ]),
      { ...{ path: diaryPath, rule: 'append', undo: 'reverse' }, edit: (content) => withDiary(content, time, told) },
      diaryAttributes,
      ...(memories.notes.length === 0 ? [] : [noteAttributes]),
    ],
    part,
    reason: lines.length === 0 ? 'nothing-passed' : 'promoted',
    message: tellFigures(figures),
    subject: `promote: ${lines.length} ${lines.length === 1 ? 'memory' : 'memories'}`,
    list: passed.map(({ note, score }) => `${oneLine(note?.text ?? '', 80)} (${score.toFixed(2)})`),
    ...{ model: 'builtin', leftOut, figures },
    memory: {
      operations: passed.map((each, at) => ({
        ...{ kind: 'add', name: nameOf(each), path: memoryPath, takes: [], brings: [lines[at] ?? ''] },
      })),
      frame: lines.length === 0 ? [] : frameFor(existing, time).map((brings) => ({ path: memoryPath, brings })),
      without: (names) =>
        proposalOf(
          home,
          looked,
          passed.filter((each) => !names.has(nameOf(each))),
        ),
    },
    stillFits: (ledger) => refuseIfOvertaken(ledger, memories.ledger, passed),
  };
}

/** Another sweep, in another process or clone, may have promoted one of these meanwhile. */
function refuseIfOvertaken(now: LedgerRead, before: LedgerRead, passed: readonly Candidate[]): void {
  if (sweepsOf(now).length === sweepsOf(before).length) return;
  const promoted = new Set(sweepsOf(now).flatMap((sweep) => sweep.promoted.map(({ memory }) => memory)));
  if (!passed.some(({ id }) => promoted.has(id))) return;
  throw new DreamkeeperError(
    'E_CHANGED_MEANWHILE',
    'another sweep promoted one of these while this one was being made',
    { hint: 'Nothing was changed. The next sweep promotes what is left.' },
  );
}
