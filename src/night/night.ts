// The acts of one sleep in order, sealed as one change, with one receipt.
import { finishChanges } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Facts, gatherFacts, hasNews, homeText } from '../facts/facts.ts';
import {
  entryName,
  entryOf,
  isDream,
  type NightLine,
  nightsOf,
  parseEntry,
  printEntry,
  subjectOf,
  tellDamage,
} from '../journal/journal.ts';
import type { Holder, LeaseRef } from '../world/world.ts';
import { afterwards } from './afterwards.ts';
import { askForDream } from './ask.ts';
import { commitDay } from './day.ts';
import type { Dreamer } from './dreamer.ts';
import { dreamsPerGate, intervalOf, inWords, shutFor, shutForSession, whyShut } from './gate.ts';
import { heldNote } from './held-files.ts';
import { clean, land, packName, renderPack, type Sleeper } from './landing.ts';
import { takeLease } from './lease.ts';
import { billed, keptOr, type Opening, opening, reasonOf, receiptOf } from './opening.ts';
import { type Receipt, readReceipts } from './receipt.ts';
import { storeNight } from './stored-night.ts';

export { type Asking, askWithinLimits, type ModelAnswered } from './ask-model.ts';
export { parseRest, type Rest, restLeft } from './breaker.ts';
export { type Daydreamt, daydreamOnce, daydreamsOf } from './daydream.ts';
export type { Bill, Dreamer } from './dreamer.ts';
export { intervalOf, inWords, shutFor, shutForSession } from './gate.ts';
export { type HeldFile, heldFilesOf, heldNote } from './held-files.ts';
export { makeManifest } from './manifest.ts';
export { dropOldUnsaved, unsavedRefs } from './old-unsaved.ts';
export { actsIn, type CountedReceipt, type Receipt, readOtherReceipts, readReceipts } from './receipt.ts';
export { type Replayed, replayNight } from './replay.ts';
export { showInput, showPrompt } from './show.ts';
export { withinLimits, withStore } from './within-limits.ts';

export interface SleepOptions {
  /** Ignores the gate, and that nothing is new. */
  readonly isForced?: boolean;
  readonly isDry?: boolean;
  /** Who dreams; by rules if nobody is named. */
  readonly dreamer?: Dreamer | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** At the edge of a session: what was not dreamt of yet is, whenever the last dream was, up to a few in the time of the gate. */
  readonly isAtSession?: boolean;
  /** Why this is not the time; nothing is done then but to say so. */
  readonly waitsFor?: string;
  /** Milliseconds of the gate for this night, instead of what settings and environment say. */
  readonly interval?: number;
  /** Where the agent's cadence is; it is kept in the ledger, from which a lost one is found again. */
  readonly cadence?: NightLine['cadence'];
}

/** A night as it came out. `text` is the entry, also of a dry one. */
export interface NightDone {
  readonly receipt: Receipt;
  readonly text: string | null;
  /** The receipt is kept already: it landed with the dream. */
  readonly isKept?: boolean;
}

/**
 * Sleeps once: lease, gate, gather, judge, print, land, receipt; then renders the pack, so that a session start reads one file.
 *
 * Whatever stops it is a receipt with a reason; only a bug is thrown. A dry night takes no lease, writes nothing and keeps no receipt.
 */
export async function sleepOnce(sleeper: Sleeper, options: SleepOptions): Promise<NightDone> {
  const { world, home } = sleeper;
  const begun = opening(sleeper);
  if (options.isDry === true) return dreamOnce(sleeper, options, begun, undefined);
  const off = world.places.off(home);
  if (off !== undefined)
    return kept(sleeper, begun, {
      outcome: 'gated',
      reason: 'off',
      message: `Dreamkeeper is off ${off.where}; \`dk on${off.where === 'everywhere' ? ' --everywhere' : ''}\` switches it on`,
    });
  if (options.waitsFor !== undefined)
    return kept(sleeper, begun, { outcome: 'gated', reason: 'at-work', message: options.waitsFor });
  const lines = homeText(world, home, 'rem/ledger.jsonl').split('\n').length;
  const leased = takeLease(world, home, begun.id, lines);
  if (leased.kind === 'failed')
    return kept(sleeper, begun, {
      outcome: 'failed',
      reason: reasonOf(leased.error),
      message: `${leased.error.message}. ${leased.error.hint}`,
    });
  if (leased.kind === 'held')
    return kept(sleeper, begun, {
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
    const done = await dreamOnce(sleeper, options, begun, leased.lease);
    // The receipt of a dream that landed came with it.
    return done.isKept === true ? done : { ...done, receipt: keptOr(sleeper, done.receipt) };
  } finally {
    leased.end();
  }
}

/** A night that never said how it ended. If it was sealed, its receipt is there by now; if not, nothing of it is, and that is said. */
function tellOfKilled(sleeper: Sleeper, { id, since, who }: Holder): void {
  if (isSealed(sleeper, id) || readReceipts(sleeper.world, sleeper.home).some((receipt) => receipt.id === id)) return;
  kept(
    sleeper,
    { id, startedAt: since },
    {
      outcome: 'failed',
      reason: 'killed',
      message: `the night of ${since} (${who}) ended before it was sealed; nothing of it landed`,
    },
  );
}

/** The receipt of a night that could not begin: settings nobody could read, for example. */
export function keepFailure(sleeper: Sleeper, error: DreamkeeperError): void {
  kept(sleeper, opening(sleeper), {
    outcome: 'failed',
    reason: reasonOf(error),
    message: `${error.message}. ${error.hint}`,
  });
}

function kept(sleeper: Sleeper, begun: Opening, more: Pick<Receipt, 'outcome' | 'reason' | 'message'>): NightDone {
  return { receipt: keptOr(sleeper, receiptOf(sleeper, begun, more)), text: null };
}

async function dreamOnce(
  sleeper: Sleeper,
  options: SleepOptions,
  begun: Opening,
  lease: LeaseRef | undefined,
): Promise<NightDone> {
  const ended = (outcome: Receipt['outcome'], reason: string, message: string): NightDone => ({
    receipt: receiptOf(sleeper, begun, { outcome, reason, message }),
    text: null,
  });
  const { world } = sleeper;
  try {
    const facts = await gatherFacts({ ...sleeper, purpose: 'dream' });
    // Half of the facts would make a dream that is not true, and what it did not see would count as seen. Only the board may be missing:
    // whatever it says will be new when it can be read again.
    const unreadable = facts.problems.find((problem) => !problem.startsWith('the board: '));
    if (unreadable !== undefined)
      return ended('failed', unreadable.startsWith('the project: ') ? 'project-unreadable' : 'unreadable', unreadable);
    const damage = tellDamage(facts.ledger);
    if (damage !== undefined) return ended('failed', 'ledger-broken', damage);
    const interval = options.interval ?? intervalOf(sleeper.settings, options.env);
    const shut =
      options.isAtSession === true
        ? shutForSession(nightsOf(facts.ledger, sleeper.agent), interval, facts.now)
        : shutFor(facts.lastNight, interval, facts.now);
    if (options.isForced !== true && shut > 0)
      return ended(
        'gated',
        'interval',
        options.isAtSession === true
          ? `there were ${dreamsPerGate} dreams within ${inWords(interval)}; the gate opens in ${inWords(shut)}`
          : `${whyShut(facts.lastNight, interval, facts.now)}; the gate opens in ${inWords(shut)}`,
      );
    if (options.isForced !== true && !hasNews(facts.news)) return ended('noop', 'no-news', noNews(facts));
    world.probe('gathered');
    return await dreamAndLand(sleeper, facts, begun, lease, options);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    if (lease !== undefined && isSealed(sleeper, begun.id))
      // Its own receipt comes when it is finished.
      return {
        ...ended('held', 'unfinished', `it is decided, and the next dk finishes it (${error.message})`),
        isKept: true,
      };
    const isHeld = error.exit === 11;
    return ended(isHeld ? 'held' : 'failed', reasonOf(error), `${error.message}. ${error.hint}`);
  }
}

/** Whether this night is decided and not done; if even that cannot be asked, it is not known to be. */
function isSealed({ world, home }: Sleeper, id: string): boolean {
  try {
    const store = world.stores.open(home.privateDir);
    try {
      return store.isUnfinished(id);
    } finally {
      store.close();
    }
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    return false;
  }
}

function noNews({ lastNight }: Facts): string {
  return lastNight === undefined
    ? 'nothing has happened here yet: no commit, no step, no task'
    : `nothing is new since the dream of ${lastNight.time.slice(0, 16).replace('T', ' ')} UTC`;
}

async function dreamAndLand(
  sleeper: Sleeper,
  facts: Facts,
  begun: Opening,
  lease: LeaseRef | undefined,
  { dreamer, isForced, cadence }: SleepOptions,
): Promise<NightDone> {
  const { world, home, settings } = sleeper;
  const repository = lease === undefined ? undefined : await world.git.open(home.repository, home.privateDir);
  // Before anybody is asked and paid: a night that dies here, and finds other facts when it comes again, has cost nothing.
  const day = repository === undefined ? undefined : await commitDay(sleeper, repository);
  const asked = await askForDream(sleeper, facts, begun.id, dreamer, isForced === true);
  if (asked.kind === 'failed') {
    const { reason, message, isRejected, bill } = asked;
    // What could not be read today may be readable by a later version, or tell why not.
    if (asked.answer !== undefined)
      storeNight(sleeper, { id: begun.id, model: dreamer?.name ?? '', answer: asked.answer, facts });
    const told = { outcome: isRejected ? 'rejected' : 'failed', reason, message, model: dreamer?.name ?? '' } as const;
    return { receipt: receiptOf(sleeper, begun, { ...told, ...billed(bill) }), text: null };
  }
  const dreamt = clean(asked.dreamt, settings.secrets?.allow ?? []);
  const text = printEntry(dreamt.entry);
  const read = parseEntry(Buffer.from(text));
  // What we print we can read; if not, it is our bug, and nothing of it lands.
  if (read.kind === 'malformed' || printEntry(read.entry) !== text)
    return {
      receipt: receiptOf(sleeper, begun, {
        ...{ outcome: 'rejected', reason: 'unreadable', message: 'the dream could not be read back as it was printed' },
      }),
      text,
    };
  // Also not the name of one that is not on disk right now: taken back, or left out by a sparse checkout.
  const taken = facts.ledger.lines.flatMap((line) => (isDream(line) ? [entryOf(line.entry)] : []));
  const file = entryName(facts.now, new Set([...world.files.list(home.home, 'rem'), ...taken]));
  const told = {
    ...{ model: dreamt.entry.header.model, verdicts: [...dreamt.entry.verdicts], leftOut: [...asked.leftOut] },
    ...billed(asked.bill),
  };
  if (lease === undefined || repository === undefined)
    return {
      receipt: receiptOf(sleeper, begun, {
        ...{ outcome: 'ran', reason: 'dry-run', message: asked.note ?? 'nothing was written', ...told },
      }),
      text,
    };
  const receipt = receiptOf(sleeper, begun, {
    ...{ outcome: 'ran', reason: 'dreamt', entry: `rem/${file}`, ...told },
    message: [subjectOf(dreamt.entry.tale).replace(/^rem: /u, ''), asked.note, day?.note]
      .filter((part) => part !== undefined)
      .join('; '),
  });
  const stored = { id: begun.id, model: told.model, answer: asked.answer ?? null, facts };
  storeNight(sleeper, stored);
  const left = asked.leftOut.filter(({ isVerdict }) => isVerdict).length;
  const landing = { file, text, id: begun.id, repository, lease, receipt, left, cadence };
  const changed = await land(sleeper, facts, dreamt, landing);
  const missed = await afterwards(sleeper, repository, asked.draft, () =>
    renderPack(sleeper, facts, `rem/${file}`, text, heldNote(day?.held ?? [])),
  );
  const commit = changed.kind === 'changed' ? (changed.commit ?? null) : null;
  return { receipt: { ...receipt, commit, message: changed.note ?? missed ?? receipt.message }, text, isKept: true };
}
