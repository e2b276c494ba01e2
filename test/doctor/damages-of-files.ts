// What can happen to what people and programs write: the board, the settings, the records.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { type Damage, edit, put } from './damage.ts';

export const damagesOfFiles: readonly Damage[] = [
  {
    what: 'the board is a folder',
    does: (h) => {
      rmSync(h.path('plan.org'));
      mkdirSync(h.path('plan.org'));
    },
    says: ['board-unreadable'],
    isError: true,
  },
  {
    what: 'the board is no text',
    does: (h) => put(h.path('plan.org'), Buffer.from([0, 1, 2, 0, 255, 0])),
    says: ['board-binary'],
    isError: true,
  },
  {
    what: 'a merge left its marks in the board',
    does: (h) =>
      appendFileSync(h.path('plan.org'), '<<<<<<< HEAD\n** TODO mine\n=======\n** TODO yours\n>>>>>>> theirs\n'),
    says: ['board-conflict'],
  },
  {
    what: 'a merge left its marks in MEMORY.md',
    does: (h) => appendFileSync(h.path('MEMORY.md'), '<<<<<<< HEAD\n- mine\n=======\n- yours\n>>>>>>> theirs\n'),
    says: ['memory-conflict'],
  },
  {
    what: 'MEMORY.md was saved as UTF-16',
    does: (h) => put(h.path('MEMORY.md'), Buffer.from('\uFEFF- mine\n', 'utf16le')),
    says: ['memory-encoding'],
  },
  {
    what: 'the settings are no YAML',
    does: (h) => put(h.path('dreamkeeper.yaml'), 'agent: [\n'),
    says: ['settings-unreadable'],
    isError: true,
  },
  {
    what: 'the settings name a program',
    does: (h) => appendFileSync(h.path('dreamkeeper.yaml'), 'hooks: rm -rf /\n'),
    says: ['settings-dangerous'],
    isError: true,
  },
  {
    what: 'the home has a later format',
    does: (h) => edit(h.path('dreamkeeper.yaml'), (text) => text.replace('format: 1', 'format: 2')),
    says: ['format-newer'],
    isError: true,
  },
  {
    what: 'lines of the record are torn',
    does: (h) => appendFileSync(h.path('_steps.jsonl'), '{"v":1,"to\n{"not":"ours"}\n'),
    says: ['steps-torn'],
  },
  {
    what: 'a receipt is torn',
    does: (h) => appendFileSync(h.hidden('receipts.jsonl'), '{"v":1,"id"\n'),
    says: ['receipts-torn'],
  },
  { what: 'the board is gone', does: (h) => rmSync(h.path('plan.org')), says: ['board-missing'], isError: true },
];
