// What a note is about: a few of its words, names and compounds first, so that a question in other words may still find it.

/** Words that say nothing about what a text is about. */
const stop: ReadonlySet<string> = new Set(
  `
    about after again all also always and any are because been before being but can could did does done down each else
    ever every few for from get got had has have her here him his how into its just keep know less like made make many
    may more most much must need never new not now off old once only other our out over own per should since some still
    such than that the their them then there these they this those through too under until upon use used uses using very
    was way were what when where which while who whose why will with without would yet you your
  `
    .trim()
    .split(/\s+/u),
);

const mostConcepts = 8;

/** In lower case, each once; the same text has the same ones. Numbers and dates are none. */
export function conceptsIn(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const compounds = plain.match(/[\p{L}\p{N}]+(?:[._/-]+[\p{L}\p{N}]+)+/gu) ?? [];
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set([...compounds, ...words].filter(isTelling))].slice(0, mostConcepts);
}

function isTelling(word: string): boolean {
  const length = [...word].length;
  const least = /^\p{Script=Han}+$/u.test(word) ? 2 : 3;
  return length >= least && length <= 32 && /\p{L}/u.test(word) && !stop.has(word);
}
