// A dream printed: six headings, safe text, nothing that reads as something else.
import { escapeOrg, wholePhrase, wholeWords } from '../text/text.ts';
import { printCarry } from './carry.ts';
import { type DreamEntry, normalEntry } from './entry.ts';

/** Prints an entry. `parseEntry` gives the same typed data back. */
export function printEntry(given: DreamEntry): string {
  const entry = normalEntry(given);
  const { header } = entry;
  const dashes = (items: readonly string[]): string[] => items.map((item) => `- ${item}`);
  const project = [header.branch ?? '(no branch)', header.head ?? ''].join(' ').trim();
  return [
    `#+TITLE: rem${header.time === null ? '' : ` — ${header.time.slice(0, 10)} ${header.time.slice(11, 16)} UTC`}`,
    `#+MODEL: ${header.model}`,
    ...(header.id === null ? [] : [`#+DREAM: ${header.id}`]),
    ...(header.agent === null ? [] : [`#+AGENT: ${header.agent}`]),
    ...(header.branch === null && header.head === null ? [] : [`#+PROJECT: ${project}`]),
    '',
    '* tale',
    escapeOrg(entry.tale),
    '* goals',
    ...dashes(entry.goals),
    '* blue sky',
    ...dashes(entry.blueSky),
    '* fears',
    ...dashes(entry.fears),
    '* verdicts',
    ...dashes(entry.verdicts),
    '* carry',
    ...printCarry(entry.carry),
    '',
  ].join('\n');
}

/** More of a tale does not fit into a subject. */
export const longestSubject = 60;

/** The subject of a dream's commit: the tale's first sentence, or as much of it as is a whole phrase within 60 characters. */
export function subjectOf(tale: string): string {
  const first = tale.split('\n')[0] ?? '';
  // A dot inside a name or number ends no sentence.
  const sentence = (/^.*?[.!?](?=\s|$)/u.exec(first)?.[0] ?? first).replace(/[.!?]$/u, '');
  const fitting = wholePhrase(sentence, longestSubject) ?? cutShort(sentence);
  return `rem: ${fitting.replace(/[\s,;:—–-]+$/u, '') || 'a quiet cycle'}`;
}

/** Where no phrase ends in time, one sees that something is missing. */
function cutShort(sentence: string): string {
  const words = wholeWords(sentence, longestSubject - 2);
  return words === '' ? '' : `${words} …`;
}
