// A model asked for an answer within its limits, in the strictest form it knows: first as it worked last, then in weaker ones.
import { type AllowedSecrets, netOf, withStore } from '../change/change.ts';
import { estimatedTokens, type Form, forms, startOf } from '../config/config.ts';
import type { ModelFailure, ModelOutcome, Place, Store } from '../world/world.ts';
import { type Bill, type Dreamer, emptyBill } from './dreamer.ts';
import { type CallRequest, type NoAnswer, withinLimits } from './within-limits.ts';

/** What is asked, for each form an answer may be asked in. */
export interface Asking
  extends AllowedSecrets,
    Pick<CallRequest<ModelFailure>, 'act' | 'night' | 'isForced' | 'signal' | 'left'> {
  readonly temperature: number;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  prompt(form: Form): { readonly system: string; readonly prompt: string };
  byRules(): string;
}

export type ModelAnswered =
  | { readonly kind: 'answer'; readonly text: string; readonly form: Form; readonly bill: Bill }
  | NoAnswer;

/** What a provider says that does not know the form it was asked for. */
const formStatuses: ReadonlySet<number | null> = new Set([400, 415, 422, 501]);

export async function askWithinLimits(place: Place, dreamer: Dreamer, asking: Asking): Promise<ModelAnswered> {
  const { source } = dreamer;
  // Rules cost nothing, and nobody has to count them.
  if (source.kind === 'builtin') return { kind: 'answer', text: asking.byRules(), form: 'text', bill: emptyBill };
  const { act, night, isForced, signal, temperature, byRules } = asking;
  const besides = source.kind === 'command' ? startOf(source.argv).besides : 0;
  let form = withStore(place.world, place.home, (store) => formFor(dreamer, store));
  const asked = await withinLimits<Exclude<ModelOutcome, ModelFailure>>(place, dreamer, {
    act,
    night,
    isForced,
    signal,
    left: asking.left,
    next: () => {
      // Whoever words a question may have missed one; nothing is sent that did not pass the net.
      const { system, prompt } = netOf(asking).within(asking.prompt(form));
      const schema = form === 'schema' ? asking.schema : undefined;
      return {
        // All that is sent, also the form that is asked for, and what a program is known to add.
        input: estimatedTokens(system + prompt + (schema === undefined ? '' : JSON.stringify(schema))) + besides,
        send: (room) => place.world.models.ask(source, { system, prompt, form, temperature, byRules, schema, ...room }),
      };
    },
    isOtherwise: ({ reason, status }) => {
      const weaker = forms[forms.indexOf(form) + 1];
      if (reason !== 'request' || !formStatuses.has(status) || weaker === undefined) return false;
      form = weaker;
      return true;
    },
    answered: (store) => store.setMemo(`form:${dreamer.name}`, form),
  });
  if (asked.kind === 'failed') return asked;
  return { kind: 'answer', text: asked.answer.text, form, bill: asked.bill };
}

/** What worked last; else what the operator set, or the strictest there is. A program is asked for text. */
function formFor({ source, name }: Dreamer, store: Store): Form {
  if (source.kind === 'command' || source.kind === 'builtin') return 'text';
  const known = forms.find((form) => form === store.memo(`form:${name}`));
  // An operator who asks for less than what worked has a reason.
  return known === undefined || forms.indexOf(known) < forms.indexOf(source.form) ? source.form : known;
}
