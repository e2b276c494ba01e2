// When to sleep: cadence, idle, fatigue, heartbeat; one night at a time per agent.

export { type Absence, type Arrival, absenceOf, keepActivity } from './absence.ts';
export { actsFor } from './acts-for.ts';
export { type CadenceMemory, lastTickOf } from './cadence-memory.ts';
export { actsDue } from './due.ts';
export type { HomeHappening, KeeperEvent, Tell } from './events.ts';
export { actsAtEnd, beatOnce } from './heartbeat.ts';
export { type IdleLook, idleLook } from './idle.ts';
export { countTodayThere } from './idle-memory.ts';
export { idleNotice, idleNoticed } from './idle-told.ts';
export { type KeepOptions, type KeptHome, keepHomes } from './keep.ts';
export { type Keeping, type Known, knownOf } from './keeping.ts';
export {
  type LifecycleNow,
  type LifecycleRead,
  lifecycleFile,
  lifecycleNow,
  lifecyclePlace,
} from './lifecycle-file.ts';
export { whileListening } from './listening.ts';
export { type OpenRun, openRuns, runEnds } from './runs.ts';
export { baseOf, delayAtStart, paceOf } from './schedule.ts';
export { stepOnce } from './step-cadence.ts';
export { gateOf, nightGateOf } from './step-state.ts';
export type { Stepped, StepRequest } from './step-types.ts';
export { type Tick, type TickRequest, tickOnce } from './tick.ts';
