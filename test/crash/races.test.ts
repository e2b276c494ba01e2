// Many want to sleep at once, are stopped, resumed and killed: one sleeps at a time, and whoever lost its place writes nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { finishChanges } from '../../src/change/change.ts';
import { verifyNights } from '../../src/history/history.ts';
import { parseLedger } from '../../src/journal/journal.ts';
import { tryLock } from '../../src/store/store.ts';
import { type Lived, liveDay } from '../day.ts';
import { root, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { isFull, some } from '../share.ts';
import { sleepOnce } from '../sleep.ts';
import { files } from '../wake/dreamt.ts';
import { assertOneAtATime, killSleeper, readLog, type Sleeping, startSleeper, until } from './races-crowd.ts';

const rounds = Number(process.env.DREAMKEEPER_RACES ?? (isFull ? 12 : 6));
const seed = Number(process.env.DREAMKEEPER_SEED ?? 20_261_115);

/** Small and the same for the same seed. */
function dice(from: number): (sides: number) => number {
  let state = from >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const aDay = (box: Sandbox): Promise<Lived> =>
  liveDay(box, 'project', {
    ...{ shape: 'nested', board: '* board\n** TODO one\n', before: files },
    day: [{ at: '09:05', edit: 'src/a.ts', content: 'a2\n' }],
  });

/** The chain is whole, every night landed once, and another one can follow. */
async function allIsWell(lived: Lived): Promise<string[]> {
  const { world, home, settings, agent } = lived.at('23:00');
  const { waits } = await finishChanges(world, home);
  assert.equal(waits, undefined);
  const next = await sleepOnce({ world, home, settings, agent }, { isForced: true, env: {} });
  assert.equal(next.receipt.outcome, 'ran', next.receipt.message);
  const { broken, uncommitted, foreign } = await verifyNights(world, home);
  assert.deepEqual([broken, uncommitted, foreign], [null, [], []]);
  const nights = parseLedger(readFileSync(join(home.home, 'rem/ledger.jsonl'), 'utf8')).lines;
  assert.equal(new Set(nights.map(({ id }) => id)).size, nights.length, 'a night twice');
  const commits = spawnSync('git', ['log', '--format=%(trailers:key=Dream-Id,valueonly,separator=%x20)'], {
    ...{ cwd: home.home, encoding: 'utf8' },
  });
  const landed = commits.stdout.split('\n').filter((id) => id.startsWith('n-'));
  assert.deepEqual(
    landed.toReversed(),
    nights.map(({ id }) => id),
    'a commit for every night, once',
  );
  const litter = readdirSync(home.home, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    litter.filter((path) => /\.tmp$|\.lock$|dreamkeeper\/(?:blobs|tree|index|held)-/u.test(path)),
    [],
  );
  return nights.map(({ id }) => id);
}

test(`eight race for ${rounds} nights, stopped, resumed and killed at random: never two at a time`, async (t) => {
  const box = sandbox(t);
  const lived = await aDay(box);
  const log = box.path('log');
  const folder = lived.project;
  const roll = dice(seed);
  const start = (me: number): Sleeping => startSleeper(t, box, { folder, log, me: `s${me}`, rounds: 100_000 });
  const crowd = Array.from({ length: 8 }, (_, me) => start(me));
  const counts = { killed: 0, stopped: 0 };
  const ran = (): number => readLog(log).filter(({ outcome }) => outcome === 'ran').length;
  await until(() => ran() > 0, 'a first night');
  for (let before = 0; ran() < rounds; before = ran()) {
    const me = roll(crowd.length);
    const one = crowd[me];
    if (one === undefined) continue;
    await new Promise((done) => setTimeout(done, 20 + roll(150)));
    if (roll(3) === 0) {
      await killSleeper(one, log);
      crowd[me] = start(me);
      counts.killed += 1;
    } else {
      one.child.kill('SIGSTOP');
      await new Promise((done) => setTimeout(done, roll(250)));
      one.child.kill('SIGCONT');
      counts.stopped += 1;
    }
    // So that a machine on which nothing goes on any more is not waited for for ever.
    if (counts.killed % 20 === 19) await until(() => ran() > before, 'another night');
  }
  for (const one of crowd) await killSleeper(one, log);
  const lines = readLog(log);
  const nights = assertOneAtATime(lines);
  assert.deepEqual(
    lines.filter(({ what }) => what === 'threw'),
    [],
  );
  const receipts = lines.filter(({ what }) => what === 'receipt');
  const odd = receipts.filter(({ outcome }) => outcome !== 'held' && outcome !== 'ran');
  assert.deepEqual(odd, [], `${odd.length} of ${receipts.length}`);
  assert.ok(receipts.some(({ outcome }) => outcome === 'held'));
  const pids = new Set(lines.map(({ pid }) => pid));
  const held = receipts.filter((each) => each.outcome === 'held');
  // Who has the lock and was stopped before writing down who it is, is nobody yet.
  const named = held.filter(({ message }) => message !== 'another night is under way');
  assert.ok(named.length > held.length / 2, `${named.length} of ${held.length} say who`);
  for (const { outcome, message = '' } of named) {
    const told = /under way \(process (\d+) on \S+, since (\d{4}-\d\d-\d\dT[\d:.]+Z)\)/u.exec(message);
    assert.ok(told !== null && pids.has(Number(told[1])), `${outcome}: ${message}`);
  }
  const landed = await allIsWell(lived);
  for (const { id = '' } of receipts.filter(({ outcome }) => outcome === 'ran')) assert.ok(landed.includes(id), id);
  t.diagnostic(
    `${nights} nights begun, ${receipts.length} receipts, ${counts.killed} killed, ${counts.stopped} stopped, seed ${seed}`,
  );
});

// Stopped at each place with the lock files deleted under it, while another sleeps and is done.
const places = [
  'lease',
  'gathered',
  'lock',
  'plan',
  'sealed',
  'file.written',
  'applied',
  'git.locked',
  'git.moved',
  'committed',
  'outbox',
];
for (const stopAt of some(places, 4)) {
  test(`stopped at ${stopAt}, its locks deleted, another slept meanwhile: what resumes writes nothing`, async (t) => {
    const box = sandbox(t);
    const lived = await aDay(box);
    const { home } = lived;
    const log = box.path('log');
    const stale = startSleeper(t, box, { folder: lived.project, log, me: 'stale', rounds: 1, stopAt });
    await until(() => readLog(log).some(({ what }) => what === 'stopped'), 'stopped');
    await until(
      () => readFileSync(`/proc/${stale.child.pid}/stat`, 'utf8').split(') ')[1]?.startsWith('T') === true,
      'asleep',
    );
    for (const name of ['night.db', 'lock.db']) rmSync(join(home.privateDir, name), { force: true });
    const sleeper = lived.at('10:00');
    const other = await sleepOnce(sleeper, { isForced: true, env: {} });
    assert.equal(other.receipt.outcome, 'ran', other.receipt.message);
    const seen = (): object => ({
      files: snapshot(home.home, (path) => /^\.git(?:\/|$)/u.test(path)),
      log: box.git('project/.dream', 'log', '--format=%H'),
      status: box.git('project/.dream', 'status', '--porcelain'),
    });
    const before = seen();
    stale.child.kill('SIGCONT');
    await stale.gone;
    assert.deepEqual(seen(), before, 'the one that was resumed wrote something');
    const [said] = readLog(log).filter(({ what, me }) => me === 'stale' && (what === 'receipt' || what === 'threw'));
    const landed = readFileSync(join(home.home, 'rem/ledger.jsonl'), 'utf8');
    // One that was sealed was finished by the other: then it is no lie to say that it ran.
    const isLanded = said?.id !== undefined && landed.includes(said.id);
    const isRefused = said?.code === 'E_FENCED' || said?.outcome === 'held' || said?.outcome === 'failed';
    assert.ok(isLanded ? said.outcome === 'ran' || isRefused : isRefused, JSON.stringify(said));
    t.diagnostic(
      `${stopAt}: landed by the other: ${isLanded}; told ${said?.outcome ?? said?.code} ${said?.reason ?? ''}`,
    );
    // Whoever took over says that it was killed, and it may say itself that it was not; but of a night that ran, nothing else is said.
    const lines = readFileSync(join(home.privateDir, 'receipts.jsonl'), 'utf8').split('\n').filter(Boolean);
    const receipts = lines.map((line) => JSON.parse(line) as { id: string; outcome: string });
    for (const { id } of receipts.filter(({ outcome }) => outcome === 'ran'))
      assert.deepEqual(receipts.filter((each) => each.id === id).length, 1, 'one receipt for a night that ran');
    await allIsWell(lived);
  });
}

const holder = `import { tryLock } from ${JSON.stringify(join(root, 'src', 'store', 'store.ts'))};
console.log(tryLock(process.argv[1]) === undefined ? 'busy' : 'held');`;
const another = (path: string): string =>
  spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', holder, path], {
    encoding: 'utf8',
  }).stdout.trim();

test('the trap: whoever opens and closes the lock file by other means has dropped the lock', (t) => {
  const box = sandbox(t);
  const ways: Readonly<Record<string, (path: string) => void>> = {
    'open and close': (path) => closeSync(openSync(path, 'r')),
    'read whole': (path) => void readFileSync(path),
  };
  for (const [what, touch] of Object.entries(ways)) {
    const path = box.path(`${what.replaceAll(' ', '-')}.db`);
    const held = tryLock(path);
    assert.ok(held);
    assert.equal(another(path), 'busy');
    touch(path);
    assert.equal(another(path), 'held', `${what}: POSIX says so; if this changes, the rule below can go`);
    held.release();
  }
});

test('so nothing but store/lock.ts opens them: their names are only ever given to `locks.take`', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const named = sources.flatMap((name) =>
    readFileSync(join(root, 'src', name), 'utf8')
      .split('\n')
      .filter((line) => /(?:night|lock)\.db|tryLock|lockFile/u.test(line) && !/^\s*(?:\/\/|\*|\/\*\*)/u.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  // To look at one without opening it (`disk.at` asks for its name only) does no harm.
  const allowed =
    /locks\.take\(home\.privateDir, (?:'lock\.db'|'night\.db'|lockFile)\)|disk\.at\(|^doctor\/[a-z-]+\.ts: (?:const lockFiles = |return lockFiles\.)|const lockFile = 'night\.db';|^install\/home-data\.ts: .*=> taken\(world, privateDir, name\)|^store\/(?:lock|store|private-databases)\.ts: .*tryLock/u;
  assert.deepEqual(
    named.filter((line) => !allowed.test(line)),
    [],
  );
  assert.ok(named.length >= 5);
  // Who only looks has nothing to open with.
  const doctors = sources.filter((name) => name.startsWith('doctor/'));
  for (const name of doctors)
    assert.doesNotMatch(readFileSync(join(root, 'src', name), 'utf8'), /node:(?:fs|sqlite)/u, name);
  const takers = sources.filter((name) => /\btryLock\(/u.test(readFileSync(join(root, 'src', name), 'utf8')));
  assert.deepEqual(takers.toSorted(), ['store/lock.ts', 'store/private-databases.ts']);
});
