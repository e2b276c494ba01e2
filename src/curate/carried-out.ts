// Operations carried out on a file: the entries that they name, and no other byte.

import { DreamkeeperError } from '../errors/errors.ts';
import { entriesIn, lineEndIn, memoriesIn, memoryPath, type WrittenNote, withEntry } from '../memory/memory.ts';
import type { Held } from './held.ts';

/** One thing to do to the file, as text. */
export interface Step {
  /** The entries that go, as they stood when it was planned. */
  readonly takes: readonly Held[];
  /** What comes in the place of the first of them, or behind another entry; its lines, without the last line end. */
  readonly brings: string | undefined;
  readonly behind: Held | undefined;
}

/** Throws if an entry is not there any more as it was, or if it cannot be done without changing another one. */
export function carriedOut(content: Uint8Array, steps: readonly Step[]): Uint8Array {
  // From the end, whichever step it is of: so what stands before keeps its place, and of two of the same words the one that is meant is found.
  const edits = steps.flatMap(({ takes, brings, behind }) =>
    takes.map((held, at) => ({ held, brings: at === 0 && behind === undefined ? brings : undefined })),
  );
  let next = content;
  for (const { held, brings } of edits.toSorted((one, other) => other.held.from - one.held.from))
    next = edited(next, held, brings);
  for (const { brings, behind } of steps)
    if (behind !== undefined && brings !== undefined) next = withBehind(next, behind, brings);
  return next;
}

function edited(content: Uint8Array, held: Held, brings: string | undefined): Uint8Array {
  const entry = find(content, held);
  const isLast = entry.to === content.length && content.at(-1) !== 0x0a;
  const end = isLast ? '' : Buffer.from(lineEndIn(content)).toString();
  const edit = withEntry(content, entry, brings === undefined ? new Uint8Array() : Buffer.from(`${brings}${end}`));
  if (edit === undefined) throw inTheWay(held);
  return edit;
}

/** Right behind an entry; a paragraph of its own needs an empty line. */
function withBehind(content: Uint8Array, held: Held, brings: string): Uint8Array {
  const entry = find(content, held);
  const end = Buffer.from(lineEndIn(content)).toString();
  const own = Buffer.from(content.subarray(entry.from, entry.to)).toString('latin1');
  const open = own.endsWith('\n') ? '' : end;
  const gap = isItem(brings) && entry.kind === 'item' ? '' : end;
  const added = Buffer.concat([
    content.subarray(0, entry.to),
    Buffer.from(`${open}${gap}${brings}${end}`),
    content.subarray(entry.to),
  ]);
  const isUntouched =
    entriesIn(added).length === entriesIn(content).length + 1 &&
    entriesIn(added).filter(({ from, to }) => from < entry.to || to <= entry.to).length ===
      entriesIn(content).filter(({ from }) => from < entry.to).length;
  if (!isUntouched) throw inTheWay(held);
  return added;
}

const isItem = (text: string): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])\s/u.test(text);

function find(content: Uint8Array, { sha256, raw, from }: Held): WrittenNote {
  const same = memoriesIn(memoryPath, content).filter(
    (each) =>
      each.sha256 === sha256 &&
      Buffer.from(content.subarray(each.from, each.to))
        .toString()
        .replace(/\r?\n$/u, '') === raw,
  );
  const found = same.find((each) => each.from === from) ?? same[0];
  if (found !== undefined) return found;
  throw new DreamkeeperError(
    'E_CHANGED_MEANWHILE',
    'an entry of MEMORY.md was changed while it was being put in order',
    { hint: 'Nothing was changed. The next night looks at it as it is then.' },
  );
}

function inTheWay({ id }: Held): DreamkeeperError {
  return new DreamkeeperError('E_CONFLICT', `${id} cannot be changed without changing the entry beside it`, {
    hint: 'Nothing was changed. An empty line between the two would help.',
  });
}
