// Find by meaning in the files as they are now, with no stored index.
export { answeringOf } from './answering.ts';
export { answersFirst, answersIn } from './answers-first.ts';
export { byVectorsToo, dot, type EmbedderUse, fused, whyNot } from './by-vectors.ts';
export { allChunks, type FoundChunk, findIn, type GivenFile } from './find.ts';
export { headlineOf } from './headline.ts';
export { ignoredBy, largestIgnoreFile, patternsIn } from './ignored.ts';
export { meaningBy } from './meaning.ts';
export { type Neighbours, neighboursIn, noNeighbours } from './neighbours.ts';
export { type Answer, type Asker, recallBy, type TellingHit } from './recall-by.ts';
export type { Hit, IndexTold, Recalled, RecallQuery } from './recall-home.ts';
export { sharingWith } from './sharing.ts';
export { cleanText, snippetIn } from './snippet.ts';
export { isElses, isNoise, isSeen } from './sources.ts';
export { stopWords } from './stop-words.ts';
export { withoutOrders } from './without-orders.ts';
export { partsOf, stemsOf } from './words.ts';
