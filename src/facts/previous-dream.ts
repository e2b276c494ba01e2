// The newest entries of the journal, and whose they are: ours, from elsewhere, or nobody's to read.
import { createHash } from 'node:crypto';
import { entryOf, isDream, type LedgerRead, largestEntry, parseEntry, timeOfEntry } from '../journal/journal.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { FoundHome, Repository, World } from '../world/world.ts';
import { entryFiles, folderOf } from './entry-files.ts';
import type { Facts, JournalGap, PreviousDream } from './facts-types.ts';

export interface JournalSources {
  readonly world: World;
  readonly home: FoundHome;
  readonly agent: string;
  readonly now: string;
  /** All lines, and those that were written here. */
  readonly ledger: LedgerRead;
  readonly evidence: LedgerRead['lines'];
  /** Paths in `rem/` that recorded steps wrote; only asked if there is an entry that no night of ours wrote. */
  written(): ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;
  /** How many characters of an entry a dream sees. */
  readonly most: number;
}

export type JournalRead = Pick<Facts, 'previous' | 'beside' | 'gaps'>;

/** How far ahead another machine's clock may be. */
const clockSkew = 10 * 60 * 1000;
/** So many of those that are not ours are looked at. */
const mostOthers = 200;

/**
 * A wake goes by our own newest dream: the last in the ledger that this machine wrote, whatever the clock said then. One from elsewhere, if its
 * name is younger and not from the future, is read beside it, and never instead; only where there is none of ours is it the newest. What is in
 * no commit, or was written by a step of the agent, is read by nobody, and named. Another agent's is not ours to wake from.
 */
export async function readJournal(sources: JournalSources): Promise<JournalRead> {
  const { world, home, agent, now, evidence } = sources;
  const nights = evidence.filter(isDream);
  const there = new Set(entryFiles(world, home.home).map((file) => `rem/${file}`));
  const known = new Set(nights.map(({ entry }) => entry));
  const own = nights.findLast((night) => night.agent === agent && there.has(night.entry));
  const others = [...there].filter((path) => !known.has(path)).slice(0, mostOthers);
  const { gaps, newest } = others.length === 0 ? { gaps: [], newest: undefined } : await readOthers(sources, others);
  const bytes = own === undefined ? undefined : world.files.read(home.home, own.entry);
  if (own === undefined || bytes === undefined) return { previous: newest, beside: undefined, gaps };
  const since = own.time > now ? now : own.time;
  const isNewer = newest !== undefined && timeOf(newest.path) > `${since.slice(0, 16)}:00.000Z`;
  return { previous: seen(own.entry, bytes, sources.most), beside: isNewer ? newest : undefined, gaps };
}

/** Of the entries that no night of ours wrote, newest first: the newest that came by a commit, and those that did not. */
async function readOthers(
  sources: JournalSources,
  others: readonly string[],
): Promise<{ readonly gaps: readonly JournalGap[]; readonly newest: PreviousDream | undefined }> {
  const { world, home, agent, now, ledger, evidence, most } = sources;
  const latest = new Date(Date.parse(now) + clockSkew).toISOString();
  const repository = await world.git.open(home.repository, home.privateDir);
  const { commit } = await repository.head();
  const committed = commit === undefined ? new Map() : await repository.entries(commit, others);
  const written = await sources.written();
  const mine = new Set(evidence.filter(isDream).map((night) => night.sha256));
  const nights = ledger.lines.filter(isDream);
  const gaps: JournalGap[] = [];
  let newest: PreviousDream | undefined;
  for (const path of others) {
    const step = written.get(path);
    const blob = committed.get(path)?.blob;
    const isCandidate =
      newest === undefined &&
      timeOf(path) <= latest &&
      (folderOf(entryOf(path)) ?? agent) === agent &&
      (nights.findLast(({ entry }) => entry === path)?.agent ?? agent) === agent;
    if (step !== undefined) gaps.push({ path, reason: `a step of the agent wrote it (${step.slice(0, 16)}Z)` });
    else if (blob === undefined) gaps.push({ path, reason: 'it is in no commit, and no sleep of ours wrote it' });
    else if (isCandidate) {
      const bytes = world.files.read(home.home, path);
      if (bytes === undefined) continue;
      if (!(await isBlob(repository, blob, bytes)))
        gaps.push({ path, reason: 'it is not as it was committed, and no sleep of ours wrote it' });
      // A copy under another name says nothing that the entry itself does not; one that was changed claims to be what it is not.
      else if (mine.has(sha256Of(bytes))) continue;
      else if (nights.some(({ id, entry }) => entry !== path && id === claimedId(bytes)))
        gaps.push({ path, reason: 'it goes by the id of another entry' });
      else newest = seen(path, bytes, most);
    }
  }
  return { gaps, newest };
}

/** The night an entry says it is. */
function claimedId(bytes: Uint8Array): string | undefined {
  const read = parseEntry(bytes);
  return read.kind === 'dream' ? (read.entry.header.id ?? undefined) : undefined;
}

async function isBlob(repository: Repository, blob: string, bytes: Uint8Array): Promise<boolean> {
  return Buffer.from(await repository.readBlob(blob)).equals(bytes);
}

const timeOf = (path: string): string => timeOfEntry(entryOf(path)) ?? '';

/** With its beginning, whole lines. Of one that is too long to be read, no more is kept than shows that. */
function seen(path: string, whole: Uint8Array, most: number): PreviousDream {
  const bytes = whole.subarray(0, largestEntry + 1);
  const lines = decodeUtf8(bytes.subarray(0, most * 4)).split('\n');
  let room = most;
  const fitting = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < -1;
  });
  return { path, bytes, text: (fitting === -1 ? lines : lines.slice(0, fitting)).join('\n') };
}

/** Whether the last dream is one of ours, as we wrote it: only then its words are anything but a stranger's. */
export function isPreviousOurs({ previous, evidence }: Pick<Facts, 'previous' | 'evidence'>): boolean {
  if (previous === undefined) return false;
  const sha256 = sha256Of(previous.bytes);
  return evidence.some((line) => line.kind === 'night' && line.entry === previous.path && line.sha256 === sha256);
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
