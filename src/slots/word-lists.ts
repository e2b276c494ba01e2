// Words that may come and go without changing what is said, and words that say the same. Whatever is in neither list has to stay.

export const listed = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** They say nothing by themselves. What says when, how often, who, how sure or whether at all is not among them. */
export const fillers: ReadonlySet<string> = new Set(listed('a an the is are am isn its please'));

/** They bind what follows to what came before; which of them is used is a matter of style, what they bind is not. */
export const links: ReadonlySet<string> = new Set(
  listed(
    'of in on at for by with to from into onto within inside via through as per towards toward upon off out up down',
  ),
);

/** The same, and none of them may be missing. */
export const firmLinks: ReadonlySet<string> = new Set(
  listed(`
    before after since until till above below over under without against between except unless if than when while
    because instead only but although though despite during around near behind beyond besides outside versus vs
  `),
);

export const negations: ReadonlySet<string> = new Set(listed('not never no none nor neither cannot'));

/** Of the words below, those that only say another person of the verb with an "s". */
export const verbs: ReadonlySet<string> = new Set(listed('prefer run begin have need'));

/** Each line is one thing, under the first of its words. */
const groups = `
  prefer like favour favor
  run execute
  begin start commence
  whatever everything
  each every
  have has
  must shall
  colour color
  need require
  people person
  approximately roughly about circa
  big large
  till until
  doc docs documentation document
  repo repository
  config configuration setting
  db database
  env environment
  app application
  folder directory
  param parameter argument
  max maximum
  min minimum
  auth authentication
  dev development
  prod production
  tz timezone
  pr pull-request
  thu thursday thurs
  mon monday
  tue tuesday tues
  wed wednesday
  fri friday
  sat saturday
  sun sunday
`;

const byWord: ReadonlyMap<string, string> = new Map(
  groups
    .trim()
    .split('\n')
    .map(listed)
    .flatMap(([first = '', ...others]) => [first, ...others].map((word) => [word, first] as const)),
);

/** The word that stands for all that say the same. */
export const standsFor = (word: string): string => byWord.get(word) ?? word;
