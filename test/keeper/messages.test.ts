// What people say while an agent sleeps (E2, E33, E34): it waits, each of it is given once and in its order; or it ends the night, and leaves nothing of it behind.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Act } from '../../src/asking/asking.ts';
import { withStore } from '../../src/change/change.ts';
import { parseHomeSettings } from '../../src/config/config.ts';
import { absenceOf } from '../../src/keeper/absence.ts';
import { whenIdle } from '../../src/keeper/idle.ts';
import { whileListening } from '../../src/keeper/listening.ts';
import { takeLease } from '../../src/night/lease.ts';
import { nightUnderWay, sleepOnce } from '../../src/night/night.ts';
import { keepMessage, messagesTold, newMessages, takeMessages } from '../../src/wake/wake.ts';
import { openActs, realWorld } from '../../src/wire/wire.ts';
import type { AgentHome, World } from '../../src/world/world.ts';
import { fc } from '../drawn.ts';
import { homeIn, type Sandbox, sandbox } from '../sandbox.ts';
import { away } from './away.ts';
import { imaginedTime } from './imagined.ts';

async function real(
  box: Sandbox,
  yaml: string,
  change: (world: World) => World = (world) => world,
): Promise<AgentHome> {
  const folder = box.path(homeIn(box));
  writeFileSync(join(folder, 'dreamkeeper.yaml'), `format: 1\nagent: agent\nreview: off\n${yaml}`);
  const world = change(await realWorld(box.env));
  const home = world.places.find({ cwd: folder, env: {} });
  if (home === undefined) throw new Error('there is no home');
  const settings = parseHomeSettings(readFileSync(join(folder, 'dreamkeeper.yaml')), 'dreamkeeper.yaml', 'config.yaml');
  return { world, home, settings, agent: 'agent' };
}

test('random schedules of words, lines, nights, restarts and takers: each message once, in its order', async () => {
  const deeds = fc.constantFrom('say', 'write', 'rewrite', 'sleep', 'wake', 'take', 'tell', 'restart');
  await fc.assert(
    fc.asyncProperty(fc.array(deeds, { minLength: 1, maxLength: 40 }), async (schedule) => {
      const time = imaginedTime();
      let there = away(time.now);
      let isAsleep = false;
      let [count, file] = [0, ''];
      const said: string[] = [];
      const given: string[] = [];
      // What stands in the file and nobody heard of yet comes behind what is in the queue by then.
      let unheard: string[] = [];
      const hear = (): void => {
        said.push(...unheard);
        unheard = [];
      };
      for (const deed of schedule) {
        time.pass(1000);
        count += 1;
        if (deed === 'say') {
          hear();
          keepMessage(there.at(), `said ${count}`);
          said.push(`said ${count}`);
        } else if (deed === 'write') {
          file += `line ${count}\n`;
          there.home.files.set('MESSAGES.md', file);
          unheard.push(`line ${count}`);
          // More at once than a pack tells is told by its newest lines.
          unheard = unheard.slice(-12);
        } else if (deed === 'rewrite' && unheard.length === 0) {
          file = `# To the agent\n\nanew ${count}\n`;
          there.home.files.set('MESSAGES.md', file);
          unheard.push(`anew ${count}`);
        } else if (deed === 'sleep') isAsleep = true;
        else if (deed === 'wake') isAsleep = false;
        else if (deed === 'take' && !isAsleep) {
          hear();
          given.push(...takeMessages(there.at()).map(({ text }) => text));
        } else if (deed === 'tell' && !isAsleep) {
          hear();
          const shown = newMessages(there.at());
          // Somebody speaks after the pack was made: that is told by the next.
          if (count % 2 === 0) {
            keepMessage(there.at(), `late ${count}`);
            said.push(`late ${count}`);
          }
          given.push(...shown);
          messagesTold(there.at(), shown.length);
        } else if (deed === 'restart') {
          const next = away(time.now);
          next.home.store = there.home.store;
          for (const [path, text] of there.home.files) next.home.files.set(path, text);
          there = next;
        }
      }
      hear();
      given.push(...takeMessages(there.at()).map(({ text }) => text));
      assert.deepEqual(given, said);
      assert.deepEqual(takeMessages(there.at()), []);
    }),
    { numRuns: Number(process.env.DREAMKEEPER_SCHEDULES ?? 1000) },
  );
});

test('while a night is under way nobody is given anything; afterwards all of it, once', async (t) => {
  const box = sandbox(t);
  const home = await real(box, 'dreaming: {enable: true}\n');
  const lease = takeLease(home.world, home.home, 'n-aaaaaaaaaa', 1);
  assert.ok(lease.kind === 'leased');
  assert.equal(nightUnderWay(home)?.id, 'n-aaaaaaaaaa');
  box.write('home/MESSAGES.md', 'first\n');
  const kept = JSON.parse(box.dk('home', ['message', 'second', 'one', '--json']).stdout);
  assert.deepEqual([kept.asleep, kept.interrupts], [true, false]);
  appendFileSync(box.path('home/MESSAGES.md'), 'third\n');
  const during = JSON.parse(box.dk('home', ['message', '--take', '--json']).stdout);
  assert.deepEqual([during.asleep, during.messages], [true, []]);
  lease.end();
  assert.equal(nightUnderWay(home), undefined);
  const after = JSON.parse(box.dk('home', ['message', '--take', '--json']).stdout);
  assert.deepEqual(
    after.messages.map(({ text, from }: { text: string; from: string }) => [text, from]),
    [
      ['first', 'file'],
      ['second one', 'said'],
      ['third', 'file'],
    ],
  );
  assert.deepEqual(JSON.parse(box.dk('home', ['message', '--take', '--json']).stdout).messages, []);
});

test('a credential in a message is not kept', async (t) => {
  const box = sandbox(t);
  const home = await real(box, '');
  const key = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  keepMessage(home, `the token is ${key}`);
  const [kept] = withStore(home.world, home.home, (store) => store.messages('agent'));
  assert.ok(kept !== undefined && !kept.text.includes(key));
});

const doubled =
  '# MEMORY.md\n\n- The staging server listens on port 8080.\n- The staging server is listening on port 8080.\n- Deploys go out on Friday.\n';

/** An act that takes its time with a proposal that would change MEMORY.md, until it is told to stop. */
function slow(curate: Act, begun: () => void): Act {
  return {
    ...curate,
    gather: async (home, tonight) => {
      const ready = await curate.gather(home, tonight);
      begun();
      await home.world.pause(1500);
      return ready;
    },
  };
}

test('interrupt: a message ends the night before anything lands, memory is untouched, and it comes back', async (t) => {
  const box = sandbox(t);
  const home = await real(box, 'dreaming: {enable: true, idleMinutes: 0.0001, interrupt: true}\n');
  box.write('home/MEMORY.md', doubled);
  box.git('home', 'add', '-A');
  box.git('home', 'commit', '-q', '-m', 'memory');
  box.dk('home', ['memory', 'whose', 'agent']);
  const before = readFileSync(box.path('home/MEMORY.md'), 'utf8');
  const head = box.git('home', 'rev-parse', 'HEAD').trim();
  const curate = (await openActs()).find(({ name }) => name === 'curate');
  assert.ok(curate !== undefined);
  await absenceOf(home);
  const night = (act: Act): Promise<{ readonly outcome: string; readonly reason: string }> =>
    whileListening(home, undefined, async (signal) => {
      const { receipt } = await sleepOnce(home, { trigger: 'idle', acts: [act], env: {}, signal });
      return receipt;
    });
  for (const say of [() => keepMessage(home, 'are you there?'), () => box.write('home/MESSAGES.md', 'hello\n')]) {
    const begun = Promise.withResolvers<void>();
    await home.world.pause(20);
    const ended = night(whenIdle(slow(curate, begun.resolve)));
    await begun.promise;
    say();
    const { outcome, reason } = await ended;
    assert.deepEqual([outcome, reason], ['failed', 'stopped']);
    assert.equal(readFileSync(box.path('home/MEMORY.md'), 'utf8'), before);
    assert.equal(box.git('home', 'log', '--format=%s', `${head}..HEAD`).includes('curate:'), false);
    assert.equal(existsSync(box.path('home/memory/archive.md')), false);
    assert.equal(takeMessages(home).length, 1);
  }
  await home.world.pause(20);
  const done = await night(whenIdle(curate));
  assert.equal(done.outcome, 'ran', JSON.stringify(done));
  assert.notEqual(readFileSync(box.path('home/MEMORY.md'), 'utf8'), before);
});
