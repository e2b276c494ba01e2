// Settings of a home and of its operator: schema, messages that help, and what a home may not set.

export { askedActs, type ModelAct, nightActs } from './act-names.ts';
export { type AgentFile, agentIn, toolkits, unknownKitsHint, unknownKitsNote } from './agent-file.ts';
export { modelInAgentFile } from './agent-model.ts';
export { agentOf, settingsFor } from './agent-settings.ts';
export { type ChosenModel, chooseModel, ownOf, sourceNamed } from './choose-model.ts';
export { milliseconds } from './duration.ts';
export { type EmbedSource, embedderIn, nameOfEmbedder } from './embedder.ts';
export type { HomeSettings } from './home-schema.ts';
export { type IdleChoice, idleChoice, idleIsNamed } from './idle-on.ts';
export { inertHint, inertNote, inertSettings } from './inert.ts';
export { keepsLastWords, keepsRecalls, recallDays } from './keeps.ts';
export { type StartedProgram, startOf } from './known-programs.ts';
export {
  type Allowance,
  estimatedTokens,
  limitsFrom,
  type ModelLimits,
  runLimitsFrom,
  turnLimitsFrom,
} from './model-limits.ts';
export {
  type Form,
  forms,
  type HttpSource,
  type KeyPlace,
  type ModelSource,
  nameOfSource,
  type Price,
} from './model-source.ts';
export { type ModelWish, withModel } from './operator-edit.ts';
export type { OperatorSettings } from './operator-schema.ts';
export { smallestBudget, usualBudget } from './pack-size.ts';
export { isAgentName, newHomeSettings, parseHomeSettings, parseOperatorSettings } from './parse.ts';
export { presets } from './presets.ts';
export { dreamingOn, heartbeatOf, heartbeatOn, sweepsOn } from './sweeps-on.ts';
export { type VerdictChoice, verdictChoice } from './verdict-choice.ts';
export { zoneOf } from './zone.ts';
