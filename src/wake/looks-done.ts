// What looks done, as a pack tells it: for whoever knows whether it is, with how to close it.
import { verdictChoice } from '../config/config.ts';
import { type Facts, lookingDone, sharedWords } from '../facts/facts.ts';
import type { OthersWords } from './others-words.ts';

/** An open task that looks done. */
export interface ToldDone {
  readonly task: string;
  readonly state: string;
  /** The commit that finished it; null where all below it is done. */
  readonly commit: string | null;
  readonly why: string;
  /** Else it only may be: look before going on with it. */
  readonly isSure: boolean;
}

const mostTold = 5;

/** Those that are not a person's own, who knows. Nothing where nobody wants to hear of it. */
export function toldDone({ board, looksDone, settings }: Facts): ToldDone[] {
  if (board === undefined || verdictChoice(settings).done === 'off') return [];
  const open = lookingDone(board, looksDone);
  return board.headings.flatMap(({ index, title, state, isProtected }) => {
    const found = open.has(index) && !isProtected ? looksDone.find(({ task }) => task === title) : undefined;
    return found === undefined
      ? []
      : [{ task: title, state: state ?? '', commit: found.commit, why: found.why, isSure: found.isSure }];
  });
}

/** A line for each, which is others' words but for the command. */
export function doneLines(
  told: readonly ToldDone[],
  { commits, landed }: Facts,
  { names, line }: OthersWords,
): string[] {
  const subjects = new Map([...landed, ...commits].map(({ id, subject }) => [id.slice(0, 7), subject]));
  const texts = new Map(
    [...landed, ...commits].map(({ id, subject, body }) => [id.slice(0, 7), `${subject}\n${body}`]),
  );
  return [
    ...told.slice(0, mostTold).map(({ task, state, commit, why, isSure }) => {
      const id = commit?.slice(0, 7) ?? '';
      const subject = subjects.get(id);
      const likeness = isSure || subject === undefined ? '' : likenessOf(task, why, texts.get(id));
      const by =
        commit === null
          ? why
          : `${id}${subject === undefined ? `; ${why}` : `: ${line(subject, `git show ${id}`, 72)}`}${line(likeness, 'dk board', 120)}`;
      return `${line(state, 'dk board', 20)} ${names.title(task)} (${by})`;
    }),
    ...(told.length > mostTold ? [`(and ${told.length - mostTold} more: \`dk board\`)`] : []),
  ];
}

const mostWords = 4;

/** What makes a commit look like a task that only may be done: whoever reads it can judge for themselves how much that is. */
function likenessOf(task: string, why: string, text: string | undefined): string {
  if (why.startsWith('it names #') || why.startsWith('it closes #')) return `; ${why}`;
  const words = text === undefined ? [] : sharedWords(task, text);
  // Who reads the same words twice sees that they are the same.
  if (words.length > 1 && words.length === sharedWords(task, task).length) return '';
  if (words.length > 0)
    return `; words in common: ${words
      .slice(0, mostWords)
      .map((word) => `"${word}"`)
      .join(', ')}`;
  return text === undefined ? '' : '; in common: its files, or what was asked for before it';
}
