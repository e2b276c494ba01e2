// Twenty days written by somebody who had not seen the rules: what a wake says about them is what they say themselves.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { showInput } from '../../src/night/night.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { type DayScript, liveDay } from '../day.ts';
import { gitOfLife } from '../memory-git/share.ts';
import { root, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

interface KnownDay extends DayScript {
  readonly truth: {
    readonly doing: string | null;
    readonly nextMentions: readonly string[];
    readonly nextMustNot: readonly string[];
    readonly midFlight: readonly string[];
    readonly verified: readonly string[];
  };
}

const folder = join(root, 'test/days');

/** Scripts write `CI=1 npm test > log`; a fact names the check. `a && b` in a script are two facts. */
function plainCommands(commands: readonly string[]): string[] {
  return commands
    .flatMap((command) => (command.startsWith('cd ') ? [command] : command.split(' && ')))
    .map((command) => command.replace(/^(?:[A-Z_]+=\S+ )+/u, '').replace(/ >.*$/u, ''))
    .toSorted();
}

const gitOf = gitOfLife();

describe('days written without looking at the rules', () => {
  for (const [at, file] of readdirSync(folder).toSorted().entries()) {
    const day = JSON.parse(readFileSync(join(folder, file), 'utf8')) as KnownDay;
    test(`${file}: ${day.what}`, async (t) => {
      const changesBranch = day.day.some(({ checkout }) => checkout !== undefined);
      const lived = await liveDay(sandbox(t), 'day', day, changesBranch ? undefined : gitOf(at));
      const input = await showInput(lived.at(day.sleepAt));
      const { receipt, text } = await sleepOnce(lived.at(day.sleepAt), { env: {} });
      assert.equal(receipt.outcome, 'ran', receipt.message);
      const { carry, source } = await wakeUp(lived.at(day.sleepAt));
      assert.equal(source, 'dream');
      assert.equal(carry.doing, day.truth.doing);
      for (const words of day.truth.nextMentions)
        assert.ok(carry.next.includes(words), `next: ${carry.next}; should mention ${words}`);
      for (const words of day.truth.nextMustNot)
        assert.ok(!carry.next.includes(words), `next: ${carry.next}; should not mention ${words}`);
      assert.deepEqual([...carry.midFlight].toSorted(), [...day.truth.midFlight].toSorted());
      const fresh = carry.verified.filter((fact) => fact.fresh).map((fact) => fact.receipt?.command ?? '');
      assert.deepEqual(fresh.toSorted(), plainCommands(day.truth.verified));
      assert.ok(text?.includes(`- next action: `) && input.length > 0);
    });
  }
});
