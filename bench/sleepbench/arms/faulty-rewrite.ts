// A whole-file rewrite: each night a model with known faults writes the memory anew, and what it writes is the memory.
import type { Arm } from '../arm.ts';
import { ratesIn } from '../faulty/rates.ts';
import { type Line, rewrite } from '../faulty/rewrite.ts';
import { tokensOf } from '../measures/orient.ts';
import { packOf, plainBoard } from '../plain-board.ts';
import { dice } from '../random.ts';
import { newSearch } from '../search.ts';

export const arm: Arm = {
  name: 'faulty rewrite',
  about: 'One file, written anew each night by a model that drops, mixes up, invents and believes at stated rates.',
  open: ({ seed, settings }) => {
    const board = plainBoard();
    const rates = ratesIn(settings);
    let lines: Line[] = [];
    let heard: string[] = [];
    let nights = 0;
    return {
      write: (event) => {
        board.write(event);
        if (event.kind === 'note') lines.push({ text: event.text, isDear: event.keep !== 'normal' });
        if (event.kind === 'edit')
          lines = lines.map((line) => (line.text === event.was ? { ...line, text: event.text } : line));
        if (event.kind === 'forget') lines = lines.filter(({ text }) => text !== event.was);
        if (event.kind === 'page') heard.push(event.text);
        if (event.kind === 'commit' && event.by === 'stranger')
          heard.push(event.body === '' ? event.files.map(({ text }) => text).join('\n') : event.body);
      },
      sleep: () => {
        nights += 1;
        const asked = [...lines.map(({ text }) => text), ...heard].join('\n');
        lines = rewrite(lines, heard, dice(seed, `rewrite ${nights}`), rates);
        heard = [];
        const memory = lines.map(({ text }) => text);
        return { memory, spent: { calls: 1, tokens: tokensOf(asked) + tokensOf(memory.join('\n')) } };
      },
      wake: () =>
        packOf(
          board.lines(),
          lines.map(({ text }) => text),
        ),
      ask: (question) => newSearch(lines.map(({ text }) => text)).best(question, 5),
    };
  },
};
