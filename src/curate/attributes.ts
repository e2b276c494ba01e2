// What git is told about the archive: two clones that both put something there keep both.
import type { FileEdit } from '../change/change.ts';

export const archiveAttributes: FileEdit = {
  path: 'memory/.gitattributes',
  undo: 'reverse',
  edit: (bytes) => bytes ?? Buffer.from('archive.md merge=union -text\n'),
};
