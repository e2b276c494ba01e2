// Which of the pieces that were found are remembered, and not only repeated from the web or from another program's tool.
import { tryOr } from '../errors/errors.ts';
import { ledgerPath, memoryMarks, readLedger } from '../journal/journal.ts';
import { memoriesIn, memoryPath, type WrittenNote } from '../memory/memory.ts';
import type { Place } from '../world/world.ts';
import type { FoundChunk } from './find.ts';
import type { Source } from './sources.ts';

/** The ledger is read only if somebody asks about a memory. Where it says nothing of one, it is what a person or the agent wrote. */
export function ownWordsIn({ world, home }: Place): (chunk: FoundChunk<Source>) => boolean {
  let strangers: ReadonlySet<string> | undefined;
  const known = (): ReadonlySet<string> => {
    const ledger = tryOr(() => readLedger(world.files.read(home.home, ledgerPath)));
    const all = ledger === undefined ? [] : [...memoryMarks(ledger).known.values()];
    return new Set(all.flatMap(({ origin, sha256 }) => (origin === 'untrusted' ? [sha256] : [])));
  };
  const entries = new Map<Source, readonly WrittenNote[]>();
  return ({ file, line, endLine }) => {
    if (file.origin !== 'memory' && file.origin !== 'notes') return file.origin === 'self';
    strangers ??= known();
    if (strangers.size === 0) return true;
    const path = file.origin === 'memory' ? memoryPath : file.path;
    const all = entries.get(file) ?? memoriesIn(path, file.content);
    entries.set(file, all);
    const here = all.filter((each) => each.line <= endLine && each.endLine >= line);
    return !here.some(({ sha256 }) => strangers?.has(sha256) === true);
  };
}
