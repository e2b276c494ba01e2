// One act of a night: gather, ask, propose. Whatever goes wrong is its own, and the others go on.
import {
  type Act,
  type ActFigures,
  askForAct,
  type Bill,
  type Dreamer,
  emptyBill,
  keepRefused,
  type Proposal,
  type Tonight,
} from '../asking/asking.ts';
import type { Refusal } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { present } from '../text/text.ts';
import { failureOf } from './opening.ts';
import { soundProposal } from './proven.ts';
import type { Receipt } from './receipt.ts';
import type { StagedView } from './staged.ts';

/** An act as it came out. */
export interface ActDone {
  readonly act: Act;
  readonly outcome: Receipt['outcome'];
  readonly reason: string;
  readonly message: string;
  readonly model: string;
  readonly bill: Bill;
  /** What is to land, if anything is. */
  readonly proposal?: Proposal;
  readonly draft?: string | undefined;
  /** Why it is not from the model that was chosen. */
  readonly note?: string | undefined;
  readonly figures?: ActFigures | undefined;
}

export interface ActsNight {
  readonly tonight: Tonight;
  readonly view: StagedView;
  /** Nothing is kept of a dry night, not even in private. */
  readonly isDry: boolean;
  /** There is no other act that could go on if this one cannot. */
  readonly isAlone: boolean;
  modelFor(act: string): Dreamer | undefined;
  /** Milliseconds that are left of the night. */
  left(): number;
  /** Says that nobody wants it any more. */
  readonly signal: AbortSignal | undefined;
  /** Called when it is clear that something will be asked or done; throws if the night cannot go on. */
  begins(): Promise<void>;
}

/** Throws only what ends the whole night. */
export async function oneAct(act: Act, night: ActsNight): Promise<ActDone> {
  const { tonight, view } = night;
  const ended = (
    outcome: Receipt['outcome'],
    reason: string,
    message: string,
    more: Partial<ActDone> = {},
  ): ActDone => ({ act, outcome, reason, message, model: 'builtin', bill: emptyBill, ...more });
  if (night.signal?.aborted === true) return ended('failed', 'stopped', 'it was asked to stop');
  if (night.left() <= 0) return ended('failed', 'night-limit', 'the night had no time left for it (`night.limit`)');
  const failed = (error: DreamkeeperError): ActDone => {
    const { outcome, reason, message } = failureOf(error);
    return ended(outcome, reason, message);
  };
  const late = (): ActDone => ended('failed', 'night-limit', 'it was not done when the night was over (`night.limit`)');
  const asks = night.modelFor(act.name);
  const isAsked = (asks?.source.kind ?? 'builtin') !== 'builtin';
  const hasTools = asks?.takesTurn !== undefined;
  const gathered = await unlessFailed(night, () => act.gather(view.home, { ...tonight, isAsked, hasTools }));
  if (gathered === 'late') return late();
  if (gathered instanceof DreamkeeperError) return failed(gathered);
  if (gathered.kind === 'not now') {
    const { outcome, reason, message, figures } = gathered;
    return ended(outcome, reason, message, { figures });
  }
  view.home.world.probe('gathered');
  await night.begins();
  const dreamer = gathered.question === undefined ? undefined : asks;
  const asked = await unlessFailed(night, async (isOver) => {
    const by = { act: act.name, night: tonight.id, isForced: tonight.isForced, left: night.left, signal: night.signal };
    const answer = await askForAct(view.home, gathered, dreamer, by);
    if (answer.kind !== 'proposal') {
      if (!isOver() && !night.isDry && answer.refused !== undefined) keepRefused(view.home, tonight.id, answer.refused);
      return answer;
    }
    const proposal = await soundProposal(view.home, act.name, answer.proposal);
    // Nobody waits for it any more: it must not come in by the back door.
    if (isOver()) return answer;
    if (isRefusals(proposal)) return { kind: 'refused', why: tellRefusals(proposal), bill: answer.bill } as const;
    await view.add(proposal.edits);
    return { ...answer, proposal };
  });
  if (asked === 'late') return late();
  if (asked instanceof DreamkeeperError) return failed(asked);
  const { bill } = asked;
  if (asked.kind === 'refused')
    return ended('rejected', 'proof', asked.why, { model: dreamer?.name ?? 'builtin', bill });
  if (asked.kind === 'failed')
    return ended(asked.isRejected ? 'rejected' : 'failed', asked.reason, asked.message, {
      model: dreamer?.name ?? '',
      bill,
    });
  const { proposal, draft, note } = asked;
  return withProposal(ended('ran', '', '', { model: proposal.model, bill, draft, note }), proposal);
}

/** The same act with this proposal, and its words. */
export function withProposal(done: ActDone, proposal: Proposal): ActDone {
  const { reason, message, figures } = proposal;
  return { ...done, proposal, reason, figures, message: present([message, done.note]).join('; ') };
}

const isRefusals = (given: Proposal | readonly Refusal[]): given is readonly Refusal[] => Array.isArray(given);

/** In words for a receipt. */
export function tellRefusals(refusals: readonly Refusal[]): string {
  return refusals.map(({ operation, why }) => (operation === undefined ? why : `${operation}: ${why}`)).join('; ');
}

/** What came of it: `late` if the night was over before. A bug of one act is told as its failure, unless there is no other that could go on. */
async function unlessFailed<Result>(
  { view, left, isAlone }: ActsNight,
  does: (isOver: () => boolean) => Promise<Result>,
): Promise<Result | DreamkeeperError | 'late'> {
  const over = new AbortController();
  const done = new AbortController();
  const limit = async (): Promise<'late'> => {
    await view.home.world.pause(left(), done.signal);
    // A clock of a test, or one that was set back: then it is not over.
    if (left() > 0) return new Promise(() => undefined);
    over.abort();
    return 'late';
  };
  try {
    return await Promise.race([does(() => over.signal.aborted), limit()]);
  } catch (error) {
    if (error instanceof DreamkeeperError) return error;
    if (isAlone) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return new DreamkeeperError('E_BUG', `this should not have happened: ${why}`, {
      hint: 'It is a bug of ours. Please report it.',
      cause: error,
    });
  } finally {
    done.abort();
  }
}

/** A check did not let it pass: nothing of it lands. */
export function refusedBy(done: ActDone, why: string): ActDone {
  const { act, model, bill } = done;
  return { act, outcome: 'rejected', reason: 'proof', message: why, model, bill };
}
