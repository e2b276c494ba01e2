// What would do harm, written into the file by an agent with its own tools: none of it lands. What it takes out is in the archive, and little.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { good, handMemory, harmful } from './by-hand.ts';
import { drawGood } from './drawn-proposals.ts';
import { doneBy, drawRewrite, landed, type Rewrite } from './rewrites.ts';
import { livedFrom, printed } from './tried.ts';

const from = Number(process.env.DREAMKEEPER_CURATION_FROM ?? 0);
const many = Number(process.env.DREAMKEEPER_CURATION ?? 240);

/** Why it would be harm; undefined if nothing of it landed, or only that a few entries are in the archive now. */
function harmDone(rewrite: Rewrite): string | undefined {
  const before = printed(rewrite.memory.map(({ text }) => text));
  const { after, archive, origins } = landed(rewrite);
  if (after === before) return undefined;
  const [was, is] = [before, after].map((text) => text.trimEnd().split('\n'));
  const come = is?.find((line) => was?.includes(line) !== true);
  // Whose words they are nobody can say in a file: strangers' stay theirs, however they are put.
  if (rewrite.what === 'an origin laundered' && origins.every((origin) => origin === 'untrusted')) return undefined;
  if (come !== undefined) return `"${come}" came`;
  if (!rewrite.mayDemote) return 'entries went';
  const gone = rewrite.memory.filter(({ text }) => is?.includes(`- ${text}`) !== true);
  if (gone.length > 5) return `${gone.length} went`;
  if (gone.some(({ isPinned }) => isPinned)) return 'what is pinned went';
  return gone.every(({ text }) => archive.includes(`  - ${text}\n`)) ? undefined : 'something is lost';
}

test(`of ${many} rewrites that would do harm none lands`, (t) => {
  const kinds = new Map<string, number>();
  const harm: string[] = [];
  for (let seed = from; seed < from + many; seed += 1) {
    const rewrite = drawRewrite(seed);
    kinds.set(rewrite.what, (kinds.get(rewrite.what) ?? 0) + 1);
    const why = harmDone(rewrite);
    if (why !== undefined) harm.push(`${seed} ${rewrite.what}: ${why}`);
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(kinds)));
  assert.deepEqual(harm, []);
});

const memory = livedFrom(handMemory);

test('of those that were written by hand none lands as a rewrite either', () => {
  const harm = harmful.flatMap((proposal) => {
    const rewrite = doneBy({ what: 'by hand', memory, proposal });
    const why = harmDone(rewrite);
    return why === undefined ? [] : [`${JSON.stringify(proposal)}: ${why}`];
  });
  assert.deepEqual(harm, []);
});

test('what lands as an operation lands as a rewrite', (t) => {
  let done = 0;
  const proposals = [
    ...good.map((proposal) => ({ what: 'by hand', memory, proposal })),
    ...Array.from({ length: Math.ceil(many / 3) }, (_, at) => drawGood(from + at)),
  ];
  for (const each of proposals) {
    const rewrite = doneBy(each);
    if (landed(rewrite).operations.length > 0) done += 1;
  }
  t.diagnostic(`${done} of ${proposals.length} good ones land`);
  assert.ok(done >= proposals.length / 2);
});
