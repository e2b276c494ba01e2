// Leases, intents, signals, and indexes of large folders.
export { corporaIn, noCorpora } from './corpora.ts';
export type {
  Corpora,
  CorpusAbout,
  CorpusChunk,
  CorpusDraft,
  CorpusFile,
  CorpusReader,
  CorpusSize,
  NewChunk,
} from './corpus-types.ts';
export { type Held, tryLock } from './lock.ts';
export { lookingDatabases } from './looking.ts';
export { type PrivateDatabases, privateDatabases } from './private-databases.ts';
export { openStore } from './sqlite-store.ts';
export type {
  CallCost,
  Ended,
  Ending,
  Holder,
  KeptCall,
  KeptMessage,
  LeaseRef,
  OutboxItem,
  RecallEvent,
  Sealing,
  Store,
  Unfinished,
  WaitingItem,
  WaitingMessage,
} from './store-types.ts';
export { folderElsewhere } from './where.ts';
