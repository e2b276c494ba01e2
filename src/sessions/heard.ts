// What strangers say in a session: every text in an answer, whatever its shape.
import type { HarnessEvent } from './event.ts';

/** More of one answer is not looked at. */
const most = 400_000;

export function heardIn(answer: unknown): HarnessEvent[] {
  const text = textsIn(answer, 0).join('\n').slice(0, most);
  return text.trim() === '' ? [] : [{ kind: 'heard', text }];
}

function textsIn(answer: unknown, depth: number): string[] {
  if (typeof answer === 'string') return [answer];
  if (depth > 8 || typeof answer !== 'object' || answer === null) return [];
  return Object.values(answer).flatMap((each) => textsIn(each, depth + 1));
}
