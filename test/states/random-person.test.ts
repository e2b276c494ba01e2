// A person who does anything at any moment, while nights, wakes and the board go on: none of their work changes, and no dream is taken back.
import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Ran, type Sandbox, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { type Journal, journalIn, journalKept, journalWhole, lived } from './desk.ts';
import { told } from './outcomes.ts';
import { chance, doIt, nextAct, pause, real, twin, work } from './person.ts';

const rounds = Number(process.env.DREAMKEEPER_PERSON_ROUNDS ?? (isFull ? 8 : 5));
const seed = Number(process.env.DREAMKEEPER_PERSON_SEED ?? 610);

/** Nights are hours apart, as in life: each `dk` has a clock that is so much ahead. */
function clock(hours: number): Record<string, string> {
  const script = `const D=Date,s=${hours * 3_600_000};globalThis.Date=class extends D{constructor(...a){if(a.length===0)super(D.now()+s);else super(...a)}static now(){return D.now()+s}}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

function anyVerb(random: (below: number) => number, round: number): readonly string[] {
  const verbs: readonly (readonly string[])[] = [
    ['sleep', '--force', '--json'],
    ['sleep', '--force', '--json'],
    ['wake', '--json'],
    ['board', 'move', 'honest faq', ['TODO', 'NEXT', 'DOING'][round % 3] ?? '', '--json'],
    ['board', 'add', `task of round ${round}`, '--json'],
  ];
  return verbs[random(verbs.length)] ?? [];
}

/** Held, changed meanwhile, or no such task on this branch: all of these are answers. A bug or damage is not. */
function isAnswer({ code, stdout }: Ran): boolean {
  return [0, 11, 12, 13].includes(code ?? 1) || (code === 2 && /E_NO_SUCH_TASK/u.test(stdout));
}

async function oneRound(box: Sandbox, random: (below: number) => number, round: number, log: string[]): Promise<void> {
  const when = ['no dk', 'first', 'at once', 'at once', 'at once'][random(5)] ?? '';
  const verb = when === 'no dk' ? [] : anyVerb(random, round);
  log.push(`${round}: ${when} ${verb.join(' ')}`);
  const going = when === 'no dk' ? undefined : box.dkAsync(real, verb, { env: clock(round) });
  if (when === 'first') await going;
  // A person is quick, and does a few things while one night goes on.
  for (let act = when === 'at once' ? random(3) : 2; act < 3; act += 1) {
    if (when === 'at once') pause(random(5) * 40);
    const [name, steps] = nextAct(box, random, `${round}.${act}`);
    log.push(`  ${name}`);
    doIt(box, log, steps);
  }
  const ran = await going;
  if (ran !== undefined) {
    log.push(`  exit ${ran.code}: ${/"(?:message|note)": "(.*)"/u.exec(ran.stdout)?.[1]?.slice(0, 200) ?? ''}`);
    assert.ok(isAnswer(ran), told(ran));
  }
}

test(`${rounds} rounds with somebody at random`, async (t) => {
  const box = sandbox(t);
  const random = chance(seed);
  lived(box);
  cpSync(box.path(real), box.path(twin), { recursive: true, preserveTimestamps: true });
  box.git(twin, 'update-index', '-q', '--refresh');
  const known = new Map<string, Journal>();
  const log: string[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await oneRound(box, random, round, log);
      assert.deepEqual(work(box, real), work(box, twin), 'what is the person’s is as if we were not there');
      const branch = box.git(real, 'symbolic-ref', 'HEAD').trim();
      const now = journalIn(box, real);
      journalKept(known.get(branch) ?? now, now);
      known.set(branch, now);
    }
    // At the end they are done with everything, and sleep once more.
    if (box.git(twin, 'stash', 'list') !== '') doIt(box, log, [{ git: ['stash', 'pop', '-q', '--index'] }]);
    doIt(box, log, [{ git: ['commit', '-qa', '--allow-empty', '-m', 'done'] }]);
    const last = box.dk(real, ['sleep', '--force', '--json'], { env: clock(rounds + 1) });
    assert.equal(last.code, 0, told(last));
    assert.match(last.stdout, /"commit": "[0-9a-f]{40}"/u);
    journalWhole(journalIn(box, real));
    const verified = box.dk(real, ['nights', 'verify']);
    assert.equal(verified.code, 0, told(verified));
    assert.doesNotMatch(box.git(real, 'fsck', '--strict', '--no-dangling'), /error|missing|broken/u);
    for (const [branch, journal] of known) journalKept(journal, journalIn(box, real, branch));
    // A test in which nothing meets nothing would prove nothing.
    const again = log.filter((line) => line.startsWith('  again')).length;
    const nights = journalIn(box, real).entries.size;
    t.diagnostic(`seed ${seed}: ${nights} nights on ${known.size} branches; git had to be asked again ${again} times`);
    assert.ok(nights > rounds / 20, 'nights landed');
  } catch (error) {
    const at = `seed ${seed}: DREAMKEEPER_PERSON_SEED=${seed} DREAMKEEPER_PERSON_ROUNDS=${rounds}`;
    throw new Error(
      `${at}\n${log.slice(-25).join('\n')}\n${error instanceof Error ? error.message : ''}\n${chainOf(box)}`,
      { cause: error },
    );
  }
});

/** The ledger as a chain: what each line is, and which it follows. */
function chainOf(box: Sandbox): string {
  return readFileSync(box.path(real, 'rem/ledger.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ id, prev, hash }) => `${id} ${String(prev).slice(0, 6)} → ${hash.slice(0, 6)}`)
    .join('\n');
}
