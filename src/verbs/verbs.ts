// One file per verb: a value in, a value out; every door calls these.
import { later } from './later.ts';

export {
  askedActs,
  nightActs,
  presets,
  smallestBudget,
  usualBudget,
} from '../config/config.ts';
export type { Diagnosis } from '../doctor/doctor.ts';
export type { ListedNight, ShownChange, Verified, Why } from '../history/history.ts';
export type { ServiceWritten } from '../install/install.ts';
export type { KeeperEvent } from '../keeper/keeper.ts';
export type { StepRecord, StepReport } from '../steps/steps.ts';
export type { BoardRequest, ListedBoard, NextTask } from './board.ts';
export type { Added, AddRequest, Logged, LogRequest, Moved, MoveRequest } from './board-change.ts';
export type { DoctorRequest } from './doctor.ts';
export type { Founded, InitRequest } from './init.ts';
export type { Dream, JournalRequest, ListRequest, ReadDream } from './journal.ts';
export type { KeepRequest, ServiceRequest } from './keep.ts';
export type { Landed } from './landed.ts';
export type { Verb } from './later.ts';
export type { LifecycleLint, LifecycleShown, LifecycleWritten } from './lifecycle.ts';
export { type LineChange, lineChanges } from './line-changes.ts';
export type { Memory, MemoryRequest } from './memory.ts';
export type { Models } from './models.ts';
export type { NightRequest, Nights, NightsRequest } from './nights.ts';
export type { OffRequest, Switched, SwitchRequest } from './off.ts';
export type { ShownTask } from './read-board.ts';
export type { RecordRequest, RunRecorder } from './record.ts';
export type { Remembered, RememberRequest } from './remember.ts';
export type { Ran, RunRequest } from './run.ts';
export type { PromptRequest, SleepRequest, Slept } from './sleep.ts';
export type { Status } from './status.ts';
export type { Steps, StepsRequest } from './steps.ts';
export type { TestedModel, TestRequest } from './test-model.ts';
export type { Ticked, TickRequest } from './tick.ts';
export type { Undone, UndoRequest } from './undo.ts';
export type { UsedModel, UseRequest } from './use-model.ts';
export type { WakeRequest, Woken } from './wake.ts';
export type { WhyRequest } from './why.ts';

export const board = later(async () => (await import('./board.ts')).board);
export const boardAdd = later(async () => (await import('./board-change.ts')).boardAdd);
export const boardLint = later(async () => (await import('./board.ts')).boardLint);
export const boardLog = later(async () => (await import('./board-change.ts')).boardLog);
export const boardMove = later(async () => (await import('./board-change.ts')).boardMove);
export const boardNext = later(async () => (await import('./board.ts')).boardNext);
export const daydreams = later(async () => (await import('./journal.ts')).daydreams);
export const doctor = later(async () => (await import('./doctor.ts')).doctor);
export const init = later(async () => (await import('./init.ts')).init);
export const journal = later(async () => (await import('./journal.ts')).journal);
export const journalList = later(async () => (await import('./journal.ts')).journalList);
export const keep = later(async () => (await import('./keep.ts')).keep);
export const keepService = later(async () => (await import('./keep.ts')).keepService);
export const lifecycleInit = later(async () => (await import('./lifecycle.ts')).lifecycleInit);
export const lifecycleLint = later(async () => (await import('./lifecycle.ts')).lifecycleLint);
export const lifecycleShow = later(async () => (await import('./lifecycle.ts')).lifecycleShow);
export const memory = later(async () => (await import('./memory.ts')).memory);
export const models = later(async () => (await import('./models.ts')).models);
export const night = later(async () => (await import('./nights.ts')).night);
export const nights = later(async () => (await import('./nights.ts')).nights);
export const off = later(async () => (await import('./off.ts')).off);
export const on = later(async () => (await import('./off.ts')).on);
export const record = later(async () => (await import('./record.ts')).record);
export const remember = later(async () => (await import('./remember.ts')).remember);
export const run = later(async () => (await import('./run.ts')).run);
export const sessions = later(async () => (await import('./nights.ts')).sessions);
export const sleep = later(async () => (await import('./sleep.ts')).sleep);
export const sleepInput = later(async () => (await import('./sleep.ts')).sleepInput);
export const sleepPrompt = later(async () => (await import('./sleep.ts')).sleepPrompt);
export const status = later(async () => (await import('./status.ts')).status);
export const steps = later(async () => (await import('./steps.ts')).steps);
export const testModel = later(async () => (await import('./test-model.ts')).testModel);
export const tick = later(async () => (await import('./tick.ts')).tick);
export const undo = later(async () => (await import('./undo.ts')).undo);
export const useModel = later(async () => (await import('./use-model.ts')).useModel);
export const verify = later(async () => (await import('./nights.ts')).verify);
export const wake = later(async () => (await import('./wake.ts')).wake);
export const why = later(async () => (await import('./why.ts')).why);
