// What sleeping took: calls, tokens, money and time, from the receipts of this machine.
import type { CountedReceipt } from '../night/night.ts';
import type { MorningCost } from './morning-types.ts';
import { costInWords } from './told.ts';

/** `nights` are the ids of those that are told of. A receipt that stands for several equal ones tells what the last of them took. */
export function costOf(receipts: readonly CountedReceipt[], nights: readonly string[]): MorningCost {
  const known = new Set(receipts.map(({ id }) => id));
  const asked = receipts.filter(({ calls }) => calls > 0);
  const sum = (of: (receipt: CountedReceipt) => number): number =>
    receipts.reduce((total, each) => total + of(each), 0);
  const models = asked.flatMap(({ model, acts }) => {
    const named = acts.filter(({ calls }) => calls > 0).flatMap((act) => act.model ?? []);
    return named.length > 0 ? named : [model];
  });
  const cost = {
    isWhole: nights.every((id) => known.has(id)),
    calls: sum(({ calls }) => calls),
    tokens: sum(({ tokens }) => tokens.input + tokens.output),
    usd: asked.some(({ usd }) => usd === null) ? null : sum(({ usd }) => usd ?? 0),
    seconds:
      Math.round(sum(({ startedAt, endedAt }) => Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))) / 100) / 10,
    models: [...new Set(models)],
  };
  return { ...cost, told: costInWords(cost, receipts.length) };
}
