// One file per verb: a value in, a value out; every door calls these.
import { later } from './later.ts';

export { askedActs, nightActs, smallestBudget, usualBudget } from '../config/config.ts';
export type { ServiceWritten } from '../install/install.ts';
export type { KeeperEvent } from '../keeper/keeper.ts';
export type { KeepRequest, ServiceRequest } from './keep.ts';
export type { Ran, RunRequest } from './run.ts';
export type { PromptRequest, SleepRequest, Slept } from './sleep.ts';
export type { Status } from './status.ts';
export type { Ticked, TickRequest } from './tick.ts';
export type { WakeRequest, Woken } from './wake.ts';

export const keep = later(async () => (await import('./keep.ts')).keep);
export const keepService = later(async () => (await import('./keep.ts')).keepService);
export const run = later(async () => (await import('./run.ts')).run);
export const sleep = later(async () => (await import('./sleep.ts')).sleep);
export const sleepInput = later(async () => (await import('./sleep.ts')).sleepInput);
export const sleepPrompt = later(async () => (await import('./sleep.ts')).sleepPrompt);
export const status = later(async () => (await import('./status.ts')).status);
export const tick = later(async () => (await import('./tick.ts')).tick);
export const wake = later(async () => (await import('./wake.ts')).wake);
