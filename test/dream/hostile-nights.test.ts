// A hundred hostile answers as whole nights and mornings in two homes, one of them on real git: the journal stays readable, the board moves only by the rules.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { verifyNights } from '../../src/history/history.ts';
import { parseEntry, printEntry } from '../../src/journal/journal.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import type { Lived } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { gitOfLife } from '../memory-git/share.ts';
import { sandbox, snapshot } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { generatedAnswer, type HostileAnswer, handWritten, type Told } from './hostile-answers.ts';
import { assertLegalMoves, assertSoundBytes } from './hostile-checks.ts';
import { hostileBoard, liveHostileDay } from './hostile-day.ts';

const nights = Number(process.env.DREAMKEEPER_HOSTILE_NIGHTS ?? 40);
const words =
  'amber birch cedar delta ember fjord grove haven islet jetty knoll ledge mossy north ocean pearl quartz ridge'.split(
    ' ',
  );

/** A spread over all kinds. */
function chosen(at: number): HostileAnswer {
  const answer = at % 2 === 0 ? handWritten[Math.floor((at * handWritten.length) / nights)] : undefined;
  return answer ?? generatedAnswer(7000 + at);
}

/** Every tenth, by turns one written by hand and one generated, is dreamt in the home on real git. */
const isReal = (at: number): boolean => [0, 7].includes(at % 20);

/** A home, and what has to be as it was after every night. */
interface Hostile {
  readonly home: string;
  readonly plan: string;
  asleep(time: string): ReturnType<Lived['at']>;
  assertHeld(what: string): void;
  assertEnd(): Promise<void>;
}

function hostileHome(operator: string, lived: Lived): Hostile {
  const { home } = lived.home;
  // The day's own numbers come round again before a hundred nights are over.
  const random = (bytes: number): string => randomBytes(bytes).toString('hex');
  const settings = ['dreamkeeper.yaml', '.gitignore', 'agent.org'].filter((name) => readdirSync(home).includes(name));
  const held = (): string =>
    JSON.stringify([...settings.map((name) => join(home, name)), operator].map((path) => readFileSync(path, 'latin1')));
  const before = held();
  const worked = (): Record<string, string> =>
    snapshot(lived.project, (path) => path.startsWith('.dream') || path.startsWith('.git'));
  const work = worked();
  return {
    home,
    plan: join(home, 'plan.org'),
    // With what holds moves back that nothing speaks for, less of the rest would be tried.
    asleep: (time) => ({
      ...lived.at(time),
      settings: { verdicts: 'always' },
      world: { ...lived.at(time).world, random },
    }),
    assertHeld: (what) => assert.equal(held(), before, what),
    assertEnd: async () => {
      assert.deepEqual(worked(), work);
      const { broken } = await verifyNights(lived.at('12:30').world, lived.home);
      assert.equal(broken, null);
    },
  };
}

test(`${nights} nights with hostile answers`, async (t) => {
  const box = sandbox(t);
  const operator = box.write('person/.config/dreamkeeper/config.yaml', 'budget:\n  calls_per_night: 9\n');
  const inMemory = hostileHome(operator, await liveHostileDay(box, 'day', gitOfLife()(1)));
  const onRealGit = hostileHome(operator, await liveHostileDay(box, 'real'));
  const tally = { accepted: 0, byRules: 0, rejected: 0, applied: 0, refused: 0 };
  for (let at = 0; at < nights; at += 1) {
    const answer = chosen(at);
    const { home, plan, asleep, assertHeld } = isReal(at) ? onRealGit : inMemory;
    const time = `${10 + Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`;
    const sleeper = asleep(time);
    const told = Array.from({ length: 9 }, (_, index) => words[(at * 7 + index * (1 + (at % 5))) % words.length]).join(
      ' ',
    );
    const world = answering(sleeper.world, ({ prompt, system }) => {
      const code = /code of this question is (\w+)/u.exec(prompt)?.[1] ?? '';
      const ids: Told['id'] = (title) =>
        prompt
          .split('\n')
          .flatMap((line) => (line.includes(title) ? (/^\[(t-\w+)\]/u.exec(line)?.[1] ?? []) : []))[0] ?? '';
      assert.ok(system.includes(code));
      // Or each dream would only be an echo of the last.
      return answer
        .say({ code, id: ids })
        .replace('The agent answered a question of the faq and mended the guide.', `It was ${told}.`);
    });
    const was = readFileSync(plan);
    try {
      const { receipt, text } = await sleepOnce(
        { ...sleeper, world },
        { env: {}, isForced: true, dreamer: dreamerNamed('test/hostile') },
      );
      assert.ok(
        ['ran', 'rejected'].includes(receipt.outcome),
        `${receipt.outcome} ${receipt.reason} ${receipt.message}`,
      );
      assert.deepEqual(readFileSync(plan), was);
      if (receipt.outcome === 'rejected') {
        assert.equal(receipt.reason, 'malformed', receipt.message);
        tally.rejected += 1;
        continue;
      }
      const bytes = readFileSync(join(home, receipt.entry ?? ''));
      assert.equal(bytes.toString('utf8'), text);
      assertSoundBytes(text ?? '');
      const read = parseEntry(bytes);
      assert.ok(read.kind === 'dream' && printEntry(read.entry) === text);
      if (receipt.model.startsWith('builtin')) tally.byRules += 1;
      else tally.accepted += 1;
      const woken = await wakeUp(asleep(time));
      const applied = woken.verdicts.filter(({ result }) => result === 'applied');
      assert.ok(applied.length <= 5);
      tally.applied += applied.length;
      tally.refused += woken.verdicts.filter(
        ({ result, move }) => result !== 'applied' && move !== 'keep course',
      ).length;
      assertLegalMoves(
        was,
        readFileSync(plan),
        applied.flatMap(({ task }) => task ?? []),
      );
      // A second wake has nothing left to do.
      const moved = readFileSync(plan);
      if (at % 10 === 0) {
        await wakeUp(asleep(time));
        assert.deepEqual(readFileSync(plan), moved);
      }
    } catch (error) {
      throw new Error(`night ${at}: ${answer.name}`, { cause: error });
    }
    assertHeld(answer.name);
    writeFileSync(plan, `#+TODO: TODO NEXT DOING | DONE CANCELLED\n${hostileBoard}`);
  }
  t.diagnostic(JSON.stringify(tally));
  assert.ok(
    tally.accepted >= nights * 0.35 && tally.rejected >= nights / 20 && tally.applied >= nights / 10,
    JSON.stringify(tally),
  );
  for (const each of [inMemory, onRealGit]) await each.assertEnd();
});
