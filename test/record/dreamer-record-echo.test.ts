// A dreamer that says of another day what it said of the last: one mistake a night, for whoever asks again for what was dealt with.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDream, parseLedger } from '../../src/journal/journal.ts';
import { type FollowedVerdict, followVerdicts, recordOf } from '../../src/record/record.ts';
import { dreamOf, freshTale, toldDreams } from '../night/told-dreams.ts';
import { sandbox } from '../sandbox.ts';

const board = '* board\n** TODO write the parser\n** TODO write the printer\n* log\n';
const fatesIn = (followed: readonly FollowedVerdict[]): string[] =>
  followed.map(({ fate, judgement, line }) => `${fate}, ${judgement}: ${line}`);

test('it counts once a night, is shown, and is known in a fresh clone', async (t) => {
  const box = sandbox(t);
  const life = await toldDreams(box, 'project', { board });
  const ids: string[] = [];
  for (let night = 0; night < 3; night += 1) {
    const says = dreamOf(freshTale(0), ['pick up: write the parser', 'pick up: write the printer']);
    ids.push((await life.night(() => says, 'some/model')).receipt.id);
    await life.wake();
  }
  assert.deepEqual(fatesIn(await life.followed()), [
    'only repeated, wrong: pick up: write the parser',
    'only repeated, wrong: pick up: write the parser',
    'waiting, open: pick up: write the parser',
    'waiting, open: pick up: write the printer',
  ]);
  const recordsAt = (place: string): unknown => JSON.parse(box.dk(place, ['status', '--json']).stdout).records;
  const records = [{ model: 'some/model', right: 0, wrong: 2, open: 2, share: 0, isDemoted: false }];
  assert.deepEqual(recordsAt('project'), records);
  assert.match(
    box.dk('project', ['nights', 'list']).stdout,
    new RegExp(`${ids[2]} .* {2}· its suggestions: 1 wrong$`, 'mu'),
  );
  assert.match(
    box.dk('project', ['nights', 'show', ids[2] ?? '']).stdout,
    /^What became of its verdicts:\n {2}only repeated: pick up: write the parser$/mu,
  );

  box.git('.', 'clone', '-q', 'project', 'cloned');
  box.git('.', 'clone', '-q', 'project/.dream', 'cloned/.dream');
  assert.deepEqual(recordsAt('cloned'), records);
});

test('whoever keeps course, advises, is not heard, or dreams by rules is not blamed for saying it again', async (t) => {
  const life = await toldDreams(sandbox(t), 'project', { board });
  const says = dreamOf(freshTale(0), ['pick up: write the parser']);
  for (let night = 0; night < 2; night += 1) await life.night(() => says).then(life.wake);
  const { lines } = parseLedger(readFileSync(join(life.home.home, 'rem/ledger.jsonl'), 'utf8'));
  type Line = (typeof lines)[number];
  const followed = (change: (line: Line, at: number) => Line | undefined): Promise<FollowedVerdict[]> =>
    followVerdicts({
      ...{ world: life.world, home: life.home, board: undefined },
      lines: lines.flatMap((line, at) => change(line, at) ?? []),
    });
  assert.deepEqual(
    lines.map((line) => (line.kind === 'night' ? line.echo : line.kind)),
    [false, 'wake', true, 'wake'],
  );
  const newest = async (change: (line: Line, at: number) => Line | undefined): Promise<string[]> => {
    const night = lines[2]?.id;
    return fatesIn((await followed(change)).filter((each) => each.night === night));
  };
  assert.deepEqual(await newest((line) => line), ['only repeated, wrong: pick up: write the parser']);

  const kept = { line: 'keep course', move: 'keep course', result: 'noop' } as const;
  const keeping = (line: Line): Line =>
    isDream(line)
      ? { ...line, verdicts: line.verdicts.map((each) => ({ ...each, line: 'keep course' })) }
      : line.kind === 'wake'
        ? { ...line, verdicts: line.verdicts.map((each) => ({ ...each, ...kept })) }
        : line;
  assert.deepEqual(await newest(keeping), []);

  const told = { result: 'refused', to: null, why: 'verdicts are advice in this home (verdicts: advise)' } as const;
  const advising = (line: Line): Line =>
    line.kind === 'wake' ? { ...line, verdicts: line.verdicts.map((each) => ({ ...each, ...told })) } : line;
  assert.deepEqual(await newest(advising), []);

  // Nobody woke from the first: then the second is carried out in its place, and judged by what comes of it.
  assert.deepEqual(await newest((line, at) => (at === 1 ? undefined : line)), [
    'no move, neutral: pick up: write the parser',
  ]);
  // Nobody woke from the second yet.
  assert.deepEqual(await newest((line, at) => (at === 3 ? undefined : line)), []);

  for (const model of ['builtin', 'builtin (after 3 failures of some/model)'])
    assert.deepEqual(await newest((line) => (line.kind === 'night' ? { ...line, model } : line)), []);

  // Of what was left out because it names nothing real, an echo counts one, too, though nobody ever wakes from it.
  const leaving = await followed((line) =>
    line.kind === 'night' ? { ...(keeping(line) as typeof line), left: 3 } : undefined,
  );
  assert.equal(recordOf(leaving, 'scripted').wrong, 4);
});
