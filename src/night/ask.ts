// A dream asked for: what a model says is kept before it is read, and when it cannot be had three times in a row, rules take over.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { netOf } from '../change/change.ts';
import { forms } from '../config/config.ts';
import {
  answerSchema,
  type Dreamt,
  dreamByRules,
  dreamFromAnswer,
  dreamPrompt,
  type LeftOut,
  promptVersion,
  tasksAsked,
} from '../dream/dream.ts';
import type { Facts } from '../facts/facts.ts';
import { printEntry } from '../journal/journal.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import { askWithinLimits, type ModelAnswered } from './ask-model.ts';
import { type Bill, type Dreamer, emptyBill } from './dreamer.ts';
import type { Sleeper } from './landing.ts';
import { withStore } from './within-limits.ts';

export type Asked = (
  | {
      readonly kind: 'dream';
      readonly dreamt: Dreamt;
      readonly draft: string | undefined;
      readonly leftOut: readonly LeftOut[];
      /** What was said and under which code, for whoever judges it again later. */
      readonly answer: KeptAnswer | undefined;
      /** Why it is not from the model that was chosen. */
      readonly note: string | undefined;
    }
  | {
      readonly kind: 'failed';
      readonly isRejected: boolean;
      readonly reason: string;
      readonly message: string;
      readonly answer: KeptAnswer | undefined;
    }
) & { readonly bill: Bill };

/** As it lies in a draft. */
export const keptAnswer = z.object({
  v: z.literal(1),
  prompt: z.string(),
  code: z.string(),
  form: z.enum(forms),
  text: z.string(),
});
export type KeptAnswer = Readonly<z.infer<typeof keptAnswer>>;

/** So often in a row a model may fail before a night is written without it: a broken model must not keep an agent from ever waking. */
const patience = 3;
const temperature = 0.8;

/**
 * The dream of these facts: by rules, or from the answer of a model. An answer belongs to what was asked about, whatever the clock says by
 * now: if nothing new has happened since, the one that is kept is taken. One that cannot be read is not kept.
 */
export async function askForDream(
  sleeper: Sleeper,
  facts: Facts,
  id: string,
  dreamer: Dreamer | undefined,
  isForced: boolean,
): Promise<Asked> {
  const { world, home, settings } = sleeper;
  const byRules = (model: string, bill: Bill, note: string | undefined): Asked => ({
    ...{
      kind: 'dream',
      dreamt: dreamByRules(facts, id, model),
      draft: undefined,
      leftOut: [],
      answer: undefined,
      note,
      bill,
    },
  });
  if (dreamer === undefined || dreamer.source.kind === 'builtin') return byRules('builtin', emptyBill, undefined);
  const key = draftKey(facts, dreamer);
  const kept = withStore(world, home, (store) => parseKept(store.draft(key)));
  let bill = emptyBill;
  let answer = kept;
  if (answer === undefined) {
    const code = world.random(8);
    const asked = await askWithinLimits(sleeper, dreamer, {
      ...{ act: 'dream', night: id, schema: answerSchema(), isForced, secrets: settings.secrets },
      temperature: dreamer.temperature ?? settings.rem?.temperature ?? temperature,
      prompt: (form) => dreamPrompt(facts, code, form),
      byRules: () => printEntry(dreamByRules(facts, id, 'builtin').entry),
    });
    bill = asked.bill;
    if (asked.kind === 'failed') return withoutAnswer(sleeper, dreamer, asked, byRules);
    const text = netOf(settings).redact(asked.text);
    answer = { v: 1, prompt: promptVersion, code, form: asked.form, text };
    // From here it is paid for. Only a process that dies on this very line pays again.
    const bytes = Buffer.from(JSON.stringify(answer));
    withStore(world, home, (store) => store.keepDraft(key, bytes, facts.now));
    world.probe('draft');
  }
  const tasks = tasksAsked(facts, answer.code);
  const read = dreamFromAnswer(facts, id, dreamer.name, answer.text, { code: answer.code, tasks });
  if (read.kind === 'dream') {
    withStore(world, home, (store) => store.setMemo(streakOf(dreamer), undefined));
    return { ...read, draft: key, answer, note: undefined, bill };
  }
  withStore(world, home, (store) => store.dropDraft(key));
  return withoutAnswer(sleeper, dreamer, { kind: 'malformed', message: read.reason, bill, answer }, byRules);
}

const streakOf = ({ name }: Dreamer): string => `streak:dream:${name}`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What is left of a night whose model gave nothing to dream of. */
function withoutAnswer(
  { world, home }: Sleeper,
  dreamer: Dreamer,
  trouble:
    | Extract<ModelAnswered, { kind: 'failed' }>
    | { readonly kind: 'malformed'; readonly message: string; readonly bill: Bill; readonly answer: KeptAnswer },
  byRules: (model: string, bill: Bill, note: string) => Asked,
): Asked {
  const { bill } = trouble;
  const { name } = dreamer;
  // A program's last words, or a provider's page, may hold what nobody should keep.
  const message = redactSecrets(trouble.message, { allow: [], sha256 });
  const reason = trouble.kind === 'malformed' ? 'malformed' : `model-${trouble.reason}`;
  // A limit is no failure: it is what its owner wanted, and sleep goes on without a model.
  if (reason === 'model-budget') return byRules(`builtin (outside the budget for ${name})`, bill, message);
  const count = withStore(world, home, (store) => {
    const known = store.memo(streakOf(dreamer)) ?? '';
    const next = (/^\d{1,6}$/u.test(known) ? Number(known) : 0) + 1;
    store.setMemo(streakOf(dreamer), String(next));
    return next;
  });
  if (count >= patience)
    return byRules(
      `builtin (after ${count} failures of ${name})`,
      bill,
      `${name} failed ${count} times in a row, this time: ${message}`,
    );
  return {
    kind: 'failed',
    isRejected: trouble.kind === 'malformed',
    reason,
    message: `${name}: ${message}`,
    bill,
    answer: trouble.kind === 'malformed' ? trouble.answer : undefined,
  };
}

/** A dream that landed has no draft any more. */
export function dropDraft({ world, home }: Sleeper, draft: string | undefined): void {
  if (draft === undefined) return;
  withStore(world, home, (store) => store.dropDraft(draft));
}

function parseKept(bytes: Uint8Array | undefined): KeptAnswer | undefined {
  if (bytes === undefined) return undefined;
  try {
    return keptAnswer.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data;
  } catch {
    // Kept by an earlier version, or torn: it is asked for again.
    return undefined;
  }
}

function draftKey({ digested, project, lastNight, agent }: Facts, { name }: Dreamer): string {
  const asked = [name, agent, digested, project.head, project.branch, lastNight?.id ?? null, promptVersion];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
