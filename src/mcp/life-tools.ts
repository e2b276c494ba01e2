// Tools for waking and sleeping: the hand-over, how things are, when to be woken, a night now, and one change taken back.
import * as z from 'zod/mini';
import { inWords } from '../text/text.ts';
import {
  type MyStats,
  myStats as myStatsVerb,
  nap,
  sleep,
  status as statusVerb,
  undo as undoVerb,
  wake as wakeVerb,
} from '../verbs/verbs.ts';
import { asksModel, type McpTool, reads, settles, takesBack, tool } from './tool.ts';

const nothing = z.strictObject({});

const wake = tool({
  name: 'wake',
  title: 'The hand-over',
  does: 'The hand-over for this session: what the last one did, what is under way, what comes next, what was verified. It carries out the suggestions of the newest dream once, as `dk wake` does. Ask for it if you were not given one.',
  effect: settles,
  example: '{}',
  schema: z.strictObject({
    budget: z.optional(z.int().check(z.minimum(500), z.maximum(9500), z.describe('how many characters it may have'))),
    dryRun: z.optional(z.boolean().check(z.describe('only the text: carry nothing out'))),
  }),
  target: () => 'the hand-over',
  use: async ({ at }, { budget, dryRun }) => {
    const { pack, ...data } = await wakeVerb(at, { budget, dryRun });
    return { text: pack, data, framed: { pack } };
  },
});

const status = tool({
  name: 'status',
  title: 'How it is',
  does: 'How this memory is: the last night, what is new since, whether a dream is due, and what is wrong.',
  effect: reads,
  example: '{}',
  schema: nothing,
  target: () => 'status',
  use: async ({ at, words }) => {
    const data = await statusVerb(at);
    const { counts, problems } = data;
    const ours = [
      `${counts.dreams} dreams, ${counts.openTasks} open tasks, ${counts.newCommits} new commits and ${counts.newSteps} new steps since the last dream.`,
    ];
    const lines = [data.answer, ...problems.map(({ code, message, hint }) => `${code}: ${message}. ${hint}`)];
    return { text: words.text(ours, lines.join('\n'), 'dk status'), data };
  },
});

const myStats = tool({
  name: 'my_stats',
  title: 'Yourself in figures',
  does: 'You in figures: when you last dreamt (last_dream_ts), how many dreams and memories there are, how often memories were found by a question, and what sweeps promoted.',
  effect: reads,
  example: '{}',
  schema: nothing,
  target: () => 'my stats',
  use: async ({ at }) => {
    const data = await myStatsVerb(at);
    const last = data.last_dream_ts === null ? 'never' : new Date(data.last_dream_ts * 1000).toISOString();
    const asked =
      data.recalls === null ? 'no recalls are kept' : `${data.recalls.times} times a question found a memory`;
    return {
      text: `last_dream_ts: ${data.last_dream_ts ?? 'null'} (${last})\n${data.dreams} dreams, ${data.memories.all} memories (${data.memories.pinned} pinned), ${asked}.\n${tellSweeps(data.sweep)}\n`,
      data,
    };
  },
});

function tellSweeps({ last, due, sweeps, promoted }: MyStats['sweep']): string {
  const next = due === null ? 'they do not come by themselves' : `the next is due at ${due}`;
  return `${sweeps} sweeps promoted ${promoted} memories; the last was completed ${last === null ? 'never' : `at ${last}`}, ${next}.`;
}

const setSleep = tool({
  name: 'set_sleep',
  title: 'Sleep for a while',
  does: 'Say for how many seconds you sleep; at most a day. The keeper does not wake you before that. From 30 seconds on what happened is consolidated first, if the last time was at least 10 minutes ago; that may take minutes where a model does it.',
  effect: asksModel,
  example: '{"seconds": 3600}',
  schema: z.strictObject({
    seconds: z
      .number()
      .check(z.minimum(1), z.maximum(100_000_000), z.describe('seconds; more than a day counts as a day')),
  }),
  target: ({ seconds }) => `${seconds} seconds`,
  use: async ({ at, words, signal }, { seconds }) => {
    const data = await nap(at, { seconds, signal });
    const { asleep, sleep: night } = data;
    const most = seconds > 86_400 ? ' (a day at most)' : '';
    const ours = [
      `You will not be woken before ${asleep?.until ?? ''}${most}.`,
      night === null ? 'It is a nap: nothing was consolidated.' : `The consolidation: ${night.outcome}.`,
    ];
    return { text: words.text(ours, night?.message ?? '', 'dk nights list'), data };
  },
});

const beat = 5000;

const sleepNow = tool({
  name: 'sleep_now',
  title: 'Sleep now',
  does: 'One night now: the journal entry about what happened, with its suggestions. It says so if nothing is new. It may take minutes where a model dreams; it can be cancelled, and what is sealed by then is finished.',
  effect: asksModel,
  example: '{}',
  schema: z.strictObject({
    force: z.optional(z.boolean().check(z.describe('also if nothing is new, or the last night was a short time ago'))),
  }),
  target: () => 'a night',
  use: async ({ at, words, signal, progress }, { force }) => {
    const began = Date.now();
    progress('asleep');
    const heart = setInterval(() => progress(`asleep for ${inWords(Date.now() - began)}`), beat);
    try {
      const data = await sleep(at, { force, signal });
      const isError = ['failed', 'rejected'].includes(data.outcome);
      return { text: words.text([`The night: ${data.outcome}.`], data.message, 'dk nights list'), data, isError };
    } finally {
      clearInterval(heart);
    }
  },
});

const undo = tool({
  name: 'undo',
  title: 'Take a change back',
  does: 'Take back one night or change of ours, byte for byte, with all that hangs on it. Name it by its id, a commit, or `last`. It can be put back with redo.',
  effect: takesBack,
  example: '{"change": "last"}',
  schema: z.strictObject({
    change: z.string().check(z.minLength(1), z.maxLength(200)),
    redo: z.optional(z.boolean()),
    dryRun: z.optional(z.boolean().check(z.describe('only say what would go'))),
  }),
  target: ({ change }) => change,
  use: async ({ at, words }, given) => {
    const data = await undoVerb(at, given);
    const lines = [...data.subjects, ...data.files, ...(data.note === null ? [] : [data.note])];
    return { text: words.text([`The result: ${data.result}.`], lines.join('\n'), 'dk nights list'), data };
  },
});

export const lifeTools: readonly McpTool[] = [wake, status, myStats, setSleep, sleepNow];
/** Only where the operator said so. */
export const operatorsTools: readonly McpTool[] = [undo];
