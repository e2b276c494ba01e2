// What an agent without a model tells a memory program: each note as one thing, about what stands behind its first "the".

/** What a note is about: `The mill road shop deck oven runs at …` is about the mill road shop deck oven. */
export function topicIn(text: string): string {
  const [, found = ''] = /\bthe ((?:[\p{L}\p{N}'-]+ ?){1,7})/iu.exec(text) ?? [];
  const words = found.trim().split(' ');
  const end = words.findIndex((word) => verbs.has(word.toLowerCase()));
  const topic = (end === -1 ? words : words.slice(0, end)).join(' ');
  return topic === '' ? 'day' : topic;
}

const verbs: ReadonlySet<string> = new Set(
  'is are was has comes came runs listens answers gives waits costs stands starts stays should on at for from in over again some to with delivers looks'.split(
    ' ',
  ),
);

/** The words of a question that say what is asked for. */
export function wordsAsked(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}'-]{3,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !plain.has(word));
}

const plain: ReadonlySet<string> = new Set(
  'the what which when where who whom how does did should after before about for with from here there get call find use much long are our'.split(
    ' ',
  ),
);
