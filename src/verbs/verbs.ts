// One file per verb: a value in, a value out; every door calls these.
import { later } from './later.ts';

export { askedActs, nightActs, presets, smallestBudget, usualBudget } from '../config/config.ts';
export type { Diagnosis } from '../doctor/doctor.ts';
export type { ListedNight, ShownChange, Verified, Why } from '../history/history.ts';
export type { Built } from '../indexes/indexes.ts';
export type { HarnessHere, ServiceWritten } from '../install/install.ts';
export type { KeeperEvent } from '../keeper/keeper.ts';
export type { Answer as Recalled, EmbedderUse, IndexTold, TellingHit as Hit } from '../recall/recall.ts';
export type { Morning, Week } from '../report/report.ts';
export type { StepRecord, StepReport } from '../steps/steps.ts';
export type { Explained } from '../sweep/sweep.ts';
export type { Active } from './activity.ts';
export type {
  Adopted,
  AdoptedEntry,
  AdoptRequest,
  FoundLayout,
  PlannedAdoption,
  UsualPlace,
  UsualPlaces,
} from './adopt.ts';
export type { BoardRequest, ListedBoard, NextTask, ShownPlan } from './board.ts';
export type { Added, AddRequest, Logged, LogRequest, Moved, MoveRequest } from './board-change.ts';
export type { DoneRequest, Finished } from './board-done.ts';
export type { DoctorRequest } from './doctor.ts';
export type { ExplainRequest } from './explain-sweep.ts';
export type { ShownMemory } from './find-memory.ts';
export type { FirstNight, KeptPast } from './first-night.ts';
export type { ForAgents } from './for-agents.ts';
export type { HandOverRequest, ListedHandOver, ShownHandOver } from './handed-over.ts';
export type { IndexAddRequest, IndexRequest, ListedIndex, ListedIndexes } from './indexes.ts';
export type { Founded, InitRequest } from './init.ts';
export type { DoInstall, FindRequest, Installed, InstallRequest, PlannedInstall } from './install.ts';
export type { Dream, JournalRequest, ListRequest, ReadDream } from './journal.ts';
export type { KeepRequest, ServiceRequest } from './keep.ts';
export type { Landed } from './landed.ts';
export type { Verb } from './later.ts';
export type { LifecycleLint, LifecycleShown, LifecycleWritten } from './lifecycle.ts';
export type { LineChange } from './line-changes.ts';
export type { ClientRequest, HomeMarks, McpToken } from './mcp.ts';
export type { Memory, MemoryRequest } from './memory.ts';
export type { ChangedMemory, MemoryChangeRequest, PinnedMemory } from './memory-change.ts';
export type { ListedMemories, MemoryListRequest, MemoryShowRequest, ShownInFull } from './memory-list.ts';
export type { MemoryUpdate, Prefetched, ReadMemory, Synced } from './memory-provider.ts';
export type { RestoredMemory } from './memory-restore.ts';
export type { Given, WhoseRequest } from './memory-whose.ts';
export type { KeptWords, MessageRequest, TakenWords, TakeRequest } from './message.ts';
export type { Metrics } from './metrics.ts';
export type { Models } from './models.ts';
export type { MyStats } from './my-stats.ts';
export type { Napped, NapRequest } from './nap.ts';
export type { NightRequest, Nights, NightsRequest, ProveRequest } from './nights.ts';
export type { OffRequest, Switched, SwitchRequest } from './off.ts';
export type { Pending, PendingItem, PendingRequest, Reviewed } from './pending.ts';
export type { ShownTask } from './read-board.ts';
export type { RecallRequest } from './recall.ts';
export type { RecordRequest, RunRecorder } from './record.ts';
export type { RehearseRequest } from './rehearse.ts';
export type { Remembered, RememberRequest } from './remember.ts';
export type { PageRequest, ReportPage, ReportRequest } from './report.ts';
export type { Ran, RunRequest } from './run.ts';
export type { PromptRequest, SleepRequest, Slept } from './sleep.ts';
export type {
  AgentSleeper,
  EndedStep,
  SaidByAgent,
  SleepDue,
  SleepEnded,
  SleeperEvent,
  SleeperRequest,
  SleepWish,
} from './sleeper-types.ts';
export type { Status } from './status.ts';
export type { Steps, StepsRequest } from './steps.ts';
export type { Dismissed, DismissRequest } from './steps-dismiss.ts';
export type { TestedModel, TestRequest } from './test-model.ts';
export type { Ticked, TickRequest } from './tick.ts';
export type { TimesRecalled } from './times-recalled.ts';
export type { Undone, UndoRequest } from './undo.ts';
export type { DoUninstall, Uninstalled, UninstallRequest } from './uninstall.ts';
export type { UsedModel, UseRequest } from './use-model.ts';
export type { ToolRequest, UsedTool } from './use-tool.ts';
export type { WakeRequest, Woken } from './wake.ts';
export type { WhyRequest } from './why.ts';

export const activity = later(async () => (await import('./activity.ts')).activity);
export const adopt = later(async () => (await import('./adopt.ts')).adopt);
export const adoptPlaces = later(async () => (await import('./adopt.ts')).adoptPlaces);
export const board = later(async () => (await import('./board.ts')).board);
export const boardAdd = later(async () => (await import('./board-change.ts')).boardAdd);
export const boardDone = later(async () => (await import('./board-done.ts')).boardDone);
export const boardLint = later(async () => (await import('./board.ts')).boardLint);
export const boardLog = later(async () => (await import('./board-change.ts')).boardLog);
export const boardMove = later(async () => (await import('./board-change.ts')).boardMove);
export const boardNext = later(async () => (await import('./board.ts')).boardNext);
export const daydreams = later(async () => (await import('./journal.ts')).daydreams);
export const doctor = later(async () => (await import('./doctor.ts')).doctor);
export const forAgents = later(async () => (await import('./for-agents.ts')).forAgents);
export const homeMarks = later(async () => (await import('./mcp.ts')).homeMarks);
export const indexAdd = later(async () => (await import('./indexes.ts')).indexAdd);
export const indexList = later(async () => (await import('./indexes.ts')).indexList);
export const indexRemove = later(async () => (await import('./indexes.ts')).indexRemove);
export const indexUpdate = later(async () => (await import('./indexes.ts')).indexUpdate);
export const init = later(async () => (await import('./init.ts')).init);
export const findHarnesses = later(async () => (await import('./install.ts')).findHarnesses);
export const install = later(async () => (await import('./install.ts')).install);
export const journal = later(async () => (await import('./journal.ts')).journal);
export const journalList = later(async () => (await import('./journal.ts')).journalList);
export const keep = later(async () => (await import('./keep.ts')).keep);
export const keepService = later(async () => (await import('./keep.ts')).keepService);
export const lifecycleInit = later(async () => (await import('./lifecycle.ts')).lifecycleInit);
export const lifecycleLint = later(async () => (await import('./lifecycle.ts')).lifecycleLint);
export const lifecycleShow = later(async () => (await import('./lifecycle.ts')).lifecycleShow);
export const mcpAllows = later(async () => (await import('./mcp.ts')).mcpAllows);
export const mcpConfig = later(async () => (await import('./mcp.ts')).mcpConfig);
export const mcpToken = later(async () => (await import('./mcp.ts')).mcpToken);
export const memory = later(async () => (await import('./memory.ts')).memory);
export const memoryForget = later(async () => (await import('./memory-change.ts')).memoryForget);
export const memoryList = later(async () => (await import('./memory-list.ts')).memoryList);
export const memoryPin = later(async () => (await import('./memory-change.ts')).memoryPin);
export const memoryPrefetch = later(async () => (await import('./memory-provider.ts')).memoryPrefetch);
export const memoryRead = later(async () => (await import('./memory-provider.ts')).memoryRead);
export const memoryRestore = later(async () => (await import('./memory-restore.ts')).memoryRestore);
export const memorySearch = later(async () => (await import('./memory-provider.ts')).memorySearch);
export const memoryShow = later(async () => (await import('./memory-list.ts')).memoryShow);
export const memorySync = later(async () => (await import('./memory-provider.ts')).memorySync);
export const memoryUnpin = later(async () => (await import('./memory-change.ts')).memoryUnpin);
export const memoryWhose = later(async () => (await import('./memory-whose.ts')).memoryWhose);
export const message = later(async () => (await import('./message.ts')).message);
export const messages = later(async () => (await import('./message.ts')).messages);
export const metrics = later(async () => (await import('./metrics.ts')).metrics);
export const models = later(async () => (await import('./models.ts')).models);
export const myStats = later(async () => (await import('./my-stats.ts')).myStats);
export const nap = later(async () => (await import('./nap.ts')).nap);
export const pending = later(async () => (await import('./pending.ts')).pending);
export const pendingApprove = later(async () => (await import('./pending.ts')).pendingApprove);
export const pendingReject = later(async () => (await import('./pending.ts')).pendingReject);
export const night = later(async () => (await import('./nights.ts')).night);
export const nights = later(async () => (await import('./nights.ts')).nights);
export const openSleeper = later(async () => (await import('./open-sleeper.ts')).openSleeper);
export const off = later(async () => (await import('./off.ts')).off);
export const on = later(async () => (await import('./off.ts')).on);
export const planInstall = later(async () => (await import('./install.ts')).planInstall);
export const planUninstall = later(async () => (await import('./uninstall.ts')).planUninstall);
export const recall = later(async () => (await import('./recall.ts')).recall);
export const recallText = later(async () => (await import('./recall.ts')).recallText);
export const record = later(async () => (await import('./record.ts')).record);
export const rehearse = later(async () => (await import('./rehearse.ts')).rehearse);
export const remember = later(async () => (await import('./remember.ts')).remember);
export const report = later(async () => (await import('./report.ts')).report);
export const reportPage = later(async () => (await import('./report.ts')).reportPage);
export const reportWeek = later(async () => (await import('./report.ts')).reportWeek);
export const run = later(async () => (await import('./run.ts')).run);
export const sessions = later(async () => (await import('./nights.ts')).sessions);
export const sleep = later(async () => (await import('./sleep.ts')).sleep);
export const sleepExplain = later(async () => (await import('./explain-sweep.ts')).sleepExplain);
export const sleepInput = later(async () => (await import('./sleep.ts')).sleepInput);
export const sleepPrompt = later(async () => (await import('./sleep.ts')).sleepPrompt);
export const status = later(async () => (await import('./status.ts')).status);
export const steps = later(async () => (await import('./steps.ts')).steps);
export const stepsDismiss = later(async () => (await import('./steps-dismiss.ts')).dismiss);
export const testModel = later(async () => (await import('./test-model.ts')).testModel);
export const tick = later(async () => (await import('./tick.ts')).tick);
export const toolWords = later(async () => (await import('./use-tool.ts')).toolWords);
export const undo = later(async () => (await import('./undo.ts')).undo);
export const uninstall = later(async () => (await import('./uninstall.ts')).uninstall);
export const useModel = later(async () => (await import('./use-model.ts')).useModel);
export const useTool = later(async () => (await import('./use-tool.ts')).useTool);
export const prove = later(async () => (await import('./nights.ts')).prove);
export const verify = later(async () => (await import('./nights.ts')).verify);
export const wake = later(async () => (await import('./wake.ts')).wake);
export const wakeList = later(async () => (await import('./handed-over.ts')).wakeList);
export const wakeShow = later(async () => (await import('./handed-over.ts')).wakeShow);
export const why = later(async () => (await import('./why.ts')).why);
