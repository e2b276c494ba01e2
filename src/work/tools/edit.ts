// edit: one place of a file, named by the text that stands there and nowhere else in it.
import * as z from 'zod/mini';
import { wayTo } from './ground.ts';
import { put } from './put.ts';
import { refused, type Tool, tool } from './tool.ts';

export const edit: Tool = tool({
  name: 'edit',
  kit: 'files',
  does: 'Replace a text that occurs exactly once in a file with another one.',
  schema: z.strictObject({
    path: z.string(),
    old: z.string().check(z.minLength(1), z.maxLength(1_000_000)),
    new: z.string().check(z.maxLength(1_000_000)),
  }),
  target: ({ path }) => path,
  use: (bench, { path: given, old, new: next }) => {
    const { worker, ground } = bench;
    const way = wayTo(ground, 'write', given);
    if (way.kind === 'blocked') return refused(way.text);
    const before = worker.world.files.read(ground.root, way.path);
    if (before === undefined) return refused(`not found: ${way.path}`);
    // Byte by byte: what is not UTF-8 in it stays as it is.
    const text = Buffer.from(before).toString('latin1');
    const spellings = [(part: string) => part, (part: string) => part.replaceAll(/\r?\n/gu, '\r\n')];
    const spell = spellings.find((each) => text.includes(byteText(each(old))));
    if (spell === undefined) return refused(`the old text is not in ${way.path}; read it again`);
    const wanted = byteText(spell(old));
    const at = text.indexOf(wanted);
    if (text.includes(wanted, at + 1)) return refused(`the old text is in ${way.path} more than once; take more of it`);
    const after = Buffer.from(text.slice(0, at) + byteText(spell(next)) + text.slice(at + wanted.length), 'latin1');
    return put(bench, way.path, before, after, `edited ${way.path}`);
  },
});

function byteText(text: string): string {
  return Buffer.from(text).toString('latin1');
}
