// The same over the ledger, line by line as verbs and nights write it: a pin stays with its memory through a thousand edits, and what vanished is known to be gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upkeepOf } from '../../src/facts/facts.ts';
import { readNotes } from '../../src/facts/notes.ts';
import { memoryMarks, type PinLine, readLedger, withLedgerLine } from '../../src/journal/journal.ts';
import { memoryPath, recordOf } from '../../src/memory/memory.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { fc } from '../drawn.ts';
import { edits, newWords, printed, type Told } from './person-edits.ts';

/** A home that is one file, in memory. */
function homeWith(content: Buffer): readonly [World, FoundHome] {
  const files = { list: () => [], read: (_: string, path: string) => (path === memoryPath ? content : undefined) };
  return [{ files } as unknown as World, { home: '/home' } as FoundHome];
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567';
let changes = 0;
const nextId = (): string => {
  changes += 1;
  const digits = changes.toString(32).padStart(10, '0');
  return `p-${[...digits].map((digit) => letters[Number.parseInt(digit, 32)]).join('')}`;
};
const time = (at: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString();
const textOf = ({ words }: Told): string => words.join(' ');

test('pins follow their memories through a thousand edits, tombstones name what vanished, and the same words bring it back', () => {
  let [followed, gone, back] = [0, 0, 0];
  const names = [...Object.keys(edits), 'brought back'];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), fc.nat()), { minLength: 10, maxLength: 10 }), (life) => {
      let told: readonly Told[] = Array.from({ length: 6 }, (_, at) => ({
        ...{ words: newWords(), section: at % 3, id: undefined },
      }));
      let ledger: Uint8Array | undefined;
      const lost: Told[] = [];
      let clock = 0;
      for (const [name, which] of [['added', 0] as const, ...life]) {
        const returned = name === 'brought back' ? lost.pop() : undefined;
        if (returned !== undefined) back += 1;
        const before = told;
        told =
          name === 'brought back'
            ? [...told, ...(returned === undefined ? [] : [returned])]
            : (edits[name]?.(told, which % Math.max(1, told.length)) ?? told);
        const content = printed(told);
        const read = readNotes(...homeWith(content), readLedger(ledger));
        const byText = new Map(read.notes.map((note) => [note.text, note]));
        for (const each of told) {
          const note = byText.get(textOf(each));
          assert.ok(note !== undefined, `${name}: it is there`);
          if (each.id === undefined) assert.equal(note.pinned, null, `${name}: what is new is pinned by nobody`);
          else assert.deepEqual([note.id, note.pinned], [each.id, 'verb'], `${name}: the pin stays with it`);
          followed += each.id === undefined ? 0 : 1;
        }
        // What is new is pinned, each in a line of its own; the first also says what became of the others.
        let { upkeep } = read;
        for (const each of told.filter(({ id }) => id === undefined)) {
          const note = byText.get(textOf(each));
          const placed = read.placed.find(({ text }) => text === textOf(each));
          assert.ok(note !== undefined && placed !== undefined);
          clock += 1;
          const line: PinLine = {
            ...{ kind: 'pin', id: nextId(), agent: 'agent', time: time(clock), pinned: true },
            ...{ memory: note.id, sha256: note.sha256, ...recordOf(placed, read.placed), ...upkeepOf(upkeep) },
          };
          upkeep = { edited: [], gone: [] };
          ledger = withLedgerLine(ledger, line);
        }
        if (upkeep.edited.length + upkeep.gone.length > 0) {
          // As any verb would: the pin of one that is there, said again.
          const some = read.placed[0];
          const note = some === undefined ? undefined : byText.get(some.text);
          if (some !== undefined && note !== undefined) {
            clock += 1;
            ledger = withLedgerLine(ledger, {
              ...{ kind: 'pin', id: nextId(), agent: 'agent', time: time(clock), pinned: true },
              ...{ memory: note.id, sha256: note.sha256, ...recordOf(some, read.placed), memories: upkeep },
            });
          }
        }
        const ids = new Map(told.map((each) => [textOf(each), byText.get(textOf(each))?.id]));
        const vanished = before.filter(({ id }) => id !== undefined && ![...ids.values()].includes(id));
        const marks = memoryMarks(readLedger(ledger));
        if (told.length > 0)
          for (const { id = '' } of vanished) assert.ok(marks.gone.has(id), `${name}: ${id} is gone`);
        for (const id of ids.values()) assert.ok(!marks.gone.has(id ?? ''), `${name}: what is there is not gone`);
        gone += vanished.length;
        lost.push(...vanished);
        told = told.map((each) => ({ ...each, id: ids.get(textOf(each)) }));
      }
    }),
    { numRuns: 100, seed: 21 },
  );
  assert.ok(followed > 1000 && gone > 100 && back > 20, `${followed} followed, ${gone} gone, ${back} back`);
});
