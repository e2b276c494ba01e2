// Something tried: what came of it, or the error that says why not.
import { type DreamkeeperError, unlessBug } from '../errors/errors.ts';

/** Reading that worked, or the reason why not. */
export type Tried<Value> = { readonly value: Value } | { readonly error: DreamkeeperError };

export async function attempt<Value>(act: () => Value | Promise<Value>): Promise<Tried<Value>> {
  const tried = async (): Promise<Tried<Value>> => ({ value: await act() });
  return tried().catch(unlessBug((error) => ({ error })));
}
