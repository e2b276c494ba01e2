// Something tried: what came of it, or the error that says why not.
import { DreamkeeperError } from '../errors/errors.ts';

/** Reading that worked, or the reason why not. */
export type Tried<Value> = { readonly value: Value } | { readonly error: DreamkeeperError };

export async function attempt<Value>(act: () => Value | Promise<Value>): Promise<Tried<Value>> {
  try {
    return { value: await act() };
  } catch (error) {
    if (error instanceof DreamkeeperError) return { error };
    throw error;
  }
}
