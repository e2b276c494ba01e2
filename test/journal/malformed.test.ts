// An entry that is not a dream moves nothing, stops nobody, and is named with the reason: in the pack, in status, and as a gap.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseManifest } from '../../src/journal/journal.ts';
import { statusOf } from '../../src/report/report.ts';
import { type Woken, wakeUp } from '../../src/wake/wake.ts';
import { sandbox } from '../sandbox.ts';
import { some } from '../share.ts';
import { sleepOnce } from '../sleep.ts';
import { at, dreaming, headOf, land, live, planOf } from './samples.ts';

const six = ['tale', 'goals', 'blue sky', 'fears', 'verdicts', 'carry'];
const body = dreaming.slice(dreaming.indexOf('* tale'));
const head = dreaming.slice(0, dreaming.indexOf('* tale'));
const without = (name: string): string => dreaming.replace(`* ${name}\n`, '');
type Malformed = readonly [content: string | Uint8Array, reason: RegExp];
const ofHeadings: readonly (readonly [what: string, Malformed])[] = six.flatMap((name, index) => {
  const missing = new RegExp(`the heading "${name}" is missing`, 'u');
  const next = six[index + 1];
  const swapped = dreaming
    .replace(`* ${name}\n`, '* \n')
    .replace(`* ${next}\n`, `* ${name}\n`)
    .replace('* \n', `* ${next}\n`);
  return [
    [`${name} missing`, [without(name), missing]],
    [
      `${name} twice`,
      [dreaming.replace(`* ${name}\n`, `* ${name}\n* ${name}\n`), new RegExp(`"${name}" stands there twice`, 'u')],
    ],
    ...(next === undefined ? [] : [[`${name} and ${next} swapped`, [swapped, missing]] as const]),
  ] as const;
});
const others: Readonly<Record<string, Malformed>> = {
  'tale one level down': [dreaming.replace('* tale', '** tale'), /"tale" is missing/u],
  'in a fence': [`${head}\`\`\`org\n${body}\`\`\`\n`, /"tale" is missing/u],
  'in a fence, header and all': [`\`\`\`\n${dreaming}\`\`\`\n`, /"tale" is missing/u],
  'in a block': [`#+begin_src org\n${dreaming}#+end_src\n`, /"tale" is missing/u],
  'CR LF': [dreaming.replaceAll('\n', '\r\n'), /CR LF/u],
  empty: ['', /it is empty/u],
  'white space only': [' \n\t\n\u00a0\n', /it is empty/u],
  '10 MB': [dreaming + 'x'.repeat(10_000_000), /bytes long, more than 262144/u],
  'UTF-16': [Buffer.from(`\ufeff${dreaming}`, 'utf16le'), /./u],
  'UTF-16, big end first': [Buffer.from(`\ufeff${dreaming}`, 'utf16le').swap16(), /./u],
  'chatter before the first heading': [
    `${head}Sure! Here is the dream:\n${body}`,
    /"Sure! Here is the dream:" stands before/u,
  ],
  'chatter before all': [`Sure!\n${dreaming}`, /"Sure!" stands before/u],
  'a seventh heading': [`${dreaming}* notes\n- x\n`, /"notes" is none of the six/u],
};
/** Of the headings every fourth: some are missing, some twice, some swapped. */
const malformed: readonly (readonly [what: string, Malformed])[] = [...some(ofHeadings, 4), ...Object.entries(others)];

describe('a malformed entry', () => {
  test('moves nothing and is named, with the reason, in the pack, in status, and as a gap', async (t) => {
    const lived = await live(sandbox(t), 'one');
    const plan = planOf(lived);
    const gaps = new Map<string, RegExp>();
    for (const [index, [what, [content, reason]]] of malformed.entries())
      await t.test(what, async () => {
        // Each a minute younger than the one before, so that it is the newest.
        const path = land(lived, `2026-06-10-14${String(index).padStart(2, '0')}.org`, content);
        const commit = headOf(lived);
        gaps.set(path, reason);
        const woken = await wakeUp(at(lived, '2026-06-10T15:00:00Z'));
        assert.ok(woken.pack.includes(`\nThe newest dream (\`${path}\`) cannot be read. `), woken.pack);
        // Why, is in the words of whoever wrote it.
        const said = `- ${path}: `;
        const line = woken.pack.split('\n').find((each) => each.startsWith(said));
        assert.match(line?.slice(said.length) ?? woken.pack, reason);
        assert.deepEqual([woken.source, woken.dream, woken.verdicts, woken.commit], ['facts', null, [], null]);
        assert.equal(woken.carry.next, 'start "tweet copy for launch" (NEXT on the board)');
        assert.deepEqual([planOf(lived), headOf(lived)], [plan, commit]);
        const { problems } = await statusOf(at(lived, '2026-06-10T15:00:00Z'), {});
        assert.deepEqual(
          problems.map(({ code }) => code),
          ['dream-malformed'],
        );
        assert.ok(problems[0]?.message.startsWith(`${path} cannot be read: `));
      });
    await t.test('after the next dream each is a gap with its reason', async () => {
      const { receipt } = await sleepOnce(at(lived, '2026-06-10T15:00:00Z'), { isForced: true, env: {} });
      assert.equal(receipt.outcome, 'ran', receipt.message);
      const manifest = parseManifest(readFileSync(join(lived.home.home, 'rem/manifest.json'), 'utf8'));
      for (const [path, reason] of gaps) {
        const gap = manifest.gaps.find(({ message }) => message.startsWith(`${path}: `));
        assert.equal(gap?.reason, 'malformed', path);
        assert.match(gap.message.slice(path.length + 2), reason);
      }
      assert.deepEqual(
        manifest.dreams.map(({ file }) => `rem/${file}`),
        [receipt.entry],
      );
      assert.equal((await wakeUp(at(lived, '2026-06-10T15:01:00Z'))).dream, receipt.id);
    });
  });
  test('with NUL in it is no text: in a heading, in the tale', async (t) => {
    const lived = await live(sandbox(t), 'one');
    const plan = planOf(lived);
    for (const text of [dreaming.replace('* verdicts', '* ver\0dicts'), dreaming.replace('The audit', 'The\0audit')]) {
      const path = land(lived, '2026-06-10-1430.org', text);
      const { source, pack } = await wakeUp(at(lived, '2026-06-10T15:00:00Z'));
      assert.deepEqual([source, planOf(lived)], ['facts', plan]);
      assert.ok(pack.includes(`The newest dream (\`${path}\`) cannot be read. `), pack);
    }
  });
  test('as real processes: exit 0, facts, and what to do about it', async (t) => {
    const box = sandbox(t);
    const lived = await live(box, 'one');
    const plan = planOf(lived);
    for (const [index, what] of ['verdicts missing', '10 MB'].entries()) {
      const path = land(lived, `2026-06-10-140${index}.org`, new Map(malformed).get(what)?.[0] ?? '');
      const ran = box.dk('day', ['wake', '--json']);
      const woken = JSON.parse(ran.stdout) as Woken;
      assert.deepEqual([ran.code, woken.source, planOf(lived)], [0, 'facts', plan], what);
      assert.match(woken.pack, new RegExp(`The newest dream \\(\`${path}\`\\) cannot be read`, 'u'));
    }
    const status = JSON.parse(box.dk('day', ['status', '--json']).stdout);
    assert.deepEqual(
      status.problems.map(({ code }: { code: string }) => code),
      ['dream-malformed'],
    );
    assert.equal(box.dk('day', ['journal', '--list']).stdout.match(/cannot be read: /gu)?.length, 2);
    const slept = box.dk('day', ['sleep', '--force']);
    assert.equal(slept.code, 0, slept.stderr);
    const gaps = parseManifest(box.read('day/rem/manifest.json')).gaps.map(({ message }) => message.slice(0, 23));
    assert.deepEqual(gaps, ['rem/2026-06-10-1401.org', 'rem/2026-06-10-1400.org']);
  });
});
