// A second act, as real as one that will come: it asks which line of LEARNT.md is stale, puts a better one in its place, and keeps a diary of two lines.
import type { Act, Proposal, ReadAnswer } from '../../src/asking/asking.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

/** The line it speaks of has to be there, whoever wrote the file meanwhile. */
function better(content: Uint8Array | undefined, stale: string, fresh: string): Uint8Array {
  const lines = textOf(content).split('\n');
  const at = lines.indexOf(stale);
  if (at === -1)
    throw new DreamkeeperError('E_CHANGED_MEANWHILE', `"${stale}" is not in LEARNT.md any more`, {
      hint: 'Nothing was changed.',
    });
  return Buffer.from(lines.with(at, fresh).join('\n'));
}

function proposal(stale: string, fresh: string, model: string): Proposal {
  return {
    edits: [
      { path: 'LEARNT.md', rule: 'refuse', edit: (content) => better(content, stale, fresh) },
      {
        ...{ path: 'DREAMS.md', rule: 'append' },
        edit: (content) =>
          Buffer.concat([Buffer.from(content ?? []), Buffer.from(`- was: ${stale}\n- is: ${fresh}\n`)]),
      },
    ],
    part: { lines: 1, stale },
    ...{ reason: 'tidied', message: `one line put right (${fresh})`, subject: `tidy: ${fresh}`, model, leftOut: [] },
  };
}

/** `old fact -> new fact`. */
function read(text: string, model: string): ReadAnswer {
  const [stale = '', fresh = ''] = text.trim().split(' -> ');
  if (fresh === '') return { kind: 'malformed', reason: 'it has no arrow' };
  return { kind: 'proposal', proposal: proposal(stale, fresh, model) };
}

export interface Tidying {
  /** What it does instead of gathering. */
  readonly instead?: () => void;
}

export function tidyAct({ instead }: Tidying = {}): Act {
  return {
    name: 'tidy',
    kind: 'tidy',
    triggers: ['idle'],
    gather: async ({ world, home }) => {
      instead?.();
      const memory = textOf(world.files.read(home.home, 'LEARNT.md'));
      const [first] = memory.split('\n').filter((line) => line.startsWith('- old'));
      if (first === undefined)
        return { kind: 'not now', outcome: 'noop', reason: 'tidy', message: 'memory is in order' };
      return {
        kind: 'ready',
        question: {
          ...{ version: 'tidy/1', temperature: 0, schema: undefined, about: [memory] },
          prompt: (code) => ({ system: `Answer with code ${code}.`, prompt: memory }),
          offline: () => `${first} -> ${first.replace('old', 'new')}`,
        },
        byRules: (model) => read(`${first} -> ${first.replace('old', 'new')}`, model),
        read: ({ text }, model) => read(text, model),
      };
    },
  };
}
