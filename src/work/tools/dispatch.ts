// Every call of a run goes through here: found, checked, recorded before it is done and again before its answer goes back.
import * as z from 'zod/mini';
import { netOf } from '../../change/change.ts';
import { DreamkeeperError } from '../../errors/errors.ts';
import type { StepReport } from '../../steps/steps.ts';
import { oneLine, printSafe } from '../../text/text.ts';
import type { OfferedTool, ToolCall } from '../../world/world.ts';
import { board } from './board.ts';
import { claim } from './claim.ts';
import { done } from './done.ts';
import { edit } from './edit.ts';
import { fileIssue } from './file-issue.ts';
import { finish } from './finish.ts';
import { git } from './git.ts';
import { list } from './list.ts';
import { log } from './log.ts';
import { read } from './read.ts';
import { remember } from './remember.ts';
import { search } from './search.ts';
import { setSleep } from './set-sleep.ts';
import { short } from './short.ts';
import { type Bench, notDone, refused, type Tool, type ToolAnswer } from './tool.ts';
import { write } from './write.ts';

const committing: readonly Tool[] = [claim, finish, fileIssue, git, remember];
const commits = (given: string): boolean => committing.some(({ name }) => name === given);

export const tools: readonly Tool[] = [read, list, search, write, edit, log, board, ...committing, setSleep, done];

/** The tools an agent is offered. */
export function offeredTo({ agent }: Bench): OfferedTool[] {
  return tools
    .filter(({ kit }) => kit === 'always' || agent.toolkits.includes(kit))
    .map(({ name, does, schema }) => {
      const { $schema: _, ...rest } = z.toJSONSchema(schema);
      return { name, description: does, schema: rest };
    });
}

/** `isTooMany`: it is refused, and recorded all the same. */
export type Dispatcher = (call: Pick<ToolCall, 'name' | 'arguments'>, isTooMany?: boolean) => Promise<ToolAnswer>;

/** Where the project stands, for the record. */
export interface Standing {
  readonly head: string | null;
  readonly branch: string | null;
}

/** One call on its own, for an agent that somebody else runs: checked and done as in a run of ours. Whoever asks records it. */
export async function answerAlone(bench: Bench, call: Pick<ToolCall, 'name' | 'arguments'>): Promise<ToolAnswer> {
  const found = tools.find(({ name }) => name === call.name);
  const given = found?.schema.safeParse(call.arguments, { error: z.locales.en().localeError });
  const answer = await answered(bench, call, found, given);
  return {
    ...answer,
    text: short(withoutKeys(bench, answer.text)),
    data: netOf(bench.worker.settings).within(answer.data),
  };
}

export function dispatcher(bench: Bench, where: () => Promise<Standing>): Dispatcher {
  let seq = 0;
  let made = 0;
  let standing: Standing | undefined;
  return async (call, isTooMany) => {
    const { world, home, agent } = bench.worker;
    const found = tools.find(({ name }) => name === call.name);
    const given = found?.schema.safeParse(call.arguments, { error: z.locales.en().localeError });
    const target = given?.success === true ? found?.target(given.data) : targetIn(call.arguments);
    made += 1;
    const id = `${made}`;
    const put = async (more: Partial<StepReport>): Promise<void> => {
      standing ??= await where();
      seq += 1;
      const { worktree, mainWorktree } = home.project;
      const report = { tool: call.name === '' ? '(no name)' : call.name, target: target ?? '', call: id, ...more };
      const apart = worktree === mainWorktree ? undefined : worktree;
      world.lines.step(home, report, { run: bench.run, agent, seq, time: world.now(), ...standing, worktree: apart });
    };
    const began = world.now();
    const record = (answer: Pick<ToolAnswer, 'isOk' | 'text' | 'isNotDone'>): Promise<void> => {
      bench.sleeper?.afterStep({ tool: call.name, isRefused: answer.isNotDone === true });
      return put({
        exit: answer.isOk ? 0 : 1,
        error: answer.isOk ? undefined : oneLine(answer.text, 200),
        refused: answer.isNotDone,
        durationMs: Math.max(0, world.now().getTime() - began.getTime()),
      });
    };
    // Before anything is done: whoever is killed in the middle of it leaves what it was.
    await put({ phase: 'start' });
    try {
      const answer = isTooMany
        ? notDone(`tool error: ${printSafe(oneLine(call.name, 64))}: too many calls in one turn; it was not done`)
        : await answered(bench, call, found, given);
      // What a tool answers goes to a provider: keys that lie in files do not.
      const reply = { ...answer, text: short(withoutKeys(bench, answer.text)) };
      // A commit of ours moves the project where home and project are one.
      if (commits(call.name)) standing = undefined;
      await record(reply);
      return reply;
    } catch (error) {
      const why = error instanceof DreamkeeperError ? error.message : 'a bug';
      const answer = refused(short(withoutKeys(bench, `tool error: ${call.name}: ${printSafe(why)}`)));
      await record(answer);
      if (!(error instanceof DreamkeeperError)) throw error;
      return answer;
    }
  };
}

function withoutKeys({ worker: { settings } }: Bench, text: string): string {
  return netOf(settings).redact(text);
}

function answered(
  bench: Bench,
  { name, arguments: raw }: Pick<ToolCall, 'name' | 'arguments'>,
  found: Tool | undefined,
  given: z.core.util.SafeParseResult<Record<string, unknown>> | undefined,
): ToolAnswer | Promise<ToolAnswer> {
  const shown = printSafe(oneLine(name, 64));
  if (found === undefined || given === undefined) return notDone(`tool error: ${shown}: there is no such tool`);
  const isOffered = found.kit === 'always' || bench.agent.toolkits.includes(found.kit);
  // Without the flag it says so itself, offered or not.
  if (!isOffered && (found !== git || bench.agent.mayExec))
    return notDone(`tool error: ${shown}: it is not among your toolkits`);
  if (!given.success) {
    const [issue] = given.error.issues;
    const place = issue?.path.join('.') ?? '';
    const why =
      typeof raw === 'string'
        ? 'its arguments are not JSON'
        : `${place === '' ? '' : `${place}: `}${issue?.message ?? ''}`;
    return notDone(`tool error: ${shown}: ${printSafe(oneLine(why, 200))}`);
  }
  if (bench.isCopy === true && (commits(name) || found === setSleep))
    return notDone(
      `tool error: ${shown}: it was not done; you work on a copy, and nothing comes of it but what you write into your memory`,
    );
  // What is said here stands in the history for good.
  const words = JSON.stringify(given.data);
  if (commits(name) && withoutKeys(bench, words) !== words)
    return notDone(`tool error: ${shown}: there is a credential in it; name where it is kept instead`);
  return found.use(bench, given.data);
}

/** What a call was about whose arguments nobody could use. */
function targetIn(given: unknown): string {
  if (typeof given !== 'object' || given === null) return '';
  const values = ['path', 'folder', 'task', 'title'].map((name): unknown => Reflect.get(given, name));
  return oneLine(values.find((value) => typeof value === 'string')?.toString() ?? '', 200);
}
