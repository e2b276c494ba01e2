// Sets a harness up to tell us things, sees whether they arrive, and takes it out again to the byte.

export { thisProgram } from './command.ts';
export { harnessFindingIds, hearsSessions, hookTroubles, lookAtHarnesses } from './harness-findings.ts';
export type { HomeData } from './home-data.ts';
export { type ClientConfig, clientConfig } from './mcp-clients.ts';
export { tokenPlace } from './mcp-token.ts';
export { type HarnessHere, harnessesHere } from './on-this-machine.ts';
export { carryOutInstall, type InstallPlan, planInstall } from './plan.ts';
export { type ServiceWritten, writeService } from './service.ts';
export { openSite, type Setup, type Site, setupOf } from './site.ts';
export { type SkillPlan, skillSource } from './skill.ts';
export type { Left, Trace } from './traces.ts';
export { carryOutUninstall, planUninstall, type Removal, type UninstallPlan } from './uninstall.ts';
