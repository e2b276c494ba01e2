// A model's answer, in whatever form it came, as one typed object. Its structure is never repaired.
import * as z from 'zod/mini';
import { parseVerdicts, type Verdict } from '../board/board.ts';
import { type Carry, headings, parseEntry } from '../journal/journal.ts';
import { normaliseText, oneLine } from '../text/text.ts';

export type AnswerRead =
  | { readonly kind: 'answer'; readonly answer: DreamAnswer }
  | { readonly kind: 'malformed'; readonly reason: string };

const line = z.string().check(z.maxLength(2000));
const lines = z.array(line).check(z.maxLength(40));
const moves = ['pick up', 'put down', 'cancel', 'done', 'keep course'] as const;

/** Org text may be as long as JSON, and no longer. A dream is a page; what is none is not cut to one. */
const orgAnswer = z.strictObject({
  tale: z.string().check(z.minLength(1), z.maxLength(20_000)),
  goals: lines,
  blueSky: lines,
  fears: lines,
  verdicts: lines,
  /** Where it would go on. */
  next: line,
});

const jsonAnswer = z.strictObject({
  for: z.string().check(z.maxLength(100)),
  ...orgAnswer.shape,
  verdicts: z.array(z.strictObject({ move: z.enum(moves), task: line, why: line })).check(z.maxLength(40)),
});

/** What a model said. Nothing in it is believed yet. */
type DreamAnswer = Readonly<Omit<z.infer<typeof orgAnswer>, 'verdicts'>> & { readonly verdicts: readonly Verdict[] };

/** The same for the provider: every field is asked for, and no other. */
export function answerSchema(): Record<string, unknown> {
  const text = { type: 'string' };
  const list = { type: 'array', items: text };
  const object = (properties: Record<string, unknown>): Record<string, unknown> => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  return object({
    for: text,
    tale: text,
    goals: list,
    blueSky: list,
    fears: list,
    verdicts: { type: 'array', items: object({ move: { type: 'string', enum: [...moves] }, task: text, why: text }) },
    next: text,
  });
}

/** Reads an answer to the question with this code. */
export function readAnswer(given: string, code: string): AnswerRead {
  const text = withoutFence(given.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n')).trim();
  if (text === '') return malformed('it is empty');
  return text.startsWith('{') ? fromJson(text, code) : fromOrg(text, code);
}

/** Many models cannot answer without one. Only the outermost is taken off, and only if it holds everything. */
function withoutFence(text: string): string {
  return /^\s*```[a-z-]{0,12}\n([\s\S]*)\n```\s*$/u.exec(text)?.[1] ?? text;
}

function malformed(reason: string): AnswerRead {
  return { kind: 'malformed', reason };
}

const otherQuestion = 'it answers another question than this one';

function fromJson(text: string, code: string): AnswerRead {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed('it begins like JSON and is none');
  }
  // As a heading that stands there twice: nobody can tell which one is meant.
  const twice = repeatedKey(text);
  if (twice !== undefined) return malformed(`"${oneLine(twice, 40)}" stands there twice`);
  const read = jsonAnswer.safeParse(value, { error: z.locales.en().localeError });
  if (!read.success) {
    const [issue] = read.error.issues;
    return malformed(
      `${oneLine(issue?.path.join('.') || 'the whole', 60)}: ${oneLine(issue?.message ?? 'not as asked', 120)}`,
    );
  }
  const { for: named, verdicts, ...rest } = read.data;
  if (named !== code) return malformed(otherQuestion);
  const plain = [...Object.values(rest).flat(), ...verdicts.flatMap(({ task, why }) => [task, why])];
  if (plain.some((each) => !each.isWellFormed())) return malformed('it has broken characters in it');
  if (rest.tale.trim() === '') return malformed('the tale is empty');
  return {
    kind: 'answer',
    answer: {
      ...rest,
      verdicts: verdicts.map(({ move, task, why }): Verdict => {
        const reason = oneLine(why);
        const about = move === 'keep course' ? reason : `${oneLine(task)}${reason === '' ? '' : ` — ${reason}`}`;
        return { verb: move, rest: about, line: move === 'keep course' ? `${move} — ${reason}` : `${move}: ${about}` };
      }),
    },
  };
}

/** The first name that one object of a (valid) JSON text has twice. */
function repeatedKey(text: string): string | undefined {
  const objects: Set<string>[] = [];
  for (const [token, name, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/gu)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (name !== undefined && colon !== undefined) {
      const key = String(JSON.parse(name));
      const keys = objects.at(-1);
      if (keys?.has(key) === true) return key;
      keys?.add(key);
    }
  }
  return undefined;
}

function fromOrg(text: string, code: string): AnswerRead {
  const read = parseEntry(Buffer.from(text));
  if (read.kind === 'malformed') return read;
  // In the form in which the headings were found, so that no other line end can hide one.
  const all = normaliseText(text).split('\n');
  const firstHeading = all.findIndex((each) => each.startsWith('* '));
  const codes = all.slice(0, firstHeading).flatMap((each) => /^\s*#\+FOR:[ \t]*(.*)$/iu.exec(each)?.[1]?.trim() ?? []);
  if (codes.some((named) => named !== code)) return malformed(otherQuestion);
  const { tale, goals, blueSky, fears, verdicts, carry } = read.entry;
  if (tale.trim() === '') return malformed(`the heading "${headings[0]}" has nothing below it`);
  const sized = orgAnswer.safeParse({ tale, goals, blueSky, fears, verdicts, next: nextIn(carry) });
  if (!sized.success) return malformed(`${oneLine(sized.error.issues[0]?.path.join('.') ?? '', 60)}: too much of it`);
  return {
    kind: 'answer',
    answer: { ...sized.data, verdicts: verdicts.flatMap((each) => parseVerdicts(`- ${each}`)) },
  };
}

/** Its next action, or whatever else its carry names. */
function nextIn({ next, doing, midFlight, other }: Carry): string {
  return next ?? [doing, ...midFlight, ...other].filter((part) => part !== null).join('; ');
}
