// Lets an agent tire, sleep and wake: its steps counted, the warning, the sleep it wants or is made to, and what it is told after it.
export { asleepNow, beginSleep, lastSleep, sleepMemo, wakeEarly } from './asleep.ts';
export { type Consolidating, type FellAsleep, fallAsleep, type SleepRequest } from './fall-asleep.ts';
export { askedOf } from './heard.ts';
export { letPass } from './let-pass.ts';
export { isLogged, keepsConversation, logEvent, logSaid } from './logs.ts';
export { type Due, type During, type SleepEnd, type Sleeper, sleeperFor } from './sleeper-for.ts';
export { type Tiredness, tiredness } from './tiredness.ts';
export { trimming } from './trimming.ts';
