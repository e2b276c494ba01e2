// Leases, intents, signals.
export { type Held, tryLock } from './lock.ts';
