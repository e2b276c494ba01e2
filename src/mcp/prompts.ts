// Two prompts that a person can pick: how to begin, and how to end.
import { wake } from '../verbs/verbs.ts';
import type { Standpoint } from '../world/world.ts';
import { short } from './call.ts';

export const prompts = [
  { name: 'orient', title: 'Begin', description: 'The hand-over of the last session, and how to go on from it.' },
  { name: 'wrap-up', title: 'Wrap up', description: 'What to write down before this session ends.' },
] as const;

/** Undefined if there is no such prompt. */
export async function promptText(at: Standpoint, name: string): Promise<string | undefined> {
  if (name === 'orient') {
    const { pack } = await wake(at, { dryRun: true });
    return short(`${pack}\n${begin}`);
  }
  return name === 'wrap-up' ? end : undefined;
}

const begin =
  'That is the hand-over of this project. Say in two sentences where things stand and what you will do next. Look at `board` if you are to take a task, and `claim` it before you work on it. If something is unclear, `search` before you ask.';

const end = `Wrap this session up:
1. What is not committed: commit it, or say why not.
2. The task you worked on: \`finish\` it if it is done, with the commit in the note. If it is not done, leave it as it is.
3. What surprised you, what you were told, what did not work: \`remember\` each in one line, without credentials.
4. What is wrong and not yours to mend now: \`file_issue\`.
Then say in three sentences what was done, and what comes next.`;
