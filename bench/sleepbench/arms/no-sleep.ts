// No sleep: the notes as they were written, and nothing is done to them. What somebody edits or deletes is edited or deleted.
import type { Arm } from '../arm.ts';
import { packOf, plainBoard } from '../plain-board.ts';
import { newSearch } from '../search.ts';

export const arm: Arm = {
  name: 'no sleep',
  about: 'The notes as they were written. Asked by words; the pack is the board and the newest notes.',
  open: () => {
    const board = plainBoard();
    let notes: string[] = [];
    return {
      write: (event) => {
        board.write(event);
        if (event.kind === 'note') notes.push(event.text);
        if (event.kind === 'edit') notes = notes.map((line) => (line === event.was ? event.text : line));
        if (event.kind === 'forget') notes = notes.filter((line) => line !== event.was);
      },
      sleep: () => ({ memory: [...notes], spent: { calls: 0, tokens: 0 } }),
      wake: () => packOf(board.lines(), notes),
      ask: (question) => newSearch(notes).best(question, 5),
    };
  },
};
