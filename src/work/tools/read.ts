// read: a file, or some of its lines, as many as fit.
import * as z from 'zod/mini';
import { decodeUtf8 } from '../../text/text.ts';
import { rootOf, wayTo } from './ground.ts';
import { longestAnswer } from './short.ts';
import { refused, said, type Tool, type ToolAnswer, tool } from './tool.ts';

/** Bytes of one part; a line that is longer alone is cut in its middle. */
const room = longestAnswer - 200;

const line = z.int().check(z.minimum(1), z.maximum(10_000_000));

export const read: Tool = tool({
  name: 'read',
  kit: 'files',
  does: 'Read a file of the project, from a line on. Long files come in parts.',
  schema: z.strictObject({ path: z.string(), from: z.optional(line), lines: z.optional(line) }),
  target: ({ path }) => path,
  use: ({ worker: { world }, ground }, { path: given, from = 1, lines }) => {
    const way = wayTo(ground, 'read', given);
    if (way.kind === 'blocked') return refused(way.text);
    const bytes = world.files.read(rootOf(ground, way.path), way.path);
    if (bytes === undefined) return refused(`not found: ${way.path}`);
    if (bytes.includes(0)) return refused(`${way.path} is no text (${bytes.length} bytes)`);
    return part(bytes, from, lines);
  },
});

function part(bytes: Uint8Array, from: number, wanted: number | undefined): ToolAnswer {
  const lines = decodeUtf8(bytes).split('\n');
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (count === 0) return said('(the file is empty)');
  if (from > count) return refused(`there are ${count} lines, and none from ${from} on`);
  const last = Math.min(count, from - 1 + (wanted ?? count));
  let end = from - 1;
  let size = 0;
  while (end < last) {
    size += Buffer.byteLength(lines[end] ?? '') + 1;
    if (size > room && end > from - 1) break;
    end += 1;
    if (size > room) break;
  }
  const text = lines.slice(from - 1, end).join('\n');
  const isAll = from === 1 && end === count;
  return said(
    isAll ? text : `${text}\n[lines ${from} to ${end} of ${count}${end < last ? `; go on with from: ${end + 1}` : ''}]`,
  );
}
