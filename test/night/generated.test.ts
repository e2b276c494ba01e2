// Generated days: the carry is the script's truth, nothing is named that was not in the input, each verdict names one task.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { matchTask, parseBoard, parseVerdicts } from '../../src/board/board.ts';
import { parseEntry } from '../../src/journal/journal.ts';
import { showInput } from '../../src/night/night.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { liveDay } from '../day.ts';
import { type GeneratedDay, generateDay } from '../generated-day.ts';
import { overrunsOf } from '../journal/overruns.ts';
import type { MemoryGit } from '../memory-git/memory-git.ts';
import { gitOfLife } from '../memory-git/share.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const days = Number(process.env.DREAMKEEPER_DAYS ?? 20);
const firstSeed = Number(process.env.DREAMKEEPER_SEED ?? 1);

/** What a reader would take for the name of something: a command, a title, a path, a commit. */
function namesIn(entry: string): string[] {
  const body = entry.slice(
    entry.indexOf('* tale'),
    entry.indexOf(':RECEIPTS:') === -1 ? undefined : entry.indexOf(':RECEIPTS:'),
  );
  return [
    ...[...body.matchAll(/`([^`]+)`/gu)].map(([, name]) => name ?? ''),
    ...[...body.matchAll(/\b[0-9a-f]{7}\b/gu)].map(([name]) => name),
    ...[...body.matchAll(/(?:[\p{L}\p{N}_.-]+\/)+[\p{L}\p{N}_.-]+/gu)].map(([name]) => name.replace(/\.$/u, '')),
    ...[...body.matchAll(/ "([^"]+(?:"[^" ]+"[^"]*)?)"/gu)].map(([, name]) => name ?? ''),
  ];
}

async function liveAndCheck(
  box: Sandbox,
  name: string,
  day: GeneratedDay,
  memory: MemoryGit | undefined,
): Promise<string> {
  const lived = await liveDay(box, name, day, memory);
  const input = await showInput(lived.at(day.sleepAt));
  const board = parseBoard(readFileSync(join(lived.home.home, 'plan.org')));
  const { receipt, text } = await sleepOnce(lived.at(day.sleepAt), { env: {} });
  assert.equal(receipt.outcome, 'ran', receipt.message);
  const read = parseEntry(Buffer.from(text ?? ''));
  assert.ok(read.kind === 'dream');
  assert.deepEqual(overrunsOf(read.entry), []);
  for (const each of namesIn(text ?? ''))
    assert.ok(input.includes(each), `"${each}" is not in the input:\n${input}\n${text}`);
  for (const verdict of parseVerdicts(read.entry.verdicts.map((line) => `- ${line}`).join('\n'))) {
    const isFound = verdict.verb === 'keep course' || matchTask(board, verdict.rest).kind === 'found';
    assert.ok(isFound, verdict.line);
  }
  // What the dream handed over, before a verdict moves anything.
  const { truth } = day;
  assert.equal(read.entry.carry.doing, truth.doing);
  assert.deepEqual([...read.entry.carry.midFlight].toSorted(), [...truth.midFlight].toSorted());
  const { carry, pack } = await wakeUp(lived.at(day.sleepAt));
  for (const next of [
    read.entry.carry.next ?? 'nothing is in flight',
    ...(read.entry.verdicts[0]?.startsWith('keep') === true ? [carry.next] : []),
  ]) {
    // In a pack it stands in quotes.
    for (const words of truth.next.mentions)
      assert.ok(
        next.includes(words) || next.includes(JSON.stringify(words).slice(1, -1)),
        `next: "${next}" should mention "${words}"`,
      );
    const kind = /^make|^run/u.test(next)
      ? 'mend'
      : next.startsWith('finish and commit')
        ? 'commit'
        : next.startsWith('nothing')
          ? 'nothing'
          : 'board';
    assert.equal(kind, truth.next.kind, next);
  }
  assert.deepEqual([...carry.midFlight].toSorted(), [...truth.midFlight].toSorted());
  const fresh = carry.verified.filter((fact) => fact.fresh).map((fact) => fact.receipt?.command ?? '');
  assert.deepEqual(fresh.toSorted(), [...truth.verified].toSorted());
  assert.ok(pack.length <= 4000);
  // Files that the line above has named are "those files" in a pack.
  const begin = carry.next.replace(/ and commit [\s\S]*$/u, ' and commit ').slice(0, 200);
  const none = begin === 'nothing is in flight' ? 'none; ' : '';
  assert.ok(pack.includes(`Next action: ${none}${begin}`), pack);
  if (truth.doing !== null) assert.ok(pack.includes(`DOING: ${JSON.stringify(truth.doing)}`));
  for (const path of truth.midFlight) assert.ok(pack.includes(path), `${path} is not in the pack`);
  return text ?? '';
}

test(`${days} generated days`, async (t) => {
  const box = sandbox(t);
  const gitOf = gitOfLife();
  let next = firstSeed;
  // A few at once: most of a day is waiting for git.
  const live = async (): Promise<void> => {
    while (next < firstSeed + days) {
      const seed = next;
      next += 1;
      const day = generateDay(seed);
      try {
        const text = await liveAndCheck(box, `day-${seed}`, day, gitOf(seed));
        // Lived again elsewhere, and on the other git, to the byte the same.
        if (seed % 10 === 0) assert.equal(await liveAndCheck(box, `again-${seed}`, day, gitOf(seed + 1)), text);
      } catch (error) {
        throw new Error(`seed ${seed}: ${JSON.stringify(day.day)}`, { cause: error });
      }
      for (const name of [`day-${seed}`, `again-${seed}`]) rmSync(box.path(name), { recursive: true, force: true });
    }
  };
  await Promise.all([live(), live(), live()]);
});
