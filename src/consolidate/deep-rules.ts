// Priorities and diary without a model: the newest priorities and demands, and what the last dreams said.
import { readsLikeOrder } from '../guard/guard.ts';
import type { DreamEntryLine, Observation } from '../observations/observations.ts';
import { counted, matchKey, oneLine } from '../text/text.ts';

/** As the design has it: three to five. */
export const priorityLines = { least: 3, most: 5 } as const;

/** They are always true, and stand where nothing better is known. */
const usual = [
  'Read MESSAGES.md and the board before anything else.',
  'Finish what is in flight.',
  'Commit what is done.',
];

/** Three to five lines. `said` comes first, as far as it is distinct; the rest is filled by rules. */
export function prioritiesFrom(
  said: readonly string[],
  dreams: readonly DreamEntryLine[],
  observations: readonly Observation[],
): string[] {
  const last = dreams.slice(-5).toReversed();
  const red = observations.filter(({ level }) => level === 'RED').toReversed();
  const rules = [
    ...last.slice(0, 1).map(({ priority }) => priority),
    ...red.slice(0, 3).map(({ fact }) => `Keep in mind: ${fact}`),
    ...last.slice(1).map(({ priority }) => priority),
  ].filter((line) => !readsLikeOrder(line));
  const taken = new Map<string, string>();
  const take = (lines: readonly string[], most: number): void => {
    for (const line of lines) {
      const text = oneLine(line, 240);
      if (text !== '' && taken.size < most && !taken.has(matchKey(text).key)) taken.set(matchKey(text).key, text);
    }
  };
  take(said, priorityLines.most);
  if (taken.size < priorityLines.least) take(rules, said.length > 0 ? priorityLines.least : priorityLines.most);
  take(usual, priorityLines.least);
  return [...taken.values()];
}

export function printPriorities(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `- ${line}\n`).join(''));
}

/** What the last three dreams said. */
export function diaryFrom(dreams: readonly DreamEntryLine[], gone: number): string[] {
  const last = dreams.slice(-3);
  const actions = last.reduce((sum, each) => sum + each.actions, 0);
  return [
    `${counted(last.length, 'consolidation')} of ${counted(actions, 'action')}; ${counted(gone, 'observation')} went into the archive.`,
    ...last.map(({ t, reflection }) => `${t.slice(0, 16).replace('T', ' ')}: ${oneLine(reflection, 600)}`),
  ];
}

/** A section of its own at the end, with the time; every byte that stood there stays. */
export function withDiary(content: Uint8Array | undefined, time: string, lines: readonly string[]): Uint8Array {
  const bytes = Buffer.from(content ?? '# Diary\n');
  const open = bytes.length === 0 || bytes.at(-1) === 0x0a ? '' : '\n';
  const title = `## ${time.slice(0, 16).replace('T', ' ')}`;
  return Buffer.concat([bytes, Buffer.from(`${open}\n${title}\n\n${lines.join('\n\n')}\n`)]);
}
