// Which files are the home's own: they are memory and journal, not the work a check covers.

import { boardPath } from '../board/board.ts';
import { isEntryPath, journalPaths } from '../journal/journal.ts';
import { archivePath, memoryPath } from '../memory/memory.ts';

const ownFiles: ReadonlySet<string> = new Set([
  boardPath,
  'lifecycle.org',
  'dreamkeeper.yaml',
  memoryPath,
  archivePath,
  ...journalPaths,
  'DREAMS.md',
  'MESSAGES.md',
]);
const ownFolders =
  /^(?:rem\/?|notes\/?|rem\/[^/]+\.org|notes\/[^/]+\.md|(?:notes|memory)\/\.gitattributes|(?:\.self|\.dream)(?:\/.*)?)$/u;

/** Whether a path of the project belongs to the home. In a repository of its own only the nested folder does. */
export function isHomeFile(path: string, shape: 'nested' | 'one' | 'elsewhere'): boolean {
  if (shape !== 'one') return /^\.dream(?:\/|$)/u.test(path);
  return ownFiles.has(path) || ownFolders.test(path) || isEntryPath(path) || /^_[^/]*\.jsonl$/u.test(path);
}
