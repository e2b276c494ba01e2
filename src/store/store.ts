// Leases, intents, signals.
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
  LeaseRef,
  OutboxItem,
  Sealing,
  Store,
  Unfinished,
  WaitingItem,
} from './store-types.ts';
export { folderElsewhere } from './where.ts';
