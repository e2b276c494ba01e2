// How much each thing counts, as measured on sets of questions with known answers (`npm run bench:recall-quality`).

export const weigh = {
  /** What a word of a question counts that says little, and what the parts of an identifier count beside the whole. */
  little: 0.3,
  part: 0.5,
  /** How soon a word that comes again adds nothing, and how much a long chunk loses. */
  saturation: 0.6,
  length: 0.25,
  /** What a word counts that is only near to one of the question. */
  soft: 0.9,
  /** What a word counts that stands in the chunk before, after, two before or two after. No word counts twice. */
  before: 0.6,
  after: 0.4,
  before2: 0.35,
  after2: 0.25,
  /** The same for the heading above a chunk, for those above that one, and for the path of the file. */
  heading: 0.5,
  ancestor: 0.3,
  path: 0.4,
  /** What is left for a heading that has no text of its own, but others below it. */
  bare: 0.6,
  /** Added for a word that stands anywhere in the file. */
  file: 0.15,
  /** Added for somebody who speaks and is named in the question. */
  speaker: 1,
  /** Added for a time where "when" is asked, for a number where "how many" is. */
  cue: 1,
  /** What only asks is seldom the answer. */
  question: -0.3,
  /** Added for the newest of the files that have a day in their name; half of it for one that is so many days older. */
  recent: 0.15,
  recentDays: 30,
  /** Added for a file of a day that the question names. */
  day: 1,
  /** What words count that the best pieces have in common, when they are looked at again. */
  again: 0.2,
  /** Nothing is found below this share of what the question's words are worth. */
  floor: 0.1,
} as const;
