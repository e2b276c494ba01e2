// The contract of a git, last part: what one may refuse. It does it as the real one does, or says loudly that it does not.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Ask, Bench, Refusable } from './git-contract.ts';
import { agent, time } from './support.ts';

/** Each of them once, and what real git says. */
const acts: Readonly<Record<Refusable, (bench: Bench, head: string) => Promise<void>>> = {
  snapshot: async ({ git, repository }) => {
    const files = new Map([['a.md', { content: Buffer.from('kept\n'), kind: 'file' as const }]]);
    const ref = 'refs/dreamkeeper/unsaved/one';
    const asked = { files, message: 'kept', author: agent, time, ref, most: { files: 5, bytes: 500 } };
    const { commit, kept } = await git.snapshot(repository, asked);
    assert.deepEqual([kept, await repository.tip(ref)], [['a.md'], commit]);
  },
  blame: async ({ git, repository }, head) =>
    assert.equal((await git.blame(repository, head, 'a.md', 1))?.commit, head),
  patch: async ({ git, repository }, head) => assert.match(await git.patch(repository, head, ['a.md']), /^\+one$/mu),
  throughLens: async ({ repository }, head) =>
    assert.equal((await repository.throughLens(['rev-list', head])).toString(), `${head}\n`),
  inside: async ({ repository }) => assert.equal((await repository.inside(['ls-files'])).kind, 'ok'),
  checkout: async ({ person, commit, folder }) => {
    person.branch('other');
    await commit({ 'b.md': 'b\n' }, 'there');
    person.checkout('main');
    assert.ok(!existsSync(join(folder, 'b.md')));
  },
};

export function refusalContract(ask: Ask, refuses: ReadonlySet<Refusable>): void {
  for (const [name, act] of Object.entries(acts) as [Refusable, (typeof acts)[Refusable]][])
    ask(`${name}${refuses.has(name) ? ' is refused' : ''}`, async (bench) => {
      const done = act(bench, await bench.commit({ 'a.md': 'one\n' }, 'first'));
      await (refuses.has(name) ? assert.rejects(done, /git in memory does not .*: live this on real git/u) : done);
    });
}
