// One proposal tried on a memory, alone: what the proof says of exactly the bytes that would land.
import type { MemoryOperation } from '../../src/asking/asking.ts';
import { netOf } from '../../src/change/change.ts';
import { identityOf, originOf } from '../../src/memory/memory.ts';
import { prove } from '../../src/proof/proof.ts';
import type { HandProposal } from './by-hand.ts';

const net = netOf({});

export interface Lived {
  readonly text: string;
  readonly origin: 'agent' | 'untrusted';
  readonly isPinned: boolean;
  readonly time: string;
}

export function livedFrom(lines: readonly string[]): Lived[] {
  return lines.map((line, at) => ({
    text: line.replace(/^[!?]/u, ''),
    origin: line.startsWith('?') ? 'untrusted' : 'agent',
    isPinned: line.startsWith('!'),
    time: `2026-01-${String(1 + (at % 28)).padStart(2, '0')}T10:00:00.000Z`,
  }));
}

export const printed = (texts: readonly string[]): string =>
  `# MEMORY.md\n\n${texts.map((text) => `- ${text}\n`).join('')}`;

/** What it would be refused for; none if it may land. Whoever proposes says honestly what it does: that is not what is tried here. */
export function tried(
  lived: readonly Lived[],
  proposal: HandProposal,
  more: { readonly origin?: 'agent' } = {},
): string[] {
  const textAt = (at: number): string => lived[at]?.text ?? '';
  const entry = (at: number): string => `- ${textAt(at)}`;
  const { takes, brings, rests } = effectOf(proposal);
  const gone = takes.map(textAt).filter((text) => !brings.includes(text));
  const origin = more.origin ?? originOf([...takes, ...rests].map((at) => lived[at]?.origin ?? null));
  const operation: MemoryOperation = {
    ...{ kind: proposal.kind, name: 'tried', path: 'MEMORY.md' },
    takes: takes.map(entry),
    brings: brings.map((text) => `- ${text}`),
    archives:
      proposal.kind === 'drop'
        ? []
        : gone.map((text) => `- ${identityOf(text).id} · MEMORY.md · MEMORY.md · why\n  - ${text}`),
    rests: rests.map(entry),
    origin,
  };
  const texts = lived.map(({ text }) => text);
  // What comes stands where it stood, or where the first of them stood.
  const stays = takes.find((at) => brings.includes(texts[at] ?? ''));
  const place = stays ?? Math.min(...takes, texts.length);
  const after = texts.flatMap((text, at) => [...(at === place ? brings : []), ...(takes.includes(at) ? [] : [text])]);
  if (place >= texts.length) after.push(...brings);
  const archive = '# Archive\n\n';
  const archived = `${archive}${(operation.archives ?? []).map((each) => `${each}\n`).join('')}`;
  const staged = [
    {
      path: 'MEMORY.md',
      before: Buffer.from(printed(texts)),
      after: Buffer.from(printed(after)),
      committed: undefined,
    },
    { path: 'memory/archive.md', before: Buffer.from(archive), after: Buffer.from(archived), committed: undefined },
  ];
  const byHash = new Map(lived.map((each) => [identityOf(each.text).sha256, each]));
  return prove({
    ...{ staged, net, takenThisWeek: 0, others: [] },
    acts: [
      {
        name: 'curate',
        paths: staged.map(({ path }) => path),
        memory: { operations: [operation], frame: [], without: () => undefined },
      },
    ],
    known: (_, words) => {
      const known = byHash.get(identityOf(words).sha256);
      return {
        isProtected: known === undefined || known.isPinned,
        origin: known?.origin ?? null,
        time: known?.time ?? null,
      };
    },
  }).map(({ why }) => why);
}

function effectOf(proposal: HandProposal): {
  readonly takes: readonly number[];
  readonly brings: readonly string[];
  readonly rests: readonly number[];
} {
  if (proposal.kind === 'reword') return { takes: [proposal.at], brings: [proposal.to], rests: [] };
  if (proposal.kind === 'merge') return { takes: proposal.of, brings: [proposal.to], rests: [] };
  if (proposal.kind === 'supersede') return { takes: [proposal.at], brings: [], rests: [proposal.by] };
  if (proposal.kind === 'pattern') return { takes: [], brings: [proposal.to], rests: proposal.of };
  return { takes: proposal.of, brings: [], rests: [] };
}
