// Words that say little about what is asked for. They count, but less.

export const stopWords: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being between both but by can cannot could did do does
  doing done down during each few for from further get gets got had has have having he her here hers him his how i if in into is it its
  just let like me more most my no nor not now of off on once only or other our out over own please same she should so some such than
  that the their them then there these they this those through to too under until up upon us very was we were what when where which
  while who whom whose why will with would you your yours don didn doesn isn wasn aren won couldn wouldn shouldn haven hasn hadn ll ve
  re tell know say said`.split(/\s+/u),
);
