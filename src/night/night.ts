// The acts of one sleep in order, sealed as one change, with one receipt.

import type { Act, Dreamer, Trigger } from '../asking/asking.ts';
import { type ChangeCheck, finishChanges, withStore } from '../change/change.ts';
import { type DreamkeeperError, tryOr, unlessBug } from '../errors/errors.ts';
import { homeText } from '../facts/facts.ts';
import type { NightLine } from '../journal/journal.ts';
import { ledgerPath } from '../journal/journal.ts';
import type { AgentHome, Holder, LeaseRef } from '../world/world.ts';
import { actsInOrder } from './acts-in-order.ts';
import { takeLease } from './lease.ts';
import { failureOf, keepOrSay, type Opening, opening, type ReceiptResult, receiptOf } from './opening.ts';
import { packName } from './pack.ts';
import { type Receipt, readReceipts } from './receipt.ts';

export { daydreamOnce, daydreamsOf } from './daydream.ts';
export { deedsOf } from './deeds.ts';
export { heldFilesOf, heldNote } from './held-files.ts';
export { nightUnderWay } from './lease.ts';
export { makeManifest } from './manifest.ts';
export { dropOldUnsaved, unsavedRefs } from './old-unsaved.ts';
export { tellRefusals } from './one-act.ts';
export { proofOf } from './proven.ts';
export { actsIn, type CountedReceipt, type Receipt, readOtherReceipts, readReceipts } from './receipt.ts';
export { showInput, showPrompt } from './show.ts';

export interface SleepOptions {
  /** What is done, in this order. */
  readonly acts: readonly Act[];
  /** Why it sleeps; by hand if nobody says. At the edge of a session what was not dreamt of yet is, up to a few in the time of the gate. */
  readonly trigger?: Trigger;
  /** Ignores the gate, and that nothing is new. */
  readonly isForced?: boolean;
  readonly isDry?: boolean;
  /** Who is asked; by rules if nobody is named. */
  readonly dreamer?: Dreamer | undefined;
  /** Who is asked for one act, if it is somebody else. */
  readonly dreamers?: Readonly<Record<string, Dreamer | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Why this is not the time; nothing is done then but to say so. */
  readonly waitsFor?: string | undefined;
  /** Milliseconds of the gate for this night, instead of what settings and environment say. */
  readonly interval?: number | undefined;
  /** Where the agent's cadence is; it is kept in the ledger, from which a lost one is found again. */
  readonly cadence?: NightLine['cadence'];
  /** What looks at the very bytes that would land. An act that one of them refuses does not land. */
  readonly checks?: readonly ChangeCheck[];
  /** Stops what is asked, and acts that did not begin. What was sealed by then is finished. */
  readonly signal?: AbortSignal | undefined;
}

/** A night as it came out. `text` is the entry, also of a dry one. */
export interface NightDone {
  readonly receipt: Receipt;
  readonly text: string | null;
  /** The receipt is kept already: it landed with the dream. */
  readonly isKept?: boolean;
}

/**
 * Sleeps once: lease, leftovers, then the acts in order (`acts-in-order.ts`), and a receipt.
 *
 * Whatever stops it is a receipt with a reason; only a bug is thrown. A dry night takes no lease, writes nothing and keeps no receipt.
 */
export async function sleepOnce(sleeper: AgentHome, options: SleepOptions): Promise<NightDone> {
  const { world, home } = sleeper;
  const begun = opening(sleeper, options.trigger);
  if (options.isDry === true) return nightOnce(sleeper, options, begun, undefined);
  const off = world.places.off(home);
  if (off !== undefined)
    return earlyEnd(sleeper, begun, {
      outcome: 'gated',
      reason: 'off',
      message: `Dreamkeeper is off ${off.where}; \`dk on${off.where === 'everywhere' ? ' --everywhere' : ''}\` switches it on`,
    });
  if (options.waitsFor !== undefined)
    return earlyEnd(sleeper, begun, { outcome: 'gated', reason: 'at-work', message: options.waitsFor });
  const lines = homeText(world, home, ledgerPath).split('\n').length;
  const leased = takeLease(world, home, begun.id, lines);
  if (leased.kind === 'failed') return earlyEnd(sleeper, begun, { ...failureOf(leased.error), outcome: 'failed' });
  if (leased.kind === 'held')
    return earlyEnd(sleeper, begun, {
      outcome: 'held',
      reason: 'asleep',
      message: `another night is under way${leased.by === undefined ? '' : ` (${leased.by.who}, since ${leased.by.since})`}`,
    });
  try {
    world.probe('lease');
    // What a night left that was killed while it made the pack.
    world.files.sweep(home.privateDir, [packName(sleeper.agent)]);
    // What an earlier night decided comes first: this one has to know of it.
    await finishChanges(world, home, true);
    if (leased.before?.hasEnded === false) tellOfKilled(sleeper, leased.before);
    const done = await nightOnce(sleeper, options, begun, leased.lease);
    tellActs(sleeper, options.acts, done.receipt);
    // The receipt of a night that landed came with it.
    return done.isKept === true ? done : { ...done, receipt: keepOrSay(sleeper, done.receipt) };
  } finally {
    leased.end();
  }
}

/** What they keep for themselves can be made again or is only a help: nothing of it makes the night a failure. */
function tellActs(sleeper: AgentHome, acts: SleepOptions['acts'], receipt: Receipt): void {
  for (const act of acts) {
    const how = receipt.acts.find(({ name }) => name === act.name) ?? receipt;
    tryOr(
      () => act.ended?.(sleeper, how),
      () => undefined,
    );
  }
}

/** A night that never said how it ended. If it was sealed, its receipt is there by now; if not, nothing of it is, and that is said. */
function tellOfKilled(sleeper: AgentHome, { id, since, who }: Holder): void {
  if (isSealed(sleeper, id) || readReceipts(sleeper.world, sleeper.home).some((receipt) => receipt.id === id)) return;
  earlyEnd(
    sleeper,
    { id, startedAt: since, trigger: null },
    {
      outcome: 'failed',
      reason: 'killed',
      message: `the night of ${since} (${who}) ended before it was sealed; nothing of it landed`,
    },
  );
}

/** The receipt of a night that could not begin: settings nobody could read, for example. */
export function keepFailure(sleeper: AgentHome, error: DreamkeeperError): void {
  earlyEnd(sleeper, opening(sleeper), { ...failureOf(error), outcome: 'failed' });
}

function earlyEnd(sleeper: AgentHome, begun: Opening, more: ReceiptResult): NightDone {
  return { receipt: keepOrSay(sleeper, receiptOf(sleeper, begun, more)), text: null };
}

async function nightOnce(
  sleeper: AgentHome,
  options: SleepOptions,
  begun: Opening,
  lease: LeaseRef | undefined,
): Promise<NightDone> {
  const failed = (error: DreamkeeperError): NightDone => {
    // Once it is sealed, its own receipt comes when it is finished.
    const isKept = lease !== undefined && isSealed(sleeper, begun.id);
    const message = `it is decided, and the next dk finishes it (${error.message})`;
    const failure = isKept ? ({ outcome: 'held', reason: 'unfinished', message } as const) : failureOf(error);
    return { receipt: receiptOf(sleeper, begun, failure), text: null, isKept };
  };
  return actsInOrder(sleeper, options, begun, lease).catch(unlessBug(failed));
}

/** Whether this night is decided and not done; if even that cannot be asked, it is not known to be. */
function isSealed({ world, home }: AgentHome, id: string): boolean {
  return tryOr(() => withStore(world, home, (store) => store.isUnfinished(id))) ?? false;
}
