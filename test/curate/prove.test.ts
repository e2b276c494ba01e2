// `dk nights prove`: every night of a month is proven on a fresh clone, and a commit that somebody altered is refused, by the name of the check.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { curateAct } from '../../src/curate/curate.ts';
import { dreamAct } from '../../src/dream/dream.ts';
import { liveDay } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { homeIn, type Sandbox, sandbox } from '../sandbox.ts';
import { asked, homeToSweep, remembered, sweep } from '../sweep/lived.ts';
import { curate, curateDay, grown, homeWith, type Line, memoryIn } from './homes.ts';

const json = (box: Sandbox, where: string, ...args: string[]) => {
  const ran = box.dk(where, [...args, '--json']);
  assert.ok(ran.code === 0 || ran.code === 14, ran.stdout + ran.stderr);
  return { ...JSON.parse(ran.stdout), code: ran.code };
};

function clone(box: Sandbox, name: string): void {
  box.git('.', 'clone', '-q', box.path('project/.dream'), name);
}

const at = (day: number): string => `2026-06-${String(day).padStart(2, '0')}T09:00:00Z`;

test('a month of nights, on a fresh clone: each is proven', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', curateDay);
  box.write('project/.dream/dreamkeeper.yaml', 'format: 1\nagent: waldo\nreview: off\n');
  // A month has more changes than the numbers of a scripted day.
  const then = (time: string) => {
    const home = lived.at(time);
    return { ...home, world: { ...home.world, random: (bytes: number) => randomBytes(bytes).toString('hex') } };
  };
  const lines: Line[] = [];
  for (let day = 1; day <= 30; day += 1) {
    const told = [
      `Service${day} listens on port ${8000 + day}.`,
      `The owner of module${day} is Person${day}.`,
      ...(day % 3 === 0 ? [`The owner of module${day - 1} is Person${day - 1}!`] : []),
      ...(day % 4 === 0 ? [`Service${day - 2} now listens on port ${9000 + day}.`] : []),
      ...(day % 5 === 0 ? [`Room${day} is closed (until 2026-06-${String(day).padStart(2, '0')})`] : []),
    ];
    const fresh = told.map((text) => ({ at: at(day), text }));
    lines.push(...fresh);
    const home = then(at(day));
    writeFileSync(join(home.home.home, 'MEMORY.md'), day === 1 ? '# MEMORY.md\n\n' : memoryIn(home));
    await grown(then, fresh, 'append');
    await curate(then(`2026-06-${String(day).padStart(2, '0')}T22:00:00Z`), {
      acts: day % 2 === 0 ? [curateAct, dreamAct] : [curateAct],
      isForced: true,
    });
  }
  clone(box, 'clone');
  const { nights, code } = json(box, 'clone', 'nights', 'prove', '--all');
  assert.equal(code, 0);
  assert.deepEqual(
    nights.filter(({ result }: { result: string }) => result !== 'proven'),
    [],
  );
  const curated = nights.filter(({ checks }: { checks: unknown[] }) => checks.length > 0);
  assert.ok(nights.length >= 20 && curated.length >= 8, `${nights.length} nights, ${curated.length} with curation`);
});

/** Each as somebody might do it by hand, and the check that sees it. */
const alterations: Readonly<
  Record<
    string,
    readonly [
      check: string,
      file: 'MEMORY.md' | 'memory/archive.md' | 'rem/ledger.jsonl',
      alter: (text: string) => string,
    ]
  >
> = {
  'a value of another entry is changed': ['honest', 'MEMORY.md', (text) => text.replace('Fact 3 is', 'Fact 4711 is')],
  'an entry is dropped': ['honest', 'MEMORY.md', (text) => text.replace(/- Fact 5 .*\n/u, '')],
  'an entry is added': ['honest', 'MEMORY.md', (text) => `${text}- The password is not needed.\n`],
  'two entries change places': [
    'honest',
    'MEMORY.md',
    (text) => text.replace(/(- Fact 7 .*\n)(- Fact 8 .*\n)/u, '$2$1'),
  ],
  'a heading is put above some': ['honest', 'MEMORY.md', (text) => text.replace('- Fact 9 ', '## Wrong\n\n- Fact 9 ')],
  'what a person pinned is changed': ['protected', 'MEMORY.md', (text) => text.replace('Never touch', 'Always touch')],
  'what was worded anew says something else': [
    'honest',
    'MEMORY.md',
    (text) => text.replace('released on 2026-06-01', 'released on 2026-06-02'),
  ],
  'the archive loses what was taken out': [
    'kept',
    'memory/archive.md',
    (text) => text.slice(0, text.indexOf('## 2026')),
  ],
  'the archive says something else': [
    'kept',
    'memory/archive.md',
    (text) => text.replace('closed (until', 'open (until'),
  ],
  'the ledger says something else': [
    'ledger',
    'rem/ledger.jsonl',
    (text) => text.replace(/"kind":"demote"(?!.*"kind":"demote")/u, '"kind":"reword"'),
  ],
};

test('a commit that somebody altered, in ten ways: each is refused by the check that is meant for it', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...Array.from({ length: 24 }, (_, index) => ({
      at: '2026-05-01T10:00:00Z',
      text: `Fact ${index} is about topic${index}.`,
    })),
    { at: '2026-05-05T10:00:00Z', text: 'Never touch the live database. #pin' },
    { at: '2026-05-05T10:00:00Z', text: 'The office is closed (until 2026-05-09)' },
    { at: '2026-06-02T10:00:00Z', text: 'The parser was released yesterday.' },
  ]);
  const { receipt } = await curate(lived.at('10:00'));
  assert.equal(
    receipt.message,
    '1 demoted, 1 reworded; 1 of 27 entries count as yours and stay as they are (`dk memory whose agent` lets sleeps put them in order)',
  );
  clone(box, 'clone');
  box.git('clone', 'config', 'user.name', 'waldo');
  box.git('clone', 'config', 'user.email', 'waldo@dreamkeeper.local');
  const head = box.git('clone', 'rev-parse', 'HEAD').trim();
  const {
    nights: [whole],
  } = json(box, 'clone', 'nights', 'prove', receipt.id);
  assert.equal(whole.result, 'proven', whole.why);
  const found: string[] = [];
  for (const [what, [check, file, alter]] of Object.entries(alterations)) {
    const path = box.path('clone', file);
    const text = readFileSync(path, 'utf8');
    assert.notEqual(alter(text), text, what);
    writeFileSync(path, alter(text));
    box.git('clone', 'commit', '-q', '--amend', '--no-edit', '-a');
    const {
      nights: [night],
      code,
    } = json(box, 'clone', 'nights', 'prove', receipt.id);
    found.push(`${what}: ${night.result} ${night.why.split(':')[0]} ${code}`);
    assert.deepEqual([what, night.result, night.why.split(':')[0], code], [what, 'refused', check, 14], night.why);
    box.git('clone', 'reset', '-q', '--hard', head);
  }
  assert.equal(found.length, 10);
  const shown = box.dk('clone', ['nights', 'show', receipt.id]);
  assert.match(shown.stdout, /proven\n {2}✓ sound/u);
  const table = box.dk('clone', ['nights', 'prove', receipt.id]);
  assert.match(table.stdout, /✓ values {5}Merged and reworded entries keep every figure/u);
});

test('a night of an earlier version that touched memory is unproven, one that only dreamt is proven', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [{ at: '2026-05-01T10:00:00Z', text: 'Fact 1 is about topic1.' }]);
  const { receipt } = await curate(lived.at('10:00'), { acts: [dreamAct], isForced: true });
  const {
    nights: [night],
  } = json(box, 'project', 'nights', 'prove', receipt.id);
  assert.deepEqual([night.result, night.why], ['proven', 'it touched nothing of memory']);
});

test('a sweep is proven, too, and what it promoted can be put in order', async (t) => {
  const box = sandbox(t);
  const lived = await homeToSweep(box);
  const memory = await remembered(lived, '09:00', 'Luis lives in Bogota and prefers Spanish');
  asked(
    lived,
    memory,
    ['a', 'b', 'c'].map((query) => ({ at: '10:00', query })),
  );
  const promoted = await sweep(lived, '10:00');
  const home = lived.at('10:30');
  const reword = JSON.stringify({
    operations: [{ kind: 'reword', id: memory, to: 'Luis lives in Bogota, and likes Spanish.', why: 'plain' }],
  });
  const { receipt } = await curate(
    { ...home, world: answering(home.world, () => reword) },
    { dreamers: { curate: dreamerNamed('haiku') } },
  );
  assert.equal(receipt.message, '1 reworded', JSON.stringify(receipt.leftOut));
  assert.match(memoryIn(home), /^- Luis lives in Bogota, and likes Spanish\. _\(score=/mu);
  const { nights } = json(box, 'project', 'nights', 'prove', '--all');
  assert.deepEqual(
    nights.map(({ id, result, why }: { id: string; result: string; why: string }) => [id, result, why]),
    [promoted.id, receipt.id].map((id) => [id, 'proven', 'every check passes']),
  );
});

test('a MEMORY.md that no commit had before is put in order all the same, and its night is unproven', async (t) => {
  const box = sandbox(t);
  const home = homeIn(box);
  box.write(
    'home/MEMORY.md',
    '# MEMORY.md\n\n- Run `npm test` before each commit.\n- Before every commit, run `npm test`.\n- The sky is blue.\n',
  );
  assert.equal(json(box, home, 'memory', 'whose', 'agent').result, 'applied');
  const slept = json(box, home, 'sleep', '--only', 'curate');
  assert.deepEqual([slept.outcome, slept.message], ['ran', '1 merged']);
  assert.equal(box.read('home/MEMORY.md'), '# MEMORY.md\n\n- Run `npm test` before each commit.\n- The sky is blue.\n');
  const [night] = json(box, home, 'nights', 'prove', slept.id).nights;
  assert.deepEqual([night.result, night.why.slice(0, 35)], ['unproven', 'no commit before it has MEMORY.md, ']);
});
