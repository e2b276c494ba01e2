// Whether what is put together stands together: below another heading the same words can mean something else.
import type { MemoryOperation } from '../asking/asking.ts';
import type { Refusal, StagedFile } from '../change/change.ts';
import { type Unit, unitsIn, unitText } from './units.ts';

/** As the file itself has them, whatever the operation says of them. What another act brought the same night stands nowhere yet. */
export function apart(
  by: string,
  operations: readonly MemoryOperation[],
  staged: readonly StagedFile[],
): (Refusal & { readonly operation: string })[] {
  const read = new Map<string, readonly Unit[]>();
  const scopesIn = (path: string, entry: string): ReadonlySet<string> => {
    const units = read.get(path) ?? unitsIn(staged.find((file) => file.path === path)?.before);
    read.set(path, units);
    const text = unitText(entry);
    return new Set(units.flatMap((unit) => (unit.text === text ? [unit.scope] : [])));
  };
  return operations.flatMap(({ kind, name, path, takes, rests = [] }) => {
    if (kind !== 'merge' && kind !== 'supersede') return [];
    const taken = new Set(takes.flatMap((entry) => [...scopesIn(path, entry)]));
    const isBeside = (entry: string): boolean => {
      const scopes = scopesIn(path, entry);
      return scopes.size === 0 || taken.size === 0 || [...taken].some((scope) => scopes.has(scope));
    };
    return taken.size <= 1 && rests.every(isBeside)
      ? []
      : [{ by, why: 'they stand below different headings', operation: name }];
  });
}
