// Find by meaning in the files as they are now, with no stored index.
export { allChunks, type FoundChunk, findIn, type GivenFile } from './find.ts';
export { type Neighbours, neighboursIn, noNeighbours } from './neighbours.ts';
export { type Hit, type Recalled, type RecallQuery, recallIn } from './recall-home.ts';
