// What can be done to memory, as data: small operations on the ids of entries. A model names them, rules name them, and only we carry them out.

export type Operation =
  /** Several that say the same become one; `to` is how it reads then. */
  | { readonly kind: 'merge'; readonly of: readonly string[]; readonly to: string; readonly why: string }
  /** It is stale: it goes to the archive. */
  | { readonly kind: 'demote'; readonly id: string; readonly why: string }
  /** A newer entry, which stays, has taken its place. */
  | { readonly kind: 'supersede'; readonly id: string; readonly by: string; readonly why: string }
  /** The same in other words. */
  | { readonly kind: 'reword'; readonly id: string; readonly to: string; readonly why: string }
  /** It stands behind another one from now on. */
  | { readonly kind: 'move'; readonly id: string; readonly after: string; readonly why: string }
  /** What several entries have in common, said once more; they stay. */
  | { readonly kind: 'pattern'; readonly of: readonly string[]; readonly to: string; readonly why: string };

export type OperationKind = Operation['kind'];

/** The entries that it changes or takes out. */
export function takenBy(operation: Operation): readonly string[] {
  if (operation.kind === 'merge') return operation.of;
  return operation.kind === 'pattern' ? [] : [operation.id];
}

/** The entries that it needs as they are. */
export function needed(operation: Operation): readonly string[] {
  if (operation.kind === 'supersede') return [operation.by];
  if (operation.kind === 'move') return [operation.after];
  return operation.kind === 'pattern' ? operation.of : [];
}

/** By which it goes in receipts, and by which it is known again whatever its words are. */
export function nameOf(operation: Operation): string {
  const { kind } = operation;
  const ids = [...takenBy(operation), ...(kind === 'pattern' ? operation.of : [])];
  return `${kind} ${ids.join(' ')}${kind === 'supersede' ? ` by ${operation.by}` : ''}`;
}

/** What a refusal is about: to take an entry out is the same wish, however it is called and whatever is said for it. */
export function wishOf(operation: Operation): string {
  const { kind } = operation;
  const ids = [...new Set([...takenBy(operation), ...(kind === 'pattern' ? operation.of : [])])].toSorted();
  return `${kind === 'supersede' ? 'demote' : kind} ${ids.join(' ')}`;
}

/** Those that fit together: no entry is taken twice, and none that another needs. What comes first has its way. */
export function together(operations: readonly Operation[]): { readonly kept: Operation[]; readonly left: Operation[] } {
  const [kept, left]: [Operation[], Operation[]] = [[], []];
  const taken = new Set<string>();
  const kepts = new Set<string>();
  for (const operation of operations) {
    const [takes, needs] = [takenBy(operation), needed(operation)];
    const isFree =
      new Set(takes).size === takes.length &&
      takes.every((id) => !taken.has(id) && !kepts.has(id) && !needs.includes(id)) &&
      needs.every((id) => !taken.has(id));
    if (!isFree) {
      left.push(operation);
      continue;
    }
    for (const id of takes) taken.add(id);
    for (const id of needs) kepts.add(id);
    kept.push(operation);
  }
  return { kept, left };
}
