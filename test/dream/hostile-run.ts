// Hostile answers sent over a real wire and held against what every dream has to be.
import assert from 'node:assert/strict';
import {
  type DreamPrompt,
  type Dreamt,
  dreamFromAnswer,
  dreamPrompt,
  type Measure,
  measureOf,
} from '../../src/dream/dream.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { askModel, failureReasons } from '../../src/models/models.ts';
import { endsFor } from '../patience.ts';
import type { HostileAnswer, Told } from './hostile-answers.ts';
import { soundnessOf } from './hostile-checks.ts';
import type { Provider } from './hostile-server.ts';

const forms = ['text', 'json', 'schema'] as const;

type Question = DreamPrompt & { readonly code: string };

/** What is the same for all answers about one day. */
interface Held {
  readonly measure: Measure;
  question(number: number, form: (typeof forms)[number]): Question;
  assertSound(dreamt: Dreamt): void;
}

function heldAgainst(facts: Facts): Held {
  const questions = new Map<string, Question>();
  return {
    // Where what a model says is enough: so that what holds it back is what these answers are about.
    measure: measureOf({ ...facts, settings: { ...facts.settings, verdicts: 'always' } }),
    assertSound: soundnessOf(facts),
    // Sixty questions are enough to tell their codes and ids apart.
    question: (number, form) => {
      const code = (0x9e3779b97f4a7c15n * BigInt((number % 60) + 1)).toString(16).slice(-16);
      const question = questions.get(`${code} ${form}`) ?? { ...dreamPrompt(facts, code, form), code };
      questions.set(`${code} ${form}`, question);
      return question;
    },
  };
}

export interface Tally {
  accepted: number;
  rejected: number;
  failed: number;
  leftOut: number;
}

async function answerAndCheck(
  held: Held,
  provider: Provider,
  answer: HostileAnswer,
  at: number,
  tally: Tally,
): Promise<void> {
  const form = forms[at % 3] ?? 'text';
  const { code, system, prompt, tasks } = held.question(at, form);
  const told: Told = { code, id: (title) => [...tasks].find(([, task]) => task.title === title)?.[0] ?? '' };
  const source = provider.saying(answer.say(told), { isStreamed: at % 5 === 0, form });
  const outcome = await askModel(
    source,
    {
      ...{ system, prompt, form, temperature: 0.8, maxTokens: 1000, byRules: () => '', schema: {} },
      limits: { total: 60_000, idle: 60_000, bytes: 16 * 1024 * 1024 },
    },
    { env: {}, random: () => 'x' },
  );
  if (outcome.kind === 'failed') {
    assert.ok(failureReasons.includes(outcome.reason) && outcome.message !== '');
    assert.ok(['garbage', 'refused'].includes(outcome.reason), `${outcome.reason}: ${outcome.message}`);
    tally.failed += 1;
    return;
  }
  const read = endsFor(() => dreamFromAnswer(held.measure, 'n-abcdefgh23', 'here/m', outcome.text, { code, tasks }));
  if (read.kind === 'malformed') {
    assert.ok(read.reason !== '' && !/[\n\r\u2028]/u.test(read.reason));
    tally.rejected += 1;
    return;
  }
  tally.accepted += 1;
  tally.leftOut += read.leftOut.length;
  for (const { line, why } of read.leftOut)
    assert.ok(why !== '' && !/[\n\r\u2028]/u.test(line + why) && line.length <= 300);
  held.assertSound(read.dreamt);
}

/** All of them, some at a time. Throws at the first that is not sound. */
export async function answerAll(facts: Facts, provider: Provider, answers: readonly HostileAnswer[]): Promise<Tally> {
  const tally: Tally = { accepted: 0, rejected: 0, failed: 0, leftOut: 0 };
  const held = heldAgainst(facts);
  let next = 0;
  const go = async (): Promise<void> => {
    while (next < answers.length) {
      const at = next;
      next += 1;
      const answer = answers[at];
      if (answer === undefined) return;
      try {
        await answerAndCheck(held, provider, answer, at, tally);
      } catch (error) {
        throw new Error(`${answer.name} (${at})`, { cause: error });
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, go));
  return tally;
}
