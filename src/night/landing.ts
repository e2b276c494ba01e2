// A dream lands: entry, manifest and ledger in one commit, credentials out, and the pack for the next session start.
import { createHash } from 'node:crypto';
import { type Changed, makeChange } from '../change/change.ts';
import type { Dreamt } from '../dream/dream.ts';
import { type Facts, type Gathering, homeText } from '../facts/facts.ts';
import {
  type DreamEntry,
  echoFrom,
  likeness,
  type NightLine,
  nightsOf,
  parseEntry,
  parseLedger,
  printManifest,
  subjectOf,
  withLedgerLine,
} from '../journal/journal.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import { decodeUtf8 } from '../text/text.ts';
import { ledgerAttributes, wakeFrom } from '../wake/wake.ts';
import { makeManifest } from './manifest.ts';
import { readReceipts } from './receipt.ts';

export type Sleeper = Omit<Gathering, 'purpose'>;

export interface Landing {
  readonly file: string;
  readonly text: string;
  readonly id: string;
}

export function land(
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
export function clean(dreamt: Dreamt, allow: readonly string[]): Dreamt {
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
export async function renderPack(sleeper: Sleeper, facts: Facts, path: string, text: string): Promise<void> {
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
