// One memory answers once: a promoted line is its note in a second place, also when curation gave it a date, and so is what still stands somewhere and was archived.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curateAct } from '../../src/curate/curate.ts';
import { recallIn } from '../../src/recall/recall-home.ts';
import { wake } from '../../src/verbs/verbs.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { asked, enough, homeFile, homeToSweep, remembered, sweep } from '../sweep/lived.ts';

test('a note, its promoted line with a date, and that line in the archive', async (t) => {
  const lived = await homeToSweep(sandbox(t));
  const fact = 'The walrus tank costs 1640 EUR from today, and no longer 2080 EUR';
  asked(lived, await remembered(lived, '09:00', fact), enough('09:30'));
  await sweep(lived, '10:00');
  const answers = async (question: string, time: string): Promise<string[]> => {
    const { hits } = await recallIn(lived.at(time), { question });
    return hits.flatMap(({ path, snippet }) =>
      /walrus|otter/u.test(snippet) ? [path.replace(/^.*\.dream\//u, '')] : [],
    );
  };
  const note = 'notes/2026-06-10.md';
  assert.deepEqual(await answers('what does the walrus tank cost', '10:01'), [note]);

  await sleepOnce(lived.at('11:00'), { env: {}, trigger: 'hand', acts: [curateAct] });
  assert.match(homeFile(lived, 'MEMORY.md'), /^- The walrus tank costs 1640 EUR from 2026-06-10, and no longer/mu);
  assert.match(homeFile(lived, 'memory/archive.md'), /^ {2}- The walrus tank costs 1640 EUR from today/mu);
  assert.deepEqual(await answers('what does the walrus tank cost', '11:01'), [note]);
  const at = {
    cwd: lived.project,
    env: { HOME: '/nowhere' },
    changed: () => lived.at('12:00').world,
    complain: () => undefined,
  };
  const told = (await wake(at)).pack.split('\n').filter((line) => line.includes('walrus'));
  assert.deepEqual(told, [`- ${fact}`], 'nor does the pack tell it twice');
});

test('that a memory was promoted changes no answer and no score', async (t) => {
  const lived = await homeToSweep(sandbox(t));
  const facts = ['The seal pool opens at nine', 'The seal hall closes at five', 'The pool hall has two doors'];
  for (const [at, fact] of facts.entries())
    asked(lived, await remembered(lived, `09:0${at}`, fact), enough('09:30').slice(0, at === 2 ? 1 : 3));
  const answers = async (time: string) =>
    (await recallIn(lived.at(time), { question: 'when does the seal pool open' })).hits.map(
      ({ path, line, score }) => `${path}:${line} ${score}`,
    );
  const before = await answers('09:50');
  assert.equal(before.length, 3);
  assert.equal((await sweep(lived, '10:00')).figures?.promoted, 2);
  assert.deepEqual(await answers('09:50'), before);
});

test('what stands in the archive alone is found there', async (t) => {
  const box = sandbox(t);
  const lived = await homeToSweep(box);
  const archive =
    '# Archive\n\n## 2026-06-10\n\n- m-aaaaaaaa · MEMORY.md ·  · it held until 2026-06-09\n  - The otter pool opens at nine\n- m-bbbbbbbb · MEMORY.md ·  · m-cccccccc says the same\n  - The otter pool closes at five _(score=0.50, hits=3, days=2)_\n';
  box.write('project/.dream/memory/archive.md', archive);
  box.write('project/.dream/notes/2026-06-09.md', '# 2026-06-09\n\n- The otter pool closes at five\n');
  const { hits } = await recallIn(lived.at('12:00'), { question: 'when does the otter pool open or close' });
  const said = hits
    .filter(({ snippet }) => snippet.includes('otter'))
    .map(({ origin, snippet }) => `${origin}: ${snippet}`);
  assert.equal(said.filter((line) => line.includes('closes at five')).length, 1, said.join('\n'));
  assert.equal(
    said.filter((line) => line.startsWith('home') && line.includes('opens at nine')).length,
    1,
    said.join('\n'),
  );
});
