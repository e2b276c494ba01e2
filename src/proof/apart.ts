// Whether what is put together stands together: below another heading the same words can mean something else.
import type { MemoryOperation } from '../asking/asking.ts';
import type { Refusal, StagedFile } from '../change/change.ts';
import { type Unit, unitsIn, unitText } from './units.ts';

/** As the file itself has them, whatever the operation says of them. What another act brought the same night stands nowhere yet. */
export function apart(
  by: string,
  operations: readonly MemoryOperation[],
  staged: readonly StagedFile[],
  isApproved: boolean,
): (Refusal & { readonly operation: string })[] {
  const read = new Map<string, readonly Unit[]>();
  const scopesIn = (path: string, entry: string, version: 'before' | 'after' = 'before'): ReadonlySet<string> => {
    const units = read.get(`${version} ${path}`) ?? unitsIn(staged.find((file) => file.path === path)?.[version]);
    read.set(`${version} ${path}`, units);
    const text = unitText(entry);
    return new Set(units.flatMap((unit) => (unit.text === text ? [unit.scope] : [])));
  };
  return operations.flatMap(({ kind, name, path, takes, rests = [] }) => {
    // To stand below another heading can turn a ban into an order: that is for a person.
    const isElsewhere = (entry: string): boolean =>
      [...scopesIn(path, entry, 'after')].some((scope) => !scopesIn(path, entry).has(scope));
    if (kind === 'move' && !isApproved && takes.some(isElsewhere))
      return [
        { by, why: 'it would stand below another heading, where its words may mean something else', operation: name },
      ];
    const isPattern = kind === 'pattern' && !isApproved;
    const below = new Set(isPattern ? rests.flatMap((entry) => [...scopesIn(path, entry)]) : []);
    if (below.size > 1) return [{ by, why: 'they stand below different headings', operation: name }];
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
