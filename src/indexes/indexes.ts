// Large folders that were read before: built, brought up to date, asked, and told how stale they are.

export { type IndexQuery, recallIndexed } from './ask.ts';
export { type BuildRequest, type Built, buildIndex } from './build.ts';
export { indexNamed, isIndexName } from './name.ts';
export { type Staleness, staleness } from './stale.ts';
