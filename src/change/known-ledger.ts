// The ledger as we left it, so that lines somebody else put into it are noticed without asking git every time.
import * as z from 'zod/mini';
import { tryOr } from '../errors/errors.ts';
import { ledgerPath, soundLines } from '../journal/journal.ts';
import { decodeUtf8, jsonIn } from '../text/text.ts';
import type { FoundHome, Repository, World } from '../world/world.ts';
import { contentsThen, inCommit } from './in-commit.ts';
import { madeHere } from './made-here.ts';
import type { Planned } from './plan.ts';

const known = z.object({ sha256: z.string(), foreign: z.array(z.string()) });

/** The hash of a ledger whose lines were told apart, and the ids of those that are not ours. */
export type KnownLedger = Readonly<z.infer<typeof known>>;

const name = 'ledger-known.json';

export function knownLedger(world: World, home: FoundHome): KnownLedger | undefined {
  const found = world.files.theirs(home.privateDir, name);
  return found.kind === 'file' ? known.safeParse(jsonIn(decodeUtf8(found.content))).data : undefined;
}

export function rememberLedger(world: World, home: FoundHome, ledger: KnownLedger): void {
  const bytes = Buffer.from(`${JSON.stringify(ledger)}\n`);
  const write = (): unknown => world.files.write(home.privateDir, name, bytes, { mode: 0o600 });
  // Only a help, and something else may lie in its place: the doctor says so, and whoever needs it tells the lines apart anew.
  tryOr(write, () => undefined);
}

/**
 * The ledger with every line that the last commit has. On disk some may be missing: somebody removed the file, or a sparse checkout never
 * wrote it. What was in it has happened all the same, and must not be forgotten by the next commit.
 */
export async function wholeLedger(
  world: World,
  home: FoundHome,
  open: () => Promise<Repository>,
): Promise<Uint8Array | undefined> {
  const disk = world.files.read(home.home, ledgerPath);
  const seen = knownLedger(world, home);
  if (seen?.sha256 === world.files.hash(disk)) return disk;
  const repository = await open();
  const head = await repository.head();
  const committed = (await inCommit(repository, head, [ledgerPath])).get(ledgerPath) ?? new Uint8Array();
  // Somebody may have committed a ledger that is not whole; what is still good in it is known all the same.
  const sound = soundLines(committed).map(({ raw }) => Buffer.from(raw).toString('latin1'));
  const before = [...sound, ...(await revertedLines(world, home, repository, head.commit, sound.join('\n')))];
  const there = new Set(linesOf(disk ?? new Uint8Array()));
  if (before.every((line) => there.has(line))) return disk;
  const known = new Set(before);
  const more = linesOf(disk ?? new Uint8Array()).filter((line) => !known.has(line));
  return Buffer.from([...before, ...more, ''].join('\n'), 'latin1');
}

const linesOf = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '');

/** More than this were not taken out by hand. */
const mostReverted = 100;

/**
 * Lines that a commit of ours brought and a later one of somebody else took out again, with `git revert` for example; `text` is what is still
 * there. Only those that were written here come back: what came from elsewhere, whoever took it out may have meant to.
 */
export async function revertedLines(
  world: World,
  home: FoundHome,
  repository: Repository,
  head: string | undefined,
  text: string,
): Promise<string[]> {
  if (head === undefined) return [];
  const missing = (await world.git.nights(repository, head)).filter(({ id }) => !text.includes(`"id":"${id}"`));
  const wanted = missing.slice(0, mostReverted).toReversed();
  if (wanted.length === 0) return [];
  const made = madeHere(world, home).lines;
  const isOurs = (line: string): boolean => made.has(/"hash":"([0-9a-f]{64})"\}$/u.exec(line)?.[1] ?? '');
  const places = wanted.map(({ commit }) => ({ commit, path: ledgerPath }));
  const ledgers = await contentsThen(world, repository, places);
  return wanted.flatMap(({ id }, index) =>
    linesOf(ledgers[index] ?? new Uint8Array()).filter((line) => line.includes(`"id":"${id}"`) && isOurs(line)),
  );
}

/** After a change of ours: what was known before it is known after it, one line longer. */
export function followLedger(world: World, home: FoundHome, { files }: Planned): void {
  const file = files.find(({ path }) => path === ledgerPath);
  if (file === undefined) return;
  const isFirst = file.before === world.files.hash(undefined);
  const before = isFirst ? { sha256: file.before, foreign: [] } : knownLedger(world, home);
  if (before?.sha256 !== file.before) return;
  rememberLedger(world, home, { ...before, sha256: file.after });
}
