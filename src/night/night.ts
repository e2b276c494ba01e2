// The acts of one sleep in order, sealed as one change, with one receipt.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Changed, changeId, makeChange } from '../change/change.ts';
import { type Dreamt, dreamByRules, printInput } from '../dream/dream.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Facts, type Gathering, gatherFacts, hasNews, homeText } from '../facts/facts.ts';
import {
  type DreamEntry,
  echoFrom,
  entryName,
  likeness,
  type NightLine,
  nightsOf,
  parseEntry,
  parseLedger,
  printEntry,
  printManifest,
  subjectOf,
  withLedgerLine,
} from '../journal/journal.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import { decodeUtf8 } from '../text/text.ts';
import { ledgerAttributes, wakeFrom } from '../wake/wake.ts';
import { intervalOf, inWords, shutFor } from './gate.ts';
import { makeManifest } from './manifest.ts';
import { keepReceipt, type Receipt, readReceipts } from './receipt.ts';

export { intervalOf, inWords, shutFor } from './gate.ts';
export { makeManifest } from './manifest.ts';
export { type CountedReceipt, type Receipt, readReceipts } from './receipt.ts';

export interface SleepOptions {
  /** Ignores the gate, and that nothing is new. */
  readonly isForced?: boolean;
  readonly isDry?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A night as it came out. `text` is the entry, also of a dry one. */
export interface NightDone {
  readonly receipt: Receipt;
  readonly text: string | null;
}

type Sleeper = Omit<Gathering, 'purpose'>;

/** What the sleeper would see. */
export async function showInput(sleeper: Sleeper): Promise<string> {
  return printInput(await gatherFacts({ ...sleeper, purpose: 'dream' }));
}

/**
 * Sleeps once: lease, gate, gather, judge, print, land, receipt; then renders the pack, so that a session start reads one file.
 *
 * Whatever stops it is a receipt with a reason; only a bug is thrown. A dry night takes no lease, writes nothing and keeps no receipt.
 */
export async function sleepOnce(sleeper: Sleeper, options: SleepOptions): Promise<NightDone> {
  const { world, home } = sleeper;
  if (options.isDry === true) return dreamOnce(sleeper, options);
  world.files.makeFolder(home.privateDir);
  const lease = world.locks.take(join(home.privateDir, 'night.db'));
  if (lease === undefined)
    return kept(sleeper, opening(sleeper), {
      outcome: 'held',
      reason: 'asleep',
      message: 'another night is under way',
    });
  try {
    const done = await dreamOnce(sleeper, options);
    keepReceipt(world, home, done.receipt);
    return done;
  } finally {
    lease.release();
  }
}

interface Opening {
  readonly id: string;
  readonly startedAt: string;
}

function opening({ world }: Sleeper): Opening {
  return { id: changeId(world, 'n'), startedAt: world.now().toISOString() };
}

function receiptOf(
  { world, agent }: Sleeper,
  { id, startedAt }: Opening,
  more: Partial<Receipt> & Pick<Receipt, 'outcome' | 'reason' | 'message'>,
): Receipt {
  return {
    ...{
      v: 1,
      id,
      session: `dream:${agent}:${startedAt}`,
      agent,
      kind: 'rem',
      model: 'builtin',
      tokens: { input: 0, output: 0 },
    },
    ...{ entry: null, commit: null, verdicts: [], startedAt, endedAt: world.now().toISOString() },
    ...more,
  };
}

function kept(sleeper: Sleeper, begun: Opening, more: Pick<Receipt, 'outcome' | 'reason' | 'message'>): NightDone {
  const receipt = receiptOf(sleeper, begun, more);
  keepReceipt(sleeper.world, sleeper.home, receipt);
  return { receipt, text: null };
}

async function dreamOnce(sleeper: Sleeper, options: SleepOptions): Promise<NightDone> {
  const begun = opening(sleeper);
  const ended = (outcome: Receipt['outcome'], reason: string, message: string): NightDone => ({
    receipt: receiptOf(sleeper, begun, { outcome, reason, message }),
    text: null,
  });
  try {
    const facts = await gatherFacts({ ...sleeper, purpose: 'dream' });
    const interval = intervalOf(sleeper.settings, options.env);
    const shut = shutFor(facts.lastNight, interval, facts.now);
    if (options.isForced !== true && shut > 0)
      return ended(
        'gated',
        'interval',
        `the last dream is less than ${inWords(interval)} ago; the gate opens in ${inWords(shut)}`,
      );
    if (options.isForced !== true && !hasNews(facts.news)) return ended('noop', 'no-news', noNews(facts));
    return await dreamAndLand(sleeper, facts, begun, options.isDry === true);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    const isHeld = error.exit === 11;
    return ended(
      isHeld ? 'held' : 'failed',
      error.code.replace(/^E_/u, '').toLowerCase().replaceAll('_', '-'),
      `${error.message}. ${error.hint}`,
    );
  }
}

function noNews({ lastNight }: Facts): string {
  return lastNight === undefined
    ? 'nothing has happened here yet: no commit, no step, no task'
    : `nothing is new since the dream of ${lastNight.time.slice(0, 16).replace('T', ' ')} UTC`;
}

async function dreamAndLand(sleeper: Sleeper, facts: Facts, begun: Opening, isDry: boolean): Promise<NightDone> {
  const { world, home, settings } = sleeper;
  const dreamt = clean(dreamByRules(facts, begun.id), settings.secrets?.allow ?? []);
  const text = printEntry(dreamt.entry);
  const read = parseEntry(Buffer.from(text));
  // What we print we can read; if not, it is our bug, and nothing of it lands.
  if (read.kind === 'malformed' || printEntry(read.entry) !== text)
    return {
      receipt: receiptOf(sleeper, begun, {
        outcome: 'rejected',
        reason: 'unreadable',
        message: 'the dream could not be read back as it was printed',
      }),
      text,
    };
  const file = entryName(facts.now, new Set(world.files.list(home.home, 'rem')));
  const verdicts = dreamt.entry.verdicts;
  if (isDry)
    return {
      receipt: receiptOf(sleeper, begun, {
        outcome: 'ran',
        reason: 'dry-run',
        message: 'nothing was written',
        verdicts: [...verdicts],
      }),
      text,
    };
  const changed = await land(sleeper, facts, dreamt, { file, text, id: begun.id });
  await renderPack(sleeper, facts, `rem/${file}`, text);
  const commit = changed.kind === 'changed' ? (changed.commit ?? null) : null;
  const receipt = receiptOf(sleeper, begun, {
    ...{ outcome: 'ran', reason: 'dreamt', entry: `rem/${file}`, commit, verdicts: [...verdicts] },
    message: changed.note ?? subjectOf(dreamt.entry.tale).replace(/^rem: /u, ''),
  });
  return { receipt, text };
}

interface Landing {
  readonly file: string;
  readonly text: string;
  readonly id: string;
}

function land(
  { world, home, settings, agent }: Sleeper,
  facts: Facts,
  dreamt: Dreamt,
  { file, text, id }: Landing,
): Promise<Changed> {
  const bytes = Buffer.from(text);
  const before = facts.previous === undefined ? undefined : parseEntry(facts.previous.bytes);
  const isEcho = before?.kind === 'dream' && likeness(before.entry, dreamt.entry) >= echoFrom;
  const line: NightLine = {
    ...{ kind: 'night', id, agent, time: facts.now, model: dreamt.entry.header.model, entry: `rem/${file}` },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    echo: isEcho,
    ...{ head: facts.project.head, branch: facts.project.branch, digested: facts.digested },
    ...{ verdicts: [...dreamt.verdicts], doing: [...dreamt.doing] },
  };
  const manifest = makeManifest({
    ...{ world, home, coming: { file, bytes }, keep: settings.rem?.keep ?? 50 },
    ledger: parseLedger(homeText(world, home, 'rem/ledger.jsonl')),
    receipts: readReceipts(world, home),
  });
  return makeChange(world, home, {
    files: [
      { path: `rem/${file}`, isHosts: true, edit: () => bytes },
      { path: 'rem/manifest.json', isHosts: true, edit: () => Buffer.from(printManifest(manifest)) },
      {
        path: 'rem/ledger.jsonl',
        isHosts: true,
        edit: (content) => Buffer.from(withLedgerLine(content === undefined ? '' : decodeUtf8(content), line)),
      },
      ledgerAttributes,
    ],
    subject: subjectOf(dreamt.entry.tale),
    agent,
    isAsleep: true,
    id,
    previous: facts.lastNight?.id,
  });
}

/** Credentials that stood in a commit's subject or a title do not get into the journal. Verdicts name tasks by their exact title, and stay. */
function clean(dreamt: Dreamt, allow: readonly string[]): Dreamt {
  const redact = (text: string): string =>
    redactSecrets(text, { allow, sha256: (given) => createHash('sha256').update(given).digest('hex') });
  const { entry } = dreamt;
  const cleaned: DreamEntry = {
    ...entry,
    tale: redact(entry.tale),
    goals: entry.goals.map(redact),
    blueSky: entry.blueSky.map(redact),
    fears: entry.fears.map(redact),
    carry: { ...entry.carry, next: entry.carry.next === null ? null : redact(entry.carry.next) },
  };
  return { ...dreamt, entry: cleaned };
}

/** Renders what the next session start will read, from the facts of this night and the dream that came of them; applies nothing. */
async function renderPack(sleeper: Sleeper, facts: Facts, path: string, text: string): Promise<void> {
  const { world, home, agent } = sleeper;
  const ledger = parseLedger(homeText(world, home, 'rem/ledger.jsonl'));
  const after: Facts = {
    ...facts,
    ledger,
    lastNight: nightsOf(ledger, agent).at(-1),
    previous: { path, bytes: Buffer.from(text), text },
    news: { isFirst: false, commits: 0, steps: 0, board: false, files: false },
  };
  const woken = await wakeFrom(sleeper, after, { isDry: true });
  const content = `${JSON.stringify({ v: 1, agent, time: facts.now, ...woken }, null, 2)}\n`;
  world.files.write(home.privateDir, `pack-${agent}.json`, Buffer.from(content), { mode: 0o600, isCache: true });
}
