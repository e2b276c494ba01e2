// board: the plan in few lines.
import * as z from 'zod/mini';
import { boardDigest, boardPath } from '../../board/board.ts';
import { boardOf } from './board-of.ts';
import { said, type Tool, tool } from './tool.ts';

export const board: Tool = tool({
  name: 'board',
  kit: 'board',
  does: 'The tasks of the board: what is under way first, then what is next.',
  schema: z.strictObject({}),
  target: () => boardPath,
  use: ({ worker }) => said(boardDigest(boardOf(worker), 7000) || 'the board has no task'),
});
