// file_issue: something is wrong, and it goes on the board, once, with a count of how often it was seen.
import * as z from 'zod/mini';
import { boardPath, parseBoard, withIssue } from '../../board/board.ts';
import { makeChange } from '../../change/change.ts';
import { oneLine, printSafe } from '../../text/text.ts';
import { boardOf } from './board-of.ts';
import { refused, said, type Tool, tool } from './tool.ts';

export const fileIssue: Tool = tool({
  name: 'file_issue',
  kit: 'board',
  does: 'Put a problem on the board, under issues. The same title again is counted, not added.',
  schema: z.strictObject({
    title: z.string().check(z.maxLength(300)),
    body: z.optional(z.string().check(z.maxLength(4000))),
  }),
  target: ({ title }) => title,
  use: async ({ worker }, { title: given, body }) => {
    const { world, home, agent, settings } = worker;
    const title = oneLine(given, 200);
    if (title === '') return refused('an issue needs a title');
    const { seen } = withIssue(boardOf(worker), { title, body });
    const changed = await makeChange(world, home, {
      files: [
        { path: boardPath, edit: (bytes) => withIssue(parseBoard(bytes ?? new Uint8Array()), { title, body }).bytes },
      ],
      subject: `issue: ${title}`,
      agent,
      secrets: settings.secrets,
    });
    const commit = changed.kind === 'changed' ? (changed.commit ?? null) : null;
    const text = seen === 1 ? `filed: ${printSafe(title)}` : `seen ${seen} times: ${printSafe(title)}`;
    return said(text, { title, seen, commit });
  },
});
