// What a message says: its subject, the rest, and the ids in its trailers, as git reads them.
import { refused } from './refused.ts';

export function subjectAndBody(message: string): { readonly subject: string; readonly body: string } {
  const [, first = '', body = ''] = /^([^\n]*(?:\n[^\n]+)*)\n*([\s\S]*)$/u.exec(message) ?? [];
  return { subject: first.replace(/\n/gu, ' '), body };
}

/** The values of all `Dream-Id` trailers, as git prints them: in the last paragraph, if it has nothing but trailers. */
export function dreamIds(message: string): string {
  const paragraphs = message.trimEnd().split(/\n{2,}/u);
  const last = paragraphs.length < 2 ? [] : (paragraphs.at(-1) ?? '').split('\n');
  const isTrailer = (line: string): boolean => /^[A-Za-z0-9-]+: /u.test(line);
  const ids = last.flatMap((line) => /^Dream-Id: (.*)$/iu.exec(line)?.[1]?.trim() ?? []);
  if (ids.length > 0 && !last.every(isTrailer)) refused('tell trailers from text in one paragraph');
  return ids.join(' ');
}

/** The one id; undefined if there is none, or more than one. */
export function idIn(message: string): string | undefined {
  return /^[a-z]-[a-z2-7]{10}$/u.exec(dreamIds(message))?.[0];
}
