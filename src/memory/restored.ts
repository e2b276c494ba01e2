// An entry put back below the heading it stood under, or at the end; every byte that is there stays.
import { entriesIn } from './entries.ts';
import { lineEndIn } from './parts.ts';

/** `section` is the title right above it, '' if there was none. The same bytes if the very same lines stand there already. */
export function withRestored(content: Uint8Array | undefined, section: string, text: string): Uint8Array {
  const bytes = Buffer.from(content ?? []);
  const end = Buffer.from(lineEndIn(bytes)).toString();
  const entries = entriesIn(bytes);
  const raws = entries.map(({ from, to }) =>
    bytes.subarray(from, to).toString('utf8').replaceAll('\r\n', '\n').trimEnd(),
  );
  if (raws.includes(text.trimEnd())) return bytes;
  const title = (above: readonly string[]): string => (above.at(-1) ?? '').replaceAll('·', '-');
  const heading = entries.find((entry) => entry.kind === 'heading' && entry.text.replaceAll('·', '-') === section);
  const beside = entries.findLast((entry) => entry.kind !== 'heading' && title(entry.section) === section);
  const behind = beside ?? heading ?? entries.at(-1);
  const at = behind?.to ?? bytes.length;
  const isItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/u.test(text);
  const open = at > 0 && bytes[at - 1] !== 0x0a ? end : '';
  const gap = at === 0 || (isItem && beside?.kind === 'item') ? '' : end;
  const after = bytes.subarray(at);
  const below = after.length === 0 || /^\r?\n/u.test(after.toString('latin1')) || isItem ? '' : end;
  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from(`${open}${gap}${text.replaceAll('\n', end)}${end}${below}`),
    after,
  ]);
}
