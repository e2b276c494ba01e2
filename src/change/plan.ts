// A change as data: every file before and after, on disk and in the commit, so that whoever comes after a crash can go on with it.

import { relative } from 'node:path';
import * as z from 'zod/mini';
import { boardPath } from '../board/board.ts';
import { DreamkeeperError, unlessBug } from '../errors/errors.ts';
import { ledgerPath } from '../journal/journal.ts';
import type { Net } from '../secrets/secrets.ts';
import { isPrivateName } from '../steps/steps.ts';
import { jsonIn, oneLine, printSafe } from '../text/text.ts';
import type { FoundHome, HeadState, Repository, World } from '../world/world.ts';
import type { Change, FileEdit, StagedFile } from './change-types.ts';
import { folded, ruleOf, undoOf } from './fold.ts';
import { inCommit } from './in-commit.ts';
import { wholeLedger } from './known-ledger.ts';
import { heldBack, netOf } from './net.ts';
import { readNow } from './read-now.ts';
import { printUndos } from './undo-lines.ts';

/** Made ready when a plan is read: mostly nothing was left unfinished, and every command loads this file. */
const planned = z.lazy(() => {
  /** A content by its hash, or `absent`. */
  const image = z.string();
  const plannedFile = z.object({
    path: z.string(),
    rule: z.enum(['merge', 'append', 'yield', 'refuse']),
    isHosts: z.boolean(),
    /** Missing in plans of earlier versions. */
    isTheirs: z.optional(z.boolean()),
    before: image,
    after: image,
    /** Where our bytes begin, in a file that is only appended to. Missing in plans of earlier versions. */
    from: z.optional(z.int().check(z.minimum(0))),
    /** What the last commit had, and what the next one gets. */
    committed: z.object({ before: image, after: image }),
    /** Why it goes to disk only, and is left to its owner's commit; null if it is committed. */
    left: z.nullable(z.string()),
  });
  const identity = z.object({ name: z.string(), email: z.string() });
  return z.object({
    v: z.literal(1),
    id: z.string(),
    message: z.string(),
    author: identity,
    /** We, where the settings say that the work is by somebody else. */
    committer: z.optional(identity),
    time: z.iso.datetime(),
    /** The worktree it is for: '' for the main one, else where its git folder lies in the common one. */
    place: z.string(),
    base: z.object({ ref: z.nullable(z.string()), commit: z.nullable(z.string()) }),
    files: z.array(plannedFile),
  });
});

export type PlannedFile = Readonly<Planned['files'][number]>;
export type Planned = Readonly<z.infer<typeof planned>>;

/** A plan with the contents it speaks of. */
export interface Intent {
  readonly planned: Planned;
  /** By hash; `absent` is not among them. */
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** A plan that an earlier process sealed; undefined if it is of another version, or somebody else's. */
export function parsePlanned(body: string): Planned | undefined {
  return planned.safeParse(jsonIn(body)).data;
}

/**
 * Makes the plan. Two versions of a file can exist: the one on disk, with edits nobody committed yet, and the one in the last commit. The
 * edit is made on both, each goes to its own place, and what others have not committed stays uncommitted. Where it does not fit the
 * committed version, it waits on disk for its owner's next commit.
 */
export async function planChange(
  world: World,
  home: FoundHome,
  repository: Repository,
  change: Change,
  head: HeadState,
  id: string,
): Promise<Intent & { readonly staged: readonly StagedFile[] }> {
  const edits = folded(change.files);
  const paths = edits.map(({ path }) => path);
  // Whoever asks: a last look, for what may never be in a commit.
  const hidden = paths.find(isPrivateName);
  if (hidden !== undefined)
    throw new DreamkeeperError('E_BAD_PATH', `${printSafe(hidden)} is private, so it is never committed`, {
      hint: 'Nothing was changed. docs/home-format.md lists the private names.',
    });
  // Read before anything is written: a repository whose objects are broken is found out in time.
  const committed = await inCommit(
    repository,
    head,
    edits.filter(({ isHosts }) => isHosts !== true).map(({ path }) => path),
  );
  const transformed = new Set(await repository.transformed(paths));
  const torn = edits.find(({ path, isHosts }) => isHosts === true && path.startsWith('rem/') && transformed.has(path));
  // The journal is committed whole or not at all.
  if (torn !== undefined)
    throw new DreamkeeperError(
      'E_CONFLICT',
      `git keeps ${torn.path} in another form (a filter), and the journal has to stay plain`,
      { hint: 'Nothing was changed. Add the line `rem/** -filter` to .gitattributes, and commit that.' },
    );
  const net = netOf(change);
  const images = new Map<string, Uint8Array>();
  const keep = (content: Uint8Array | undefined): string => {
    const hash = world.files.hash(content);
    if (content !== undefined) images.set(hash, content);
    return hash;
  };
  const files: PlannedFile[] = [];
  const staged: StagedFile[] = [];
  for (const file of edits) {
    const before = readNow(world, home, file);
    const rule = ruleOf(file);
    const isLedger = file.path === ledgerPath && rule === 'append';
    const whole = isLedger ? await wholeLedger(world, home, () => Promise.resolve(repository)) : before;
    const after = await file.edit(whole);
    const last = committed.get(file.path);
    // What is on disk already and in no commit may be somebody's own: whoever wrote it says what of it is theirs.
    // So it is where a line is only added: what stood there stays uncommitted, and taking ours back leaves it alone.
    const isTheirsToo = rule === 'append' && file.isHosts !== true && before !== undefined;
    const isNew = last === undefined && file.isOnDisk !== true && !isTheirsToo;
    const isSame = isNew || world.files.hash(last) === world.files.hash(before);
    const next = isSame || file.isHosts === true ? { content: after } : await editOrNothing(file, last);
    // What the host writes is clean when it comes here; in what others write too, their words are theirs, and ours bring no credential.
    const isOthers = file.isHosts !== true;
    if (isOthers && after !== before) refuseSecret(file.path, heldBack(net, file.path, after, before));
    const secret = isOthers ? heldBack(net, file.path, next?.content, last) : undefined;
    const left = transformed.has(file.path)
      ? filterNote(file.path)
      : next === undefined
        ? unsavedNote(file.path)
        : secret === undefined
          ? null
          : secretNote(file.path, secret);
    const inCommits = left === null ? { before: last, after: next?.content } : undefined;
    staged.push({ path: file.path, before, after, committed: inCommits });
    files.push({
      path: file.path,
      rule,
      isHosts: file.isHosts === true,
      after: keep(after),
      ...(rule === 'append' ? { from: beginOf(whole, after) } : {}),
      ...(file.isTheirs === true ? { isTheirs: true } : {}),
      // What is only appended to is not kept a second time.
      before: rule === 'append' ? world.files.hash(before) : keep(before),
      committed: { before: file.isHosts === true ? world.files.hash(last) : keep(last), after: keep(next?.content) },
      left,
    });
  }
  return {
    images,
    staged,
    planned: {
      v: 1,
      id,
      message: messageOf(change, net, id, edits),
      ...byWhom(world, change),
      time: world.now().toISOString(),
      files,
      place: placeOf(repository),
      base: { ref: head.ref ?? null, commit: head.commit ?? null },
    },
  };
}

/** Where what was appended begins. An edit that does more than append has no business with that rule. */
function beginOf(before: Uint8Array | undefined, after: Uint8Array | undefined): number {
  const start = Buffer.from(before ?? []);
  const there = Buffer.from(after ?? []).subarray(0, start.length);
  if (!there.equals(start)) throw new TypeError('an edit that should only append has changed what was there');
  return start.length;
}

/** The same after the whole repository was moved. */
export function placeOf({ place: { commonDir, gitDir } }: Repository): string {
  return relative(commonDir, gitDir).replaceAll('\\', '/');
}

const filterNote = (path: string): string =>
  `git keeps ${path} in another form (a filter), so the change is in the file and left to your commit`;
const unsavedNote = (path: string): string =>
  `${path === boardPath ? 'this task' : 'what it is about'} is only in your uncommitted edits of ${path}; the change is in the file, and is committed when you commit the file`;
const secretNote = (path: string, why: string): string =>
  `${path} ${why}, and is not committed; the change is in the file`;

/** Nobody's verb writes a credential into a file that is committed. */
function refuseSecret(path: string, why: string | undefined): void {
  if (why === undefined) return;
  throw new DreamkeeperError('E_USAGE', `what would be written into ${printSafe(path)} ${why}`, {
    hint: 'Nothing was changed. Write down where the credential is kept instead. If anybody saw it, replace it with a new one.',
  });
}

/** The author is who the settings say; that we made the commit stays to be seen in it, and is how it is known again. */
function byWhom({ identity: given }: World, { agent, isAsleep }: Change): Pick<Planned, 'author' | 'committer'> {
  const asleep = (name: string): string => (isAsleep === true ? `${name} (asleep)` : name);
  const we = { name: asleep(agent), email: `${agent}@dreamkeeper.local` };
  if (given === undefined) return { author: we };
  const named = (text: string): string => text.replaceAll('{agent}', () => agent);
  const author = { name: asleep(named(given.name ?? agent)), email: named(given.email ?? we.email) };
  return { author, committer: we };
}

/** Whoever words a message does not word our trailers: by those a commit is known as ours, and found again. */
function withoutTrailer(line: string): string {
  return line.replace(/^(?=dream-(?:id|prev|undo)\s*:)/iu, '- ');
}

/** Clean before it is cut: half a credential is found by nobody. */
function messageOf(
  { subject, body, list = [], previous }: Change,
  { redact }: Net,
  id: string,
  edits: readonly FileEdit[],
): string {
  return [
    withoutTrailer(oneLine(redact(subject), 72)),
    ...bodyOf(body === undefined ? body : redact(body)).map(withoutTrailer),
    ...(list.length === 0 ? [] : [list.map((line) => `- ${oneLine(redact(line), 120)}`).join('\n')]),
    [
      `Dream-Id: ${id}`,
      ...(previous === undefined ? [] : [`Dream-Prev: ${previous}`]),
      ...printUndos(edits.map((edit) => ({ path: edit.path, how: undoOf(edit) }))),
    ].join('\n'),
  ].join('\n\n');
}

/** In one paragraph, but for a scoreline, which has to stand alone to be one. */
function bodyOf(body: string | undefined): string[] {
  const lines = (body ?? '').split('\n');
  const score = lines.findLast((line) => /^\s*gate:/iu.test(line));
  const prose = oneLine(lines.filter((line) => line !== score).join('\n'), 500);
  return [prose, oneLine(score ?? '', 300)].filter((part) => part !== '');
}

/** Undefined if the committed version has no such task, for example. */
function editOrNothing(
  file: FileEdit,
  content: Uint8Array | undefined,
): Promise<{ readonly content: Uint8Array | undefined } | undefined> {
  const edit = async () => ({ content: await file.edit(content) });
  return edit().catch(unlessBug(() => undefined));
}
