// What git is told about files that only grow: where two clones both wrote, their lines are joined.
import type { FileEdit } from '../change/change.ts';
import { decodeUtf8 } from '../text/text.ts';
import { diaryPath } from './block.ts';

function withLine(content: Uint8Array | undefined, name: string, line: string): Uint8Array {
  const text = decodeUtf8(content ?? new Uint8Array());
  // Whoever speaks of it already has chosen.
  if (text.split(/[\r\n]/u).some((each) => each.split('#')[0]?.includes(name) === true))
    return content ?? new Uint8Array();
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return Buffer.concat([content ?? new Uint8Array(), Buffer.from(`${gap}${line}\n`)]);
}

export const diaryAttributes: FileEdit = {
  ...{ path: '.gitattributes', undo: 'reverse', rule: 'append' },
  edit: (content) => withLine(content, diaryPath, `/${diaryPath} merge=union`),
};

export const noteAttributes: FileEdit = {
  ...{ path: 'notes/.gitattributes', undo: 'reverse', rule: 'append' },
  edit: (content) => withLine(content, '*.md', '*.md merge=union'),
};
