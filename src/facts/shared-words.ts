// Which words of a task are in a piece of work: so that whoever is told of a likeness can see what it rests on.
import { topicOf } from './topic-words.ts';

/**
 * The words of a title, as they stand in it, that a text has in some form, each once. Words of any work ("add", "test") are named only where
 * there is no other.
 */
export function sharedWords(title: string, text: string): string[] {
  const said = topicOf(text);
  const shared = new Map<string, { readonly word: string; readonly weight: number }>();
  for (const word of title.match(/[\p{L}\p{N}](?:[\p{L}\p{N}_'.-]*[\p{L}\p{N}])?/gu) ?? [])
    for (const [stem, weight] of topicOf(word))
      if (said.has(stem) && !shared.has(stem)) shared.set(stem, { word, weight });
  const found = [...shared.values()];
  const telling = found.filter(({ weight }) => weight >= 1);
  return [...new Set((telling.length > 0 ? telling : found).map(({ word }) => word))];
}
