// Why something was done, as far as a commit says so below its subject.
import { readsLikeOrder } from '../guard/guard.ts';
import type { LoggedCommit } from '../world/world.ts';

const speaksOfWhy =
  /^so\b|\b(?:because|since|so that|otherwise|instead of|in order to|to avoid|to prevent|would|could(?:n't)?|can't|cannot|cant|too (?:many|much|slow|long)|causing|caused|causes|broke|breaks|buggy|wrong|slow|faster|needs?|prevented|eliminates?|not implemented|don't|doesn't)\b/iu;
const longestReason = 150;

/**
 * One sentence that gives a reason, in the commit's own words; undefined if there is none, or if it names something: a tale takes names
 * from what was gathered, and a reason is only prose.
 */
export function reasonOf({ body, subject }: Pick<LoggedCommit, 'body' | 'subject'>): string | undefined {
  if (/^(?:merge|revert)\b/iu.test(subject)) return undefined;
  const paragraph = body.trim().split(/\n\s*\n/u)[0] ?? '';
  const lines = paragraph.split('\n').map((line) => line.trim());
  const text = lines.join(' ').replace(/\s+/gu, ' ');
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(text)?.[0];
  // A line without an end may have been cut somewhere; a short one stands for itself.
  const said = sentence ?? (lines.length === 1 && text.length < 70 ? text : undefined);
  if (said === undefined || said.length > longestReason || said.split(' ').length < 5) return undefined;
  const isProse = !/[`"“#@<>*{}[\]|\\]|:\/\/|\w\/\w|\w\.\w|\b[0-9a-f]{7,}\b|^[-–•]|\.\.$|\b(?:I'm|I|my)\b/u.test(said);
  const isWhole = !/(?:^|\s)(?:a|an|the|and|or|of|to|for|in|on|at|by|with|from|as|that|which|specified)$/iu.test(said);
  return isProse && isWhole && speaksOfWhy.test(said) && !readsLikeOrder(said)
    ? said.replace(/[.!?]$/u, '')
    : undefined;
}
