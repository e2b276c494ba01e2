// A night is a folder: repository before, what happened, what a model answered, repository after. A bug becomes a folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { demoBefore, demoBoard, demoDay } from '../../src/cli/demo/day.ts';
import { tellMorning } from '../../src/cli/tell-report.ts';
import { type Morning, report } from '../../src/verbs/verbs.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import type { World } from '../../src/world/world.ts';
import { type DayEvent, type Lived, liveDay, timeOf } from '../day.ts';
import { shownOn } from '../report/told.ts';
import { root, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

/** `DREAMKEEPER_WRITE_NIGHTS=1` writes what came out into `after/`, to be read before it is committed. */
const isWriting = process.env.DREAMKEEPER_WRITE_NIGHTS === '1';
const nights = join(root, 'test/nights');

interface NightScript {
  readonly what: string;
  readonly shape: 'nested' | 'one';
  readonly day: readonly (DayEvent & {
    /** Sleeps, awake to this outcome. */
    readonly sleep?: string;
    /** Wakes, from a dream or from facts. */
    readonly wake?: string;
    /** Another program's entry, from `answers/`, that appears in `rem/`. */
    readonly answer?: string;
    /** Asks what the nights did. */
    readonly report?: boolean;
    /** And that program commits it in the home. */
    readonly landed?: boolean;
  })[];
}

describe('nights', () => {
  for (const name of readdirSync(nights).toSorted()) {
    const script = JSON.parse(readFileSync(join(nights, name, 'day.json'), 'utf8')) as NightScript;
    test(`${name}: ${script.what}`, async (t) => {
      const { 'plan.org': board = '* board\n', ...before } = filesBelow(join(nights, name, 'before'));
      const lived = await liveDay(sandbox(t), 'project', { shape: script.shape, board, before, day: [] });
      const after: Record<string, string> = {};
      for (const event of script.day) {
        lived.happen(event);
        if (event.answer !== undefined) {
          mkdirSync(join(lived.home.home, 'rem'), { recursive: true });
          writeFileSync(
            join(lived.home.home, 'rem', event.answer),
            readFileSync(join(nights, name, 'answers', event.answer)),
          );
          if (event.landed === true) commitIn(lived.home.home, `rem/${event.answer}`, timeOf(event.at));
        }
        if (event.sleep !== undefined) {
          const { receipt } = await sleepOnce(lived.at(event.at), { env: {} });
          assert.equal(`${receipt.outcome}:${receipt.reason}`, event.sleep, receipt.message);
        }
        if (event.wake !== undefined) {
          const woken = await wakeUp(lived.at(event.at));
          assert.equal(woken.source, event.wake);
          after[`pack-${event.at.replaceAll(':', '')}.txt`] = woken.pack;
        }
        if (event.report === true) {
          const told = await reportAt(lived, event.at);
          const name = `report-${event.at.replaceAll(/\D/gu, '')}`;
          after[`${name}.json`] = `${JSON.stringify(told, null, 2)}\n`;
          after[`${name}.txt`] = shownOn((terminal) => tellMorning(told, terminal));
        }
      }
      const home = filesBelow(lived.home.home);
      for (const [path, content] of Object.entries(home))
        if (path === 'plan.org' || (path.startsWith('rem/') && path !== 'rem/.gitattributes')) after[path] = content;
      if (isWriting) put(join(nights, name, 'after'), after);
      assert.deepEqual(after, filesBelow(join(nights, name, 'after')));
    });
  }
});

/** As the verb has it, at this time. The folder of the home is another one each time. */
async function reportAt(lived: Lived, at: string): Promise<Morning> {
  const changed = (real: World): World => ({ ...real, ...lived.at(at).world, zone: 'UTC' });
  const told = await report({
    cwd: lived.project,
    env: { PATH: process.env.PATH },
    complain: () => undefined,
    changed,
  });
  return { ...told, home: '<home>' };
}

test('the demo lives the day of its night', () => {
  const script = JSON.parse(readFileSync(join(nights, 'demo/day.json'), 'utf8')) as NightScript;
  const lived = script.day.filter((event) => event.sleep === undefined && event.wake === undefined);
  assert.deepEqual(lived.slice(0, demoDay.length), demoDay);
  assert.deepEqual(filesBelow(join(nights, 'demo/before')), { ...demoBefore, 'plan.org': demoBoard });
});

function commitIn(home: string, path: string, time: Date): void {
  const who = { GIT_AUTHOR_NAME: 'Another', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_AUTHOR_DATE: time.toISOString() };
  const by = { GIT_COMMITTER_NAME: 'Another', GIT_COMMITTER_EMAIL: 'a@example.org' };
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...who, ...by };
  for (const args of [
    ['add', path],
    ['commit', '-q', '-m', 'rem: a dream', '--', path],
  ])
    assert.equal(
      spawnSync('git', args, { cwd: home, env: { ...env, GIT_COMMITTER_DATE: time.toISOString() } }).status,
      0,
    );
}

function filesBelow(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = found.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.includes('/.git/'));
  return Object.fromEntries(
    paths.toSorted().map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
