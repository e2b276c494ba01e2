// Words that may come and go without changing what is said, and words that say the same. Whatever is in neither list has to stay.

const listed = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** They say nothing by themselves. What says when, how often, how sure or whether at all is not among them. */
export const fillers: ReadonlySet<string> = new Set(
  listed(`
    a an the this that these those it its they them their we us our i my me he she his her him you your who which what
    is are am be been being isn do does doing has have having 's there here also just very really quite simply basically
    actually please note remember that's as such so then thus hence therefore own itself themselves and well
    should must shall will would need needs needed one each every any lives live lie lies stand stands sits
    resides located found kept gets get goes go happens happen takes take place always
  `),
);

/** They bind what follows to what came before; which of them is used is a matter of style, what they bind is not. */
export const links: ReadonlySet<string> = new Set(
  listed('of in on at for by with to from into onto within inside via through as per towards toward upon'),
);

/** The same, and none of them may be missing. */
export const firmLinks: ReadonlySet<string> = new Set(
  listed(`
    before after since until till above below over under without against between except unless if than when while
    because instead only but although though despite during around near behind beyond besides outside versus vs
  `),
);

export const negations: ReadonlySet<string> = new Set(listed('not never no none nor neither cannot'));

/** Each line is one thing, under the first of its words. */
const groups = `
  prefer like favour favor
  use employ utilise utilize
  run execute
  begin start commence
  end finish
  call name title
  whatever everything anything all
  colour color
  need require
  change modify edit
  remove delete
  create make
  show display
  choose pick select
  fix repair mend
  build compile
  store save
  error failure
  people person
  approximately roughly about circa
  big large
  quick fast
  till until
  doc documentation document
  repo repository
  config configuration setting
  db database
  env environment
  app application
  info information
  folder directory
  param parameter argument
  max maximum
  min minimum
  auth authentication
  dev development
  prod production
  tz timezone
  pr pull-request
  say state tell
  mail email
  answer reply response
  purchase buy
  week weekly
  day daily
  night nightly
  hour hourly
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

/** "French customers" and "customers in France". */
const nations = `
  france:french germany:german japan:japanese italy:italian spain:spanish england:english britain:british china:chinese
  poland:polish sweden:swedish norway:norwegian denmark:danish finland:finnish portugal:portuguese greece:greek
  turkey:turkish russia:russian ukraine:ukrainian india:indian america:american canada:canadian mexico:mexican
  brazil:brazilian australia:australian austria:austrian switzerland:swiss netherlands:dutch belgium:belgian
  ireland:irish scotland:scottish hungary:hungarian korea:korean vietnam:vietnamese egypt:egyptian
`;
export const nationOf: ReadonlyMap<string, string> = new Map(
  listed(nations)
    .map((pair) => pair.split(':') as [string, string])
    .map(([nation, people]) => [people, nation]),
);
