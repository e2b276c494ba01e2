// Settings of a home and of its operator: schema, messages that help, and what a home may not set.

export { milliseconds } from './duration.ts';
export type { HomeSettings } from './home-schema.ts';
export type { OperatorSettings } from './operator-schema.ts';
export { isAgentName, newHomeSettings, parseHomeSettings, parseOperatorSettings } from './parse.ts';
