// Sweeps as a person meets them: asked for by hand (N35), by themselves at a tick (N5, N6, N12), explained, in figures (N28, N43, N44), and forgotten again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOf } from '../../src/memory/memory.ts';
import { homeIn, type Sandbox, sandbox } from '../sandbox.ts';

const fact = 'Deploys to production go out on Friday afternoons';
const questions = ['when do deploys go out', 'what happens on friday afternoons', 'production deploys'];

const json = (box: Sandbox, ...args: string[]) => {
  const ran = box.dk('home', [...args, '--json']);
  assert.equal(ran.code, 0, `${args.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return JSON.parse(ran.stdout);
};

function recalledHome(t: Parameters<typeof sandbox>[0]): Sandbox {
  const box = sandbox(t);
  homeIn(box);
  box.dk('home', ['remember', fact]);
  for (const question of questions) box.dk('home', ['recall', question]);
  return box;
}

const { id } = identityOf(fact);

test('by hand: shown, done, said again, explained and forgotten', (t) => {
  const box = recalledHome(t);
  const head = (): string => box.git('home', 'rev-parse', 'HEAD');
  const before = head();
  assert.match(
    box.dk('home', ['sweep', '--dry-run']).stdout,
    /^sweep: would write this: 1 scanned, 1 promoted, 0 already promoted, scores 0\.73 to 0\.73\.$/mu,
  );
  assert.match(
    box.dk('home', ['sleep', '--only', 'sweep', '--explain', id]).stdout,
    /A sweep would promote it now\.\nRecalled 3 times, by 3 different questions, on 1 day/u,
  );
  assert.equal(head(), before);
  const ran = box.dk('home', ['sleep', '--only', 'sweep']);
  assert.match(
    ran.stdout,
    /promoted {2}1 scanned, 1 promoted, 0 already promoted, scores 0\.73 to 0\.73, commit [0-9a-f]{7}\.\n/u,
  );
  assert.ok(ran.stdout.includes(head().slice(0, 7)));
  assert.match(box.read('home/MEMORY.md'), new RegExp(`^- ${fact} _\\(score=0\\.73, hits=3, days=1\\)_$`, 'mu'));
  const [act] = json(box, 'sweep').acts;
  assert.deepEqual(
    [act.outcome, act.figures.skipped, act.figures.scanned, act.figures.alreadyPromoted],
    ['noop', true, 1, 1],
  );
  assert.match(box.dk('home', ['sweep', '--explain', id.slice(0, 6)]).stdout, /^Not promoted: it was promoted on /mu);
  assert.equal(box.dk('home', ['sleep', '--only', 'dream', '--explain', id]).code, 2);
  // Note and promotion are one memory: forgotten in one change, with what the diary says of it, and brought back in one.
  const files = ['MEMORY.md', 'DREAMS.md', `notes/${new Date().toISOString().slice(0, 10)}.md`];
  const gone = json(box, 'memory', 'forget', id);
  assert.deepEqual(gone.paths.toSorted(), files.toSorted());
  for (const name of files.slice(0, 2)) assert.ok(!box.read(`home/${name}`).includes(fact), name);
  assert.equal(box.git('home', 'log', '-1', '--format=%s').trim(), `note: forget ${id}`);
  box.dk('home', ['remember', fact]);
  for (const question of questions) box.dk('home', ['recall', question]);
  assert.equal(json(box, 'sweep').acts[0].figures.promoted, 0);
  assert.ok(!box.read('home/MEMORY.md').includes(fact));
});

test('one undo brings back what was forgotten, in every file', (t) => {
  const box = recalledHome(t);
  box.dk('home', ['sweep']);
  const read = () => ['MEMORY.md', 'DREAMS.md'].map((name) => box.read(`home/${name}`));
  const before = read();
  const { change } = json(box, 'memory', 'forget', id);
  assert.notDeepEqual(read(), before);
  json(box, 'undo', change);
  assert.deepEqual(read(), before);
});

test('by itself: a tick sweeps where dreaming is enabled, once in the interval, and nowhere else', (t) => {
  const box = recalledHome(t);
  const sweeps = (): number => box.git('home', 'log', '--format=%s').split('promote:').length - 1;
  box.dk('home', ['tick']);
  assert.equal(sweeps(), 0);
  box.write('home/dreamkeeper.yaml', 'format: 1\ndreaming: {enabled: true}\nheartbeat: {enabled: false}\n');
  box.dk('home', ['tick']);
  assert.equal(sweeps(), 0, 'no heartbeat, no sweep');
  box.write('home/dreamkeeper.yaml', 'format: 1\ndreaming: {enabled: true}\n');
  // What a person asks starts none, and whoever waits for a pack waits for none.
  for (const args of [['recall', 'deploys'], ['status'], ['wake'], ['tick', '--pack']]) box.dk('home', args);
  assert.equal(sweeps(), 0, 'never from a turn of a person');
  box.dk('home', ['tick', '--session']);
  assert.match(box.read('home/MEMORY.md'), new RegExp(fact, 'u'));
  const landed = box.git('home', 'rev-list', '--count', 'HEAD', '--', 'DREAMS.md').trim();
  box.dk('home', ['recall', 'friday afternoons again']);
  box.dk('home', ['tick', '--session']);
  assert.equal(
    box.git('home', 'rev-list', '--count', 'HEAD', '--', 'DREAMS.md').trim(),
    landed,
    'not before the interval has passed',
  );
});

test('in figures: status, my_stats and metrics', (t) => {
  const box = recalledHome(t);
  const stats = () => json(box, 'status').my_stats;
  assert.deepEqual(stats(), {
    last_dream_ts: null,
    sweep: { last: null, due: null, failures: 0, sweeps: 0, promoted: 0, promotedLast: 0 },
  });
  box.dk('home', ['sweep']);
  const { last_dream_ts, sweep } = stats();
  assert.deepEqual([sweep.sweeps, sweep.promoted, sweep.promotedLast, sweep.due], [1, 1, 1, null]);
  assert.ok(Math.abs(last_dream_ts - Date.parse(sweep.last) / 1000) < 60);
  const { stdout } = box.dk('home', ['metrics']);
  for (const line of [
    'dreamkeeper_sweeps_total{agent="agent"} 1',
    'dreamkeeper_promotions_total{agent="agent"} 1',
    'dreamkeeper_recalls_kept 3',
    'dreamkeeper_recalled_memories 1',
    'dreamkeeper_nights_kept{kind="other",outcome="ran"} 1',
    'dreamkeeper_memories 1',
    '# TYPE dreamkeeper_sweeps_total counter',
  ])
    assert.ok(stdout.includes(`${line}\n`), `${line} in\n${stdout}`);
  // What Prometheus reads is only comments and samples.
  for (const line of stdout.trim().split('\n'))
    assert.match(
      line,
      /^(?:# (?:HELP|TYPE) dreamkeeper_\w+ .+|dreamkeeper_\w+(?:\{\w+="[^"\n]*"(?:,\w+="[^"\n]*")*\})? -?\d+(?:\.\d+)?)$/u,
    );
  box.dk('home', ['undo', 'last']);
  assert.deepEqual([stats().sweep.sweeps, stats().sweep.promoted], [0, 0]);
});
