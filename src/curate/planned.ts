// Operations on ids, as what they come to in the file: which entries go, what comes, what is kept in the archive, and whose words it is.
import type { MemoryOperation } from '../asking/asking.ts';
import { type Archived, memoryPath, originOf, pathOf, printArchived, scopeOf } from '../memory/memory.ts';
import { oneLine } from '../text/text.ts';
import type { Step } from './carried-out.ts';
import type { Held } from './held.ts';
import { nameOf, needed, type Operation, takenBy } from './operations.ts';
import { reworded } from './wording.ts';

export interface Planned {
  readonly operation: Operation;
  readonly step: Step;
  readonly claim: MemoryOperation;
  readonly archived: readonly Archived[];
}

/** Why it makes no sense here; else what it comes to. Whether it may be done is asked elsewhere. */
export function planned(operation: Operation, held: readonly Held[]): Planned | string {
  const entries = (id: string): Held[] => held.filter((each) => each.id === id);
  const ids = [...takenBy(operation), ...needed(operation)];
  const unknown = ids.find((id) => entries(id).length === 0);
  if (unknown !== undefined) return `${oneLine(unknown, 20)} is no entry of MEMORY.md`;
  const takes = takenBy(operation)
    .flatMap(entries)
    .toSorted((one, other) => one.from - other.from);
  const isTogether = ['merge', 'supersede', 'pattern'].includes(operation.kind);
  const scope = scopeOf((takes[0] ?? entries(ids[0] ?? '')[0])?.section ?? []);
  const isHere = ({ section }: Held): boolean => !isTogether || scopeOf(section) === scope;
  const rests = needed(operation).flatMap((id) => entries(id).find(isHere) ?? entries(id).slice(0, 1));
  if (takes.some(({ isOurs }) => !isOurs)) return 'it is protected: pinned, or not known to be the agent’s';
  if (![...takes, ...rests].every(isHere)) return 'they stand below different headings';
  if (operation.kind === 'move' && [...takes, ...rests].some(isStep))
    return 'it is a step, and stands where it is done';
  const brings = broughtBy(operation, takes, rests);
  if (brings === '') return 'nothing is left of it';
  const isWorded = operation.kind === 'reword' || operation.kind === 'merge';
  if (isWorded && takes.some(({ isPlain }) => !isPlain))
    return 'it is more than one line, and only those are worded anew';
  if (operation.kind === 'reword' && takes.some(({ raw }) => raw === brings)) return 'it reads like that already';
  const gone = takes.filter(({ raw }) => raw !== brings);
  const archived = gone.map(({ id, raw, section }): Archived => {
    const why = oneLine(operation.why, 200) || operation.kind;
    return { id, path: memoryPath, section: pathOf(section), why, text: raw.replaceAll('\r\n', '\n') };
  });
  const behind = operation.kind === 'move' ? rests[0] : operation.kind === 'pattern' ? rests.at(-1) : undefined;
  return {
    ...{ operation, archived },
    // One that stays as it is stays where it is.
    step: {
      takes: takes.toSorted((one, other) => Number(other.raw === brings) - Number(one.raw === brings)),
      brings,
      behind,
    },
    claim: {
      ...{ kind: operation.kind, name: nameOf(operation), path: memoryPath },
      takes: takes.map(({ raw }) => raw),
      brings: brings === undefined ? [] : [brings],
      archives: archived.map((each) => printArchived(each).replace(/\n$/u, '')),
      rests: operation.kind === 'move' ? [] : rests.map(({ raw }) => raw),
      origin: originOf([...takes, ...(operation.kind === 'pattern' ? rests : [])].map(({ origin }) => origin)),
    },
  };
}

function broughtBy(operation: Operation, takes: readonly Held[], rests: readonly Held[]): string | undefined {
  const { kind } = operation;
  if (kind === 'demote' || kind === 'supersede') return undefined;
  if (kind === 'move') return takes[0]?.raw ?? '';
  if (kind === 'pattern')
    return reworded(rests.at(-1)?.isPlain === true ? leadOf(rests.at(-1)?.raw) : '- ', operation.to);
  const first = takes[0]?.raw ?? '';
  const same = takes.find(({ raw }) => reworded(raw, operation.to) === raw);
  return same?.raw ?? reworded(first, operation.to);
}

/** "2. Run the tests", "Then build it": what is done first and what later is said by the place alone. */
const isStep = ({ raw }: Held): boolean =>
  /^\s*(?:\d{1,9}[.)]\s|[-*+]\s+(?:first|second|third|then|next|after|finally|last)(?:ly|wards)?\b)/iu.test(raw);

const leadOf = (raw = ''): string => /^\s*(?:[-*+]|\d{1,9}[.)])\s+/u.exec(raw)?.[0] ?? '';
