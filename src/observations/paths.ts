// Where an agent keeps what it lived through: `.self/` for the first agent of a home, a folder of its own below it for every other.
import { agentOf, type HomeSettings } from '../config/config.ts';

const root = '.self';

export function selfFolder(settings: Pick<HomeSettings, 'agent' | 'agents'>, agent: string): string {
  return agent === agentOf(settings, undefined) ? root : `${root}/${agent}`;
}

export const observationsPath = (folder: string): string => `${folder}/observations.md`;
export const dreamsPath = (folder: string): string => `${folder}/dreams.jsonl`;
export const prioritiesPath = (folder: string): string => `${folder}/priorities.md`;
export const diaryPath = (folder: string): string => `${folder}/diary.md`;

/** Private, and never in git. */
export const conversationPath = (folder: string): string => `${folder}/conversation.jsonl`;
export const iterationsPath = (folder: string): string => `${folder}/iterations.jsonl`;
export const eventsPath = (folder: string): string => `${folder}/memory.jsonl`;

/** Whether a path below the home is a file of observations, whichever agent's. */
export function isObservationsPath(path: string): boolean {
  return /^\.self\/(?:[^/]+\/)?observations\.md$/u.test(path);
}
