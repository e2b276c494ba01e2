// Tools for what is remembered: searched, added to, and looked up in the history.
import * as z from 'zod/mini';
import { recallText, remember as rememberVerb, useTool } from '../verbs/verbs.ts';
import { adds, type McpTool, reads, tool } from './tool.ts';

const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const say = <Schema extends z.ZodMiniType>(schema: Schema, what: string): Schema =>
  schema.check(z.describe(what)) as Schema;

const search = tool({
  name: 'search',
  title: 'Search by meaning',
  // The words of the seed, and no others.
  does: 'as ours',
  effect: reads,
  example: '{"text": "how do we deploy"}',
  schema: z.strictObject({
    text: say(words(500), 'a question in words, as you would ask somebody; or, with mode literal, the exact text'),
    mode: z.optional(
      say(
        z.enum(['meaning', 'literal']),
        'meaning (the usual one), or literal: the lines that have exactly this text, in any case',
      ),
    ),
    most: z.optional(say(z.int().check(z.minimum(1), z.maximum(20)), 'how many hits; 5 if you do not say')),
    docs: z.optional(say(z.boolean(), 'leave code out')),
    history: z.optional(say(z.boolean(), 'also what was once written down, and is no longer there')),
  }),
  target: ({ text }) => text,
  use: async ({ at, words: said, run, signal }, { text, mode = 'meaning', most, docs, history }) => {
    if (mode === 'literal') {
      const { isOk, text: lines, data } = await useTool(at, { tool: 'search', given: { text, mode }, run });
      return { text: said.text([], lines, 'read the file'), data: data ?? {}, isError: !isOk };
    }
    const { text: told, found } = await recallText(at, { question: text, most, docs, history, signal });
    return { text: told, data: found };
  },
});

const remember = tool({
  name: 'remember',
  title: 'Remember one thing',
  does: 'Keep one thing worth knowing tomorrow, in one line: what surprised you, what you were told, what not to try again. It goes into the notes of today, in one commit, and `search` finds it from then on. No credentials.',
  effect: adds,
  example: '{"text": "the staging database is reset every Sunday at four"}',
  schema: z.strictObject({
    text: say(words(2000), 'one thing, in one line'),
    pin: z.optional(say(z.boolean(), 'tell it at the start of every session; only for what must never be forgotten')),
  }),
  // What is remembered is told in its note; the record of the day only says that something was.
  target: () => 'notes',
  use: async ({ at, words: said }, { text, pin }) => {
    const kept = await rememberVerb(at, { text, pin });
    const what = kept.isNew ? 'Remembered' : 'That is remembered already';
    const note = kept.note === undefined || kept.note === null ? '' : `\n${kept.note}`;
    return {
      text: said.text([`${what}, as ${kept.id}.`], `${kept.path}: ${kept.text}${note}`, 'dk memory'),
      data: kept,
    };
  },
});

const log = tool({
  name: 'log',
  title: 'Read the history',
  does: 'as ours',
  effect: reads,
  example: '{"count": 10} or {"commit": "1a2b3c4"}',
  schema: z.strictObject({
    count: z.optional(say(z.int().check(z.minimum(1), z.maximum(50)), 'how many commits; 10 if you do not say')),
    path: z.optional(say(words(1024), 'only commits that changed this file or folder')),
    commit: z.optional(
      say(
        z.string().check(z.regex(/^[0-9a-f]{4,64}$/u, 'four or more digits of a commit')),
        'one commit by its first digits: its message and its diff',
      ),
    ),
  }),
  target: ({ path, commit }) => commit ?? path ?? 'commits',
  use: async ({ at, words: said, run }, given) => {
    const { isOk, text, data } = await useTool(at, { tool: 'log', given, run });
    return { text: said.text([], text, 'git show'), data: data ?? {}, isError: !isOk };
  },
});

export const memoryTools: readonly McpTool[] = [search, remember, log];
