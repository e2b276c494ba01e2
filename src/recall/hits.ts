// Where what is looked for was found: in which chunk and in which heading, and in how many chunks each form is.
import { makeNumbers, type Numbers } from './numbers.ts';
import type { Asked } from './question.ts';

/** Added to a form. */
export const speaks: number = 1 << 20;

export interface Hits {
  /** A chunk and a form, in turn; the form has `speaks` added if it is somebody who speaks and is asked for. */
  readonly all: Numbers;
  /** A heading and a form, in turn. */
  readonly inHeadings: Numbers;
  /** By form, in how many chunks it is. */
  readonly chunksWith: Int32Array;
  /** Whose the next words are. */
  begin(chunk: number): void;
  /** `heading` is -1 if it stands in none. Of a form that is only near to what is asked, nobody counts how often it comes in a chunk. */
  add(form: number, heading: number, isSaid: boolean): void;
  /** By form, whether it counts more if somebody of that name speaks. */
  readonly maySpeak: Uint8Array;
  /** Whether the chunk has it. */
  has(form: number): boolean;
  /** Forgets what was found since the chunk began. */
  drop(): void;
}

export function makeHits({ meanings, weights }: Pick<Asked, 'meanings' | 'weights'>): Hits {
  const all = makeNumbers();
  const inHeadings = makeNumbers();
  const chunksWith = new Int32Array(meanings.length);
  const isCounted = Uint8Array.from(meanings, (each) => (each.some(({ weight }) => weight === 1) ? 1 : 0));
  const maySpeak = Uint8Array.from(meanings, (each) =>
    each.some(({ term, weight }) => weight === 1 && weights[term] === 1) ? 1 : 0,
  );
  /** In which turn each form was found last; a turn is a chunk, or a path. */
  const last = new Int32Array(meanings.length);
  let [chunk, turn, before] = [0, 0, 0];
  return {
    all,
    inHeadings,
    chunksWith,
    maySpeak,
    begin: (next) => {
      chunk = next;
      turn += 1;
      before = all.length;
    },
    add: (form, heading, isSaid) => {
      const isNew = last[form] !== turn;
      if (isNew) {
        last[form] = turn;
        chunksWith[form] = (chunksWith[form] as number) + 1;
      }
      if (isNew || isCounted[form] === 1) {
        all.push(chunk);
        all.push(isSaid ? form + speaks : form);
      }
      if (heading === -1) return;
      inHeadings.push(heading);
      inHeadings.push(form);
    },
    has: (form) => last[form] === turn,
    drop: () => {
      turn += 1;
      const found = all.all();
      for (let at = before + 1; at < found.length; at += 2) {
        const form = (found[at] as number) & (speaks - 1);
        if (last[form] === turn) continue;
        last[form] = turn;
        chunksWith[form] = (chunksWith[form] as number) - 1;
      }
      all.cut(before);
    },
  };
}
