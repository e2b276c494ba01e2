// finish: a task is done, with the dated line in the log and the work itself, in one commit.
import * as z from 'zod/mini';
import { boardPath, doneText, doneWord, moveTask, parseBoard, withLogLine } from '../../board/board.ts';
import { changeId, makeChange, netOf } from '../../change/change.ts';
import { oneLine, printSafe } from '../../text/text.ts';
import { whyNotThroughGate } from '../gate.ts';
import { boardOf, type FoundTask, stillThere, taskCalled } from './board-of.ts';
import { type Bench, refused, said, type Tool, tool } from './tool.ts';
import { leakIn, withWork, workFiles } from './work-files.ts';

export const finish: Tool = tool({
  name: 'finish',
  kit: 'board',
  does: 'A task is done: DONE on the board, a line in the log, and the files you wrote, in one commit. The note is its message.',
  schema: z.strictObject({
    task: z.string().check(z.minLength(1), z.maxLength(1000)),
    note: z.optional(z.string().check(z.maxLength(2000))),
  }),
  target: ({ task }) => task,
  use: async (bench, { task: title, note: given = '' }) => {
    const { worker, written, ground } = bench;
    const { world, home, agent } = worker;
    const board = boardOf(worker);
    const task = taskCalled(board, title, agent);
    const wanted = moveTask(board, task, doneWord(board) ?? 'DONE');
    if (wanted.kind !== 'applied') return refused(`not finished: ${wanted.reason}`);
    const leak = leakIn(bench);
    if (leak !== undefined) return refused(`not finished: ${leak}`);
    const [first = '', ...rest] = given.trim().split('\n');
    const note = oneLine(first, 2000);
    // The board has its title already; a log and a message that repeat it need not repeat a credential in it.
    const closed = netOf(worker.settings).redact(doneText(task.title));
    const message = note === '' ? closed : note;
    const work = workFiles(bench).filter(({ path }) => path !== boardPath);
    const more = [...rest, ...(note === '' ? [] : [closed])].join('\n').trim();
    const paths = work.map(({ path }) => path);
    const shut = paths.length === 0 ? undefined : whyNotThroughGate(worker.settings, given, paths);
    if (shut !== undefined) return refused(`not finished: ${shut}`);
    const changed = await makeChange(world, home, {
      files: [{ path: boardPath, edit: (bytes) => boardAfter(bench, bytes, { board, task }, message) }, ...work],
      subject: message,
      body: more === '' ? undefined : more,
      agent,
      secrets: worker.settings.secrets,
      // Work is news for whoever looks at the day; a move on the board alone is not.
      ...(work.length === 0 ? {} : { id: changeId(world, 'a') }),
    });
    const what = changed.note === undefined ? '' : ` (${printSafe(changed.note)})`;
    const commit = changed.kind === 'changed' ? changed.commit : undefined;
    if (commit !== undefined && ground.isHome) written.clear();
    return said(
      `finished: ${printSafe(task.title)}${commit === undefined ? '' : `, committed ${commit.slice(0, 7)}`}${what}`,
      { task: task.title, from: wanted.from, to: wanted.to, message, commit: commit ?? null },
    );
  },
});

async function boardAfter(
  bench: Bench,
  bytes: Uint8Array | undefined,
  found: FoundTask,
  message: string,
): Promise<Uint8Array> {
  const { world, agent } = bench.worker;
  const isWritten = bench.ground.isHome && bench.written.has(boardPath);
  // The agent may have written on the board itself; then that is part of its work.
  const own = isWritten ? await withWork(bench, boardPath, bench.written.get(boardPath), bytes) : bytes;
  const plan = parseBoard(own ?? new Uint8Array());
  const moved = moveTask(plan, stillThere(plan, found), doneWord(plan) ?? 'DONE');
  if (moved.kind !== 'applied') return plan.bytes;
  return withLogLine(parseBoard(moved.bytes), world.now().toISOString().slice(0, 10), agent, message);
}
