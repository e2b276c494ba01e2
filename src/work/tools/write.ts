// write: a whole file, new or over the old one.
import * as z from 'zod/mini';
import { wayTo } from './ground.ts';
import { put } from './put.ts';
import { refused, type Tool, tool } from './tool.ts';

export const write: Tool = tool({
  name: 'write',
  kit: 'files',
  does: 'Write a whole file. What was there before is replaced.',
  schema: z.strictObject({ path: z.string(), content: z.string().check(z.maxLength(1_000_000)) }),
  target: ({ path }) => path,
  use: (bench, { path: given, content }) => {
    const { worker, ground } = bench;
    const way = wayTo(ground, 'write', given);
    if (way.kind === 'blocked') return refused(way.text);
    const before = worker.world.files.read(ground.root, way.path);
    const after = Buffer.from(content);
    const answer = put(bench, way.path, before, after, `wrote ${way.path} (${after.length} bytes)`);
    if (answer.isOk) bench.whole.add(way.path);
    return answer;
  },
});
