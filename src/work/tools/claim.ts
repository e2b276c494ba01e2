// claim: a task becomes this agent's own, in a commit, before any work on it.
import * as z from 'zod/mini';
import { boardPath, moveTask, parseBoard, withProperty } from '../../board/board.ts';
import { makeChange } from '../../change/change.ts';
import { printSafe } from '../../text/text.ts';
import type { AgentHome } from '../../world/world.ts';
import { boardOf, type FoundTask, stillThere, taskCalled } from './board-of.ts';
import { refused, said, type Tool, tool } from './tool.ts';

export const claim: Tool = tool({
  name: 'claim',
  kit: 'board',
  does: 'Take a task: it is DOING from then on, and yours.',
  schema: z.strictObject({ task: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  target: ({ task }) => task,
  use: async ({ worker }, { task: title }) => {
    const { world, home, agent, settings } = worker;
    const board = boardOf(worker);
    const task = taskCalled(board, title, agent);
    const wanted = moveTask(board, task, 'DOING');
    if (wanted.kind !== 'applied') return refused(`not claimed: ${wanted.reason}`);
    const changed = await makeChange(world, home, {
      files: [{ path: boardPath, edit: (bytes) => boardAfter(worker, bytes, { board, task }) }],
      subject: `claim: ${task.title}`,
      agent,
      secrets: settings.secrets,
    });
    const note = changed.note === undefined ? '' : ` (${changed.note})`;
    const commit = changed.kind === 'changed' ? (changed.commit ?? null) : null;
    const { from, to } = wanted;
    return said(`claimed: ${printSafe(task.title)}${note}`, { task: task.title, from, to, agent, commit });
  },
});

function boardAfter({ settings, agent }: AgentHome, bytes: Uint8Array | undefined, found: FoundTask): Uint8Array {
  const plan = parseBoard(bytes ?? new Uint8Array());
  const same = stillThere(plan, found);
  const moved = moveTask(plan, same, 'DOING');
  if (moved.kind !== 'applied') return plan.bytes;
  if ((settings.agents?.length ?? 0) < 2) return moved.bytes;
  const after = parseBoard(moved.bytes);
  const heading = after.headings[same.index];
  return heading === undefined ? moved.bytes : withProperty(after, heading, 'AGENT', agent);
}
