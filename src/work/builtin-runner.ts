// Our own tool loop: the configured model takes turns, each call it asks for is done and recorded, until it is done or its time is up.

import { type Dreamer, withinLimits } from '../asking/asking.ts';
import { netOf } from '../change/change.ts';
import { estimatedTokens, unknownKitsNote } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Consolidating, sleeperFor, trimming } from '../sleeper/sleeper.ts';
import { inWords, oneLine, printSafe } from '../text/text.ts';
import { trimBy } from '../trim/trim.ts';
import { othersWords } from '../wake/wake.ts';
import type { AgentHome, ModelFailure, OfferedTool, TalkMessage, TalkOutcome, ToolCall } from '../world/world.ts';
import { briefing } from './briefing.ts';
import { definitionOf } from './definition.ts';
import { logMessage, restIfDue, sleepAtEnd } from './resting.ts';
import { talkShape } from './talk-shape.ts';
import { type Dispatcher, dispatcher, offeredTo, type Standing } from './tools/dispatch.ts';
import { groundOf } from './tools/ground.ts';
import type { Bench } from './tools/tool.ts';
import type { RunEnd, Runner, RunRequest } from './work-types.ts';

/** Turns of a run. */
const mostSteps = 60;
/** Calls of one turn; whoever wants more is not looking at the answers. */
const mostCalls = 20;
/** Work is no place for fancy. */
const temperature = 0.2;

/** `model` takes the turns; its limits are as `runLimitsFrom` has them. Without `consolidate` the agent does not tire. */
export function builtinRunner(model: Dreamer, consolidate?: Consolidating): Runner {
  return {
    name: `builtin (${model.name})`,
    isBriefed: true,
    run: async (worker, request) => {
      if (model.source.kind === 'builtin')
        return ended('failed', 'no model is configured for work; `dk models use` sets one up', '');
      try {
        return await work(worker, request, model, consolidate);
      } catch (error) {
        // The place could not be read, or a tool has a bug: either way the run is over, and did not succeed.
        const why = error instanceof DreamkeeperError ? error.message : `a bug in a tool: ${wordsOf(error)}`;
        return ended('failed', why, '');
      }
    },
  };
}

async function work(
  worker: AgentHome,
  request: RunRequest,
  model: Dreamer,
  consolidate: Consolidating | undefined,
): Promise<RunEnd> {
  const { world, home } = worker;
  world.files.makeFolder(home.privateDir, true);
  const agent = definitionOf(worker);
  const ground = groundOf(worker, agent.territory);
  const { run, signal } = request;
  const sleeper = consolidate && (await sleeperFor(worker, consolidate, run));
  const bench: Bench = { worker, run, agent, ground, written: new Map(), whole: new Set(), sleeper };
  const tools = offeredTo(bench);
  const dispatch = dispatcher(bench, () => standingOf(worker));
  // What tools answer is clean when it comes; so is what the run begins with.
  const net = netOf(worker.settings);
  const { system, first } = net.within(
    briefing(
      agent,
      request,
      { code: world.random(8), self: ground.self },
      othersWords(worker.settings.secrets?.allow ?? []),
    ),
  );
  request.given();
  const began = world.now().getTime();
  const left = (): number => request.limit - (world.now().getTime() - began);
  let messages: readonly TalkMessage[] = [];
  const say = (message: TalkMessage): void => {
    messages = [...messages, message];
    logMessage(worker, run, message);
  };
  const woken = sleeper?.wake();
  say({ role: 'user', text: woken === undefined ? first : `${woken}\n${first}` });
  const spoken: string[] = [];
  let turns = 0;
  /** It is over, but whoever wants to sleep, or has to, falls asleep now. */
  const ends = async (text: string, all?: string): Promise<RunEnd> => {
    const asleep = await sleepAtEnd(sleeper, { run, turns, signal });
    const message = [oneLine(net.redact(text), 400), ...(asleep === undefined ? [] : [asleep])].join('; ');
    return over(verdictOf(text), message, all);
  };
  const over = (outcome: RunEnd['outcome'], message: string, text = spoken.join('\n')): RunEnd =>
    ended(outcome, net.redact(message), net.redact(text), unknownKitsNote(agent));
  const killed = (): RunEnd => over('killed', `it took longer than its limit of ${inWords(request.limit)}`);
  for (let step = 1; ; step += 1) {
    if (request.signal?.aborted === true) return over('stopped', 'it was asked to stop');
    if (left() <= 0) return killed();
    const rested = await restIfDue(sleeper, { run, turns, left, signal });
    if (rested.kind === 'stopped') return over('stopped', 'it was asked to stop');
    if (rested.kind === 'asleep') return over('done', rested.message);
    messages = trimBy(talkShape, messages, trimming(worker, rested.hasConsolidated)).messages;
    if (rested.say !== undefined) say({ role: 'user', text: net.redact(rested.say) });
    // After a sleep that consolidated a new day begins.
    if (rested.hasConsolidated) step = 1;
    if (step > mostSteps) return over('failed', `stopped: reached ${mostSteps} steps`);
    const asked = left();
    const turn = await nextTurn(worker, request, model, { system, messages, tools, left });
    if (turn.kind === 'failed') {
      if (turn.reason === 'stopped') return over('stopped', 'it was asked to stop');
      // A clock that stands still in a test must not make a limit a failure.
      if (turn.reason === 'timeout' && (left() <= 0 || asked < model.limits.call)) return killed();
      return over('failed', `${model.name}: ${turn.message}`);
    }
    const { text, calls } = turn.answer;
    if (text.trim() !== '') spoken.push(text);
    say({ role: 'assistant', text, calls });
    turns += 1;
    if (calls.length === 0) return ends(text);
    const { answers, last } = await answersTo(calls, dispatch, request, left);
    say({ role: 'tool', answers });
    if (last !== undefined) return ends(last, [...spoken, last].join('\n'));
  }
}

interface Saying {
  readonly system: string;
  readonly messages: readonly TalkMessage[];
  readonly tools: readonly OfferedTool[];
  left(): number;
}

type Turn = Exclude<TalkOutcome, ModelFailure>;

function nextTurn(worker: AgentHome, request: RunRequest, model: Dreamer, saying: Saying) {
  const { system, tools } = saying;
  const messages = [...saying.messages];
  return withinLimits<Turn>(worker, model, {
    act: 'work',
    night: request.run,
    isForced: false,
    signal: request.signal,
    left: () => Math.max(1, saying.left()),
    next: () => ({
      input: estimatedTokens(system + JSON.stringify([messages, tools])),
      send: (room) => worker.world.models.converse(model.source, { system, messages, tools, temperature, ...room }),
    }),
  });
}

interface Answers {
  readonly answers: { readonly id: string; readonly name: string; readonly text: string }[];
  /** The last word of a run that is over. */
  readonly last: string | undefined;
}

/** One after the other, in the order they were asked for. What comes after the end, or after its time, is not done any more. */
async function answersTo(
  calls: readonly ToolCall[],
  dispatch: Dispatcher,
  { signal }: RunRequest,
  left: () => number,
): Promise<Answers> {
  const answers: Answers['answers'] = [];
  for (const [index, call] of calls.entries()) {
    if (signal?.aborted === true || left() <= 0) break;
    const { text, ends } = await dispatch(call, index >= mostCalls);
    answers.push({ id: call.id, name: call.name, text });
    if (ends !== undefined) return { answers, last: ends };
  }
  return { answers, last: undefined };
}

async function standingOf({ world, home }: AgentHome): Promise<Standing> {
  const { commit, ref } = await (await world.git.open(home.project, home.privateDir)).head();
  return { head: commit ?? null, branch: ref?.replace(/^refs\/heads\//u, '') ?? null };
}

function verdictOf(text: string): 'done' | 'no_work' {
  return /^\s*no-work/iu.test(text) ? 'no_work' : 'done';
}

function ended(outcome: RunEnd['outcome'], message: string, text: string, note?: string): RunEnd {
  const said = printSafe(text).slice(-4000).toWellFormed();
  return { outcome, message: printSafe(message), said, ...(note === undefined ? {} : { note }) };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? oneLine(error.message, 200) : 'unknown';
}
