// When to sleep: cadence, idle, fatigue, heartbeat; one night at a time per agent.
export { type OpenRun, openRuns, runEnds } from './runs.ts';
export { type Tick, type TickRequest, tickOnce } from './tick.ts';
