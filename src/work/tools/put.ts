// A file of the agent's put on disk: over what was looked at and nothing else, and remembered as this run's work.
import { printSafe } from '../../text/text.ts';
import type { Bench } from './tool.ts';
import { refused, said, type ToolAnswer } from './tool.ts';

export function put(
  { worker: { world }, ground, written }: Bench,
  path: string,
  before: Uint8Array | undefined,
  after: Uint8Array,
  answer: string,
): ToolAnswer {
  const done = world.files.write(ground.root, path, after, { expect: world.files.hash(before) });
  if (done === 'changed') return refused(`write blocked: ${printSafe(path)} was changed meanwhile; read it again`);
  if (!written.has(path)) written.set(path, before);
  return said(answer);
}
