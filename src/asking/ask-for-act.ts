// An act asks: what a model says is kept before it is read, and when it cannot be had three times in a row, rules take over.
import { netOf, withStore } from '../change/change.ts';
import { hashOf } from '../journal/journal.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import type { AgentHome } from '../world/world.ts';
import type { ActQuestion, Proposal, Ready } from './act.ts';
import { type Asking, askWithinLimits } from './ask-model.ts';
import { type Bill, type Dreamer, emptyBill } from './dreamer.ts';
import { type KeptAnswer, parseKept } from './kept-answer.ts';
import type { NoAnswer } from './within-limits.ts';

export type ActAsked = (
  | {
      readonly kind: 'proposal';
      readonly proposal: Proposal;
      readonly draft: string | undefined;
      /** Why it is not from the model that was chosen. */
      readonly note: string | undefined;
    }
  | {
      readonly kind: 'failed';
      readonly isRejected: boolean;
      readonly reason: string;
      readonly message: string;
      /** What was said and could not be read. */
      readonly refused?: KeptAnswer;
    }
) & { readonly bill: Bill };

interface AskedBy extends Pick<Asking, 'act' | 'night' | 'isForced' | 'signal'> {
  /** Milliseconds that are left of the night. */
  readonly left: () => number;
}

/** So often in a row a model may fail before a night is written without it: a broken model must not keep an agent from ever waking. */
const patience = 3;

/**
 * The proposal of an act: by rules, or from the answer of a model. An answer belongs to what was asked about, whatever the clock says by now:
 * if nothing new has happened since, the one that is kept is taken. One that cannot be read is not kept.
 */
export async function askForAct(
  home: AgentHome,
  ready: Ready,
  dreamer: Dreamer | undefined,
  by: AskedBy,
): Promise<ActAsked> {
  const { question } = ready;
  const byRules = (model: string, bill: Bill, note: string | undefined): ActAsked => {
    const read = ready.byRules(model);
    return read.kind === 'proposal'
      ? { ...read, draft: undefined, note, bill }
      : { kind: 'failed', isRejected: true, reason: 'unreadable', message: read.reason, bill };
  };
  if (question === undefined || dreamer === undefined || dreamer.source.kind === 'builtin')
    return byRules('builtin', emptyBill, undefined);
  const { world, home: place } = home;
  const key = draftKey(question, dreamer);
  const kept = withStore(world, place, (store) => parseKept(store.draft(key)));
  const asked =
    kept === undefined ? await askAndKeep(home, question, dreamer, by, key) : { answer: kept, bill: emptyBill };
  if ('kind' in asked) return withoutAnswer(home, by.act, dreamer, asked, byRules);
  const { answer, bill } = asked;
  const read = ready.read(answer, dreamer.name);
  if (read.kind === 'proposal') {
    withStore(world, place, (store) => store.setMemo(streakOf(by.act, dreamer), undefined));
    return { kind: 'proposal', proposal: read.proposal, draft: key, note: undefined, bill };
  }
  withStore(world, place, (store) => store.dropDraft(key));
  return withoutAnswer(home, by.act, dreamer, { kind: 'malformed', message: read.reason, bill, answer }, byRules);
}

async function askAndKeep(
  home: AgentHome,
  { prompt, offline, schema, temperature, version, copy }: ActQuestion,
  dreamer: Dreamer,
  { act, night, isForced, left, signal }: AskedBy,
  key: string,
): Promise<NoAnswer | { readonly answer: KeptAnswer; readonly bill: Bill }> {
  const { world, home: place, settings } = home;
  const code = world.random(8);
  const given = { act, night, isForced, left, signal, temperature: dreamer.temperature ?? temperature };
  const asked =
    dreamer.takesTurn === undefined || copy === undefined
      ? await askWithinLimits(home, dreamer, {
          ...{ ...given, schema, secrets: settings.secrets, byRules: offline },
          prompt: (form) => prompt(code, form),
        })
      : await dreamer.takesTurn(home, dreamer, { ...given, ...netOf(settings).within(prompt(code, 'text')), copy });
  if (asked.kind === 'failed') return asked;
  const text = netOf(settings).redact(asked.text);
  const answer: KeptAnswer = { v: 1, prompt: version, code, form: asked.form, text };
  // From here it is paid for. Only a process that dies on this very line pays again.
  const bytes = Buffer.from(JSON.stringify(answer));
  withStore(world, place, (store) => store.keepDraft(key, bytes, world.now().toISOString()));
  world.probe('draft');
  return { answer, bill: asked.bill };
}

const streakOf = (act: string, { name }: Dreamer): string => `streak:${act}:${name}`;

/** What is left of an act whose model gave nothing to go by. */
function withoutAnswer(
  { world, home }: AgentHome,
  act: string,
  dreamer: Dreamer,
  trouble:
    | NoAnswer
    | { readonly kind: 'malformed'; readonly message: string; readonly bill: Bill; readonly answer: KeptAnswer },
  byRules: (model: string, bill: Bill, note: string) => ActAsked,
): ActAsked {
  const { bill } = trouble;
  const { name } = dreamer;
  // A program's last words, or a provider's page, may hold what nobody should keep.
  const message = redactSecrets(trouble.message);
  const reason = trouble.kind === 'malformed' ? 'malformed' : `model-${trouble.reason}`;
  // A limit is no failure: it is what its owner wanted, and sleep goes on without a model.
  if (reason === 'model-budget') return byRules(`builtin (outside the budget for ${name})`, bill, message);
  // Nor is it one of the model's if somebody stops it.
  if (reason === 'model-stopped') return { kind: 'failed', isRejected: false, reason: 'stopped', message, bill };
  const count = withStore(world, home, (store) => {
    const known = store.memo(streakOf(act, dreamer)) ?? '';
    const next = (/^\d{1,6}$/u.test(known) ? Number(known) : 0) + 1;
    store.setMemo(streakOf(act, dreamer), String(next));
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
    ...(trouble.kind === 'malformed' ? { refused: trouble.answer } : {}),
  };
}

/** What has landed has no draft any more. */
export function dropDraft({ world, home }: AgentHome, draft: string): void {
  withStore(world, home, (store) => store.dropDraft(draft));
}

function draftKey({ about, version }: ActQuestion, { name }: Dreamer): string {
  return hashOf(JSON.stringify([name, ...about, version]));
}
