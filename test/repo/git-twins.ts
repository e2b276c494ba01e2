// The same edits and commits done on two gits, and everything that both of them answer.
import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fc } from '../drawn.ts';
import type { Bench } from './git-contract.ts';
import { request } from './support.ts';

const paths = ['plan.org', 'rem/a.org', 'rem/b c.org', 'rem/deep/c.org', 'rem.org', 'ü', 'out.log'] as const;
const path = fc.constantFrom(...paths);
/** Plain names, as those of our own files are. */
const ours = fc.constantFrom(...paths.slice(0, 5));
const content = fc.constantFrom('', 'one\n', 'two\n', 'two\nthree', '\0\xff\r\n');

/** One thing that somebody does. */
export const deeds = {
  write: fc.record({ kind: fc.constant('write'), path, content }),
  remove: fc.record({ kind: fc.constant('remove'), path }),
  mode: fc.record({ kind: fc.constant('mode'), path, isProgram: fc.boolean() }),
  add: fc.record({ kind: fc.constant('add'), path: fc.option(path) }),
  /** A person's commit. */
  commit: fc.record({ kind: fc.constant('commit'), what: fc.constantFrom('staged', 'tracked', 'everything') }),
  /** One of ours, on the head as it is or as it once was. */
  land: fc.record({
    kind: fc.constant('land'),
    files: fc.dictionary(ours, fc.option(content, { nil: undefined }), { minKeys: 1, maxKeys: 3 }),
    isOnDisk: fc.boolean(),
    isStale: fc.boolean(),
    onlyUnstaged: fc.boolean(),
    trailer: fc.constantFrom('n-abcdefgh23', 'w-abcdefgh24', 'u-abcdefgh25', undefined),
  }),
  settle: fc.record({ kind: fc.constant('settle'), path: ours }),
  branch: fc.record({ kind: fc.constant('branch') }),
} as const;

export type Deed = {
  [Kind in keyof typeof deeds]: (typeof deeds)[Kind] extends fc.Arbitrary<infer One> ? One : never;
}[keyof typeof deeds];

export const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: deeds.write },
  { weight: 1, arbitrary: deeds.remove },
  { weight: 1, arbitrary: deeds.mode },
  { weight: 2, arbitrary: deeds.add },
  { weight: 3, arbitrary: deeds.commit },
  { weight: 4, arbitrary: deeds.land },
  { weight: 1, arbitrary: deeds.settle },
  { weight: 1, arbitrary: deeds.branch },
) as fc.Arbitrary<Deed>;

/** Does it, and gives what came of it: the answer, or the code of the error. `step` is also the hour. */
export async function act(bench: Bench, deed: Deed, step: number): Promise<unknown> {
  const { git, repository, person, put, folder } = bench;
  const time = new Date(Date.UTC(2026, 5, 10, step, 0, step));
  try {
    if (deed.kind === 'write') put({ [deed.path]: deed.content });
    else if (deed.kind === 'remove') put({ [deed.path]: undefined });
    else if (deed.kind === 'mode') {
      if (existsSync(join(folder, deed.path))) chmodSync(join(folder, deed.path), deed.isProgram ? 0o755 : 0o644);
    } else if (deed.kind === 'add') person.add(deed.path === null ? undefined : [deed.path]);
    else if (deed.kind === 'commit') {
      if (deed.what === 'everything') person.add();
      person.commit(`step ${step}`, { isAll: deed.what === 'tracked', when: time.toISOString() });
    } else if (deed.kind === 'branch') person.branch(`branch-${step}`);
    else {
      const head = await repository.head();
      const commit = head.commit ?? '';
      if (deed.kind === 'settle') return head.commit && (await git.settle(repository, commit, [deed.path]));
      const stale = deed.isStale && head.commit !== undefined ? (await git.show(repository, commit))?.parent : commit;
      const message = `land ${step}\n\nSome words.\n${deed.trailer === undefined ? '' : `\nDream-Id: ${deed.trailer}\n`}`;
      const whileLocked = (): boolean => {
        if (deed.isOnDisk) put(deed.files);
        return true;
      };
      const more = { message, time, onlyUnstaged: deed.onlyUnstaged, whileLocked };
      return await git.commit(repository, request({ ...head, commit: stale || undefined }, deed.files, more));
    }
    return 'done';
  } catch (error) {
    if (error instanceof Error && error.message.includes('in memory does not')) throw error;
    return `refused: ${error instanceof Error && 'code' in error ? String(error.code) : 'by git'}`;
  }
}

/** Where it stands now. Times of files are each git's own. */
export async function stateOf({ git, repository }: Bench): Promise<unknown> {
  const { files, head, more } = await git.changed(repository);
  assert.deepEqual(head, await repository.head());
  return { head, more, files: files.map(({ written: _, ...file }) => file) };
}

/** All that can be asked about what was committed. */
export async function answersOf({ git, repository }: Bench): Promise<unknown> {
  const { commit: head } = await repository.head();
  if (head === undefined) return 'nothing yet';
  const commits = await git.commits(repository, head, 50);
  const first = commits.at(-1)?.id ?? '';
  const middle = commits[Math.floor(commits.length / 2)];
  const asked = commits.flatMap(({ id }) => paths.map((each) => ({ commit: id, path: each })));
  const blobs = await git.blobsThen(repository, asked);
  const known = blobs.flatMap((blob) => blob ?? []);
  const { files } = await git.changed(repository);
  return {
    ...{
      commits,
      blobs,
      contents: (await git.contents(repository, known)).map((bytes) => bytes && Buffer.from(bytes)),
    },
    counts: [...(await git.lineCounts(repository, head, files))].toSorted(),
    theirs: await git.commits(repository, head, 3, ({ id }) => id !== undefined),
    nights: [await git.nights(repository, head), await git.nights(repository, head, new Date(middle?.time ?? 0))],
    claiming: await git.claiming(repository, head, 'n-abcdefgh23', middle?.id),
    since: await git.since(repository, head, middle?.id ?? '', ({ files }) => files.includes('plan.org')),
    shown: [await git.show(repository, head.slice(0, 12)), await git.mark(repository, first)],
    before: await git.commitAt(repository, head, middle?.time ?? ''),
    contains: [await git.contains(repository, head, first), await git.contains(repository, first, head)],
    difference: await git.difference(repository, commits.at(-1)?.tree ?? '', commits[0]?.tree ?? ''),
    entries: [...(await repository.entries(head, ['plan.org', 'rem/a.org', 'rem.org']))],
    touching: await git.touching(repository, head, 'plan.org', first),
    below: await git.touching(repository, head, 'rem', first),
    earlier: await git.earlier(repository, head, ['plan.org', 'rem'], 40),
    additions: [
      await git.additionOf(repository, head, 'plan.org'),
      await git.additionOf(repository, head, 'rem/a.org'),
    ],
  };
}
