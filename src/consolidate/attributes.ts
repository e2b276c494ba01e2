// What git is told about `.self/`: where two clones both slept, their lines are joined, and no checkout changes a line end.
import type { FileEdit } from '../change/change.ts';

const content = `dreams.jsonl merge=union -text
observations.md merge=union -text
diary.md merge=union -text
# Made anew at the next deep sleep.
priorities.md merge=union -text
`;

export const selfAttributes: FileEdit = {
  path: '.self/.gitattributes',
  undo: 'reverse',
  edit: (bytes) => bytes ?? Buffer.from(content),
};
