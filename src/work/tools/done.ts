// done: the run is over, and this is what came of it.
import * as z from 'zod/mini';
import { type Tool, tool } from './tool.ts';

export const done: Tool = tool({
  name: 'done',
  kit: 'always',
  does: 'End this run, and say in a line or two what came of it. Begin with NO-WORK if there was nothing to do.',
  schema: z.strictObject({ summary: z.string().check(z.maxLength(4000)) }),
  target: () => '',
  use: (_, { summary }) => ({ text: 'good night', isOk: true, ends: summary }),
});
