// A turn of the agent with its own tools, on a copy: it reads and writes as in a run, and nothing comes of it but what its memory says then.
import { type Bill, emptyBill, sumOf, type TakesTurn, type TurnRequest, withinLimits } from '../asking/asking.ts';
import { netOf } from '../change/change.ts';
import { estimatedTokens } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { decodeUtf8, printSafe } from '../text/text.ts';
import type { AgentHome, ModelFailure, TalkMessage, TalkOutcome, ToolCall } from '../world/world.ts';
import { copiedFiles } from './copied-files.ts';
import { definitionOf } from './definition.ts';
import { answerAlone, offeredTo } from './tools/dispatch.ts';
import { groundOf } from './tools/ground.ts';
import type { Bench } from './tools/tool.ts';

/** Whoever is not done by then goes round in circles. */
const mostTurns = 30;
const mostCalls = 20;

type Turn = Exclude<TalkOutcome, ModelFailure>;

export const turnOnCopy: TakesTurn = async (worker, dreamer, request) => {
  const { bench, content } = benchOn(worker, request);
  const { system } = request;
  const tools = offeredTo(bench);
  let messages: readonly TalkMessage[] = [{ role: 'user', text: request.prompt }];
  let bill: Bill = emptyBill;
  const failed = (reason: 'truncated' | 'stopped' | 'timeout', message: string) =>
    ({ kind: 'failed', reason, message, bill }) as const;
  const { act, night, isForced, signal, left, temperature } = request;
  for (let turns = 0; turns < mostTurns; turns += 1) {
    if (signal?.aborted === true) return failed('stopped', 'it was asked to stop');
    if (left() <= 0) return failed('timeout', 'it was not done when the night was over');
    const said = await withinLimits<Turn>(worker, dreamer, {
      ...{ act, night, isForced, signal, left },
      next: () => ({
        input: estimatedTokens(system + JSON.stringify([messages, tools])),
        send: (room) =>
          worker.world.models.converse(dreamer.source, {
            ...{ system, messages: [...messages], tools, temperature, ...room },
          }),
      }),
    });
    bill = sumOf(bill, said.bill);
    if (said.kind === 'failed') return { ...said, bill };
    const { text, calls } = said.answer;
    messages = [...messages, { role: 'assistant', text, calls }];
    if (calls.length === 0) return { kind: 'answer', text: content(), form: 'text', bill };
    const { answers, isOver } = await answersTo(bench, calls);
    messages = [...messages, { role: 'tool', answers }];
    if (isOver) return { kind: 'answer', text: content(), form: 'text', bill };
  }
  // What somebody wrote who did not say that it is done, nobody takes for what they meant.
  return failed('truncated', `it was not done after ${mostTurns} turns`);
};

/** Its own tools, by its own definition, and the same rules about names; only that its memory is there to write. */
function benchOn(worker: AgentHome, { copy, night }: TurnRequest): { readonly bench: Bench; content(): string } {
  const agent = definitionOf(worker);
  const { path } = copy;
  const ground = { ...groundOf(worker, agent.territory), memory: path };
  const files = copiedFiles(worker.world.files, [{ root: ground.root, path, content: Buffer.from(copy.content) }]);
  const on = { ...worker, world: { ...worker.world, files } };
  const bench: Bench = { worker: on, run: night, agent, ground, written: new Map(), whole: new Set(), isCopy: true };
  return { bench, content: () => decodeUtf8(files.read(ground.root, path) ?? new Uint8Array()) };
}

/** One after the other, in the order they were asked for. */
async function answersTo(
  bench: Bench,
  calls: readonly ToolCall[],
): Promise<{ readonly answers: { id: string; name: string; text: string }[]; readonly isOver: boolean }> {
  const answers: { id: string; name: string; text: string }[] = [];
  let isOver = false;
  for (const [at, call] of calls.entries()) {
    const { text, ends } =
      at >= mostCalls
        ? { text: 'tool error: too many calls in one turn; it was not done' }
        : await answerOf(bench, call);
    answers.push({ id: call.id, name: call.name, text });
    if (ends === undefined) continue;
    isOver = true;
    break;
  }
  return { answers, isOver };
}

async function answerOf(
  bench: Bench,
  call: ToolCall,
): Promise<{ readonly text: string; readonly ends?: string | undefined }> {
  try {
    return await answerAlone(bench, call);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    const { redact } = netOf(bench.worker.settings);
    return { text: redact(`tool error: ${printSafe(call.name)}: ${printSafe(error.message)}`) };
  }
}
