// Several edits of one file are one edit: each is made on what the one before it left.
import type { FileEdit, FileRule, HowUndone } from './change-types.ts';

/** From what gives way to what does not: where edits of one file differ, the one that gives least has its way. */
const fromLenient: readonly FileRule[] = ['yield', 'append', 'merge', 'refuse'];

export const ruleOf = ({ rule, isHosts }: FileEdit): FileRule => rule ?? (isHosts === true ? 'yield' : 'merge');

export const undoOf = ({ undo, isHosts }: FileEdit): HowUndone => undo ?? (isHosts === true ? 'never' : 'reverse');

/** One edit for each path, in the order in which the paths first came. What is committed as it lies there cannot be edited as well. */
export function folded(files: readonly FileEdit[]): readonly FileEdit[] {
  const byPath = Map.groupBy(files, ({ path }) => path);
  return [...byPath.values()].map(([first, ...more]) => {
    if (first === undefined || more.length === 0) return first as FileEdit;
    const all = [first, ...more];
    if (all.some(({ isTheirs }) => isTheirs === true)) throw new TypeError(`${first.path} is theirs, and is edited`);
    return {
      path: first.path,
      isHosts: all.some(({ isHosts }) => isHosts === true),
      isOnDisk: all.some(({ isOnDisk }) => isOnDisk === true),
      undo: new Set(all.map(undoOf)).size === 1 ? undoOf(first) : 'never',
      rule: fromLenient.findLast((rule) => all.some((edit) => ruleOf(edit) === rule)) ?? ruleOf(first),
      edit: async (content) => {
        let next = content;
        for (const { edit } of all) next = await edit(next);
        return next;
      },
    };
  });
}
