// A memory of 50 entries as an agent would leave it in its copy: what a proposal comes to if somebody writes it into the file, and what a file can suffer besides.

import { netOf } from '../../src/change/change.ts';
import { whyHarmful } from '../../src/curate/answer.ts';
import { carriedOut } from '../../src/curate/carried-out.ts';
import { type Copy, writtenIn } from '../../src/curate/copy.ts';
import type { Held } from '../../src/curate/held.ts';
import { nameOf, needed, type Operation, together } from '../../src/curate/operations.ts';
import { type Planned, planned } from '../../src/curate/planned.ts';
import { rewritten } from '../../src/curate/rewritten.ts';
import { archivePath, identityOf, memoriesIn, memoryPath, withArchived } from '../../src/memory/memory.ts';
import { type Claimant, prove } from '../../src/proof/proof.ts';
import { readable, unitsIn } from '../../src/proof/units.ts';
import { dice, drawHarm, type Tried } from './drawn-proposals.ts';
import { type Lived, printed } from './tried.ts';

export interface Rewrite {
  readonly what: string;
  readonly memory: readonly Lived[];
  readonly after: string;
  /** That an entry went is, in a file, the wish to let go of it: it may be demoted, if it is little. */
  readonly mayDemote: boolean;
}

/** What the proposal would leave, if it were done. */
export function doneBy({
  what,
  memory,
  proposal,
}: Pick<Tried, 'what' | 'proposal'> & { readonly memory: readonly Lived[] }): Rewrite {
  const lines = memory.map(({ text }): string | undefined => text);
  const added: string[] = [];
  if (proposal.kind === 'reword') lines[proposal.at] = proposal.to;
  else if (proposal.kind === 'supersede') lines[proposal.at] = undefined;
  else if (proposal.kind === 'pattern') added.push(proposal.to);
  else {
    for (const at of proposal.of) lines[at] = undefined;
    if (proposal.kind === 'merge') lines[proposal.of[0] ?? 0] = proposal.to;
  }
  const after = printed([...lines, ...added].flatMap((line) => (line === undefined || line === '' ? [] : [line])));
  const goes = lines.some((line) => line === undefined || line === '');
  return { what, memory, after, mayDemote: goes };
}

/** What happens to files, and to no single operation. */
const toFiles: readonly ((
  lines: string[],
  roll: (most: number) => number,
) => readonly [what: string, lines: string[]])[] = [
  (lines, roll) => ['the end cut off', lines.slice(0, 3 + roll(lines.length - 4))],
  (lines, roll) => {
    const at = 2 + roll(lines.length - 3);
    return ['cut off within a line', [...lines.slice(0, at), (lines[at] ?? '').slice(0, 12)]];
  },
  (_, roll) => ['a summary', ['# MEMORY.md', '', `- All is well with ${roll(50)} things.`]],
  (lines) => ['emptied', lines.slice(0, 2)],
  (lines, roll) => {
    const at = 2 + roll(lines.length - 3);
    return [
      'two entries in one',
      lines.flatMap((line, each) =>
        each === at ? [`${line} ${(lines[at + 1] ?? '').slice(2)}`] : each === at + 1 ? [] : [line],
      ),
    ];
  },
  (lines, roll) => {
    const at = 3 + roll(lines.length - 3);
    return ['one below another', lines.map((line, each) => (each === at ? `  ${line}` : line))];
  },
  (lines, roll) => {
    const at = 2 + roll(lines.length - 2);
    return ['struck out', lines.map((line, each) => (each === at ? `- ~~${line.slice(2)}~~` : line))];
  },
  (lines, roll) => {
    const at = 2 + roll(lines.length - 2);
    return ['called obsolete', lines.map((line, each) => (each === at ? `${line} (obsolete)` : line))];
  },
  (lines, roll) => {
    const at = 2 + roll(lines.length - 2);
    return [
      'below a heading that takes it back',
      lines.flatMap((line, each) => (each === at ? ['', '## Not true any more', '', line] : [line])),
    ];
  },
  (lines, roll) => {
    const [one, other] = [2 + roll(lines.length - 2), 2 + roll(lines.length - 2)];
    const number = (line: string | undefined): string | undefined => /\d+/u.exec(line ?? '')?.[0];
    const [first, second] = [number(lines[one]), number(lines[other])];
    const swap = (line: string, from: string | undefined, to: string | undefined): string =>
      from === undefined || to === undefined ? `${line} 7` : line.replace(from, to === from ? `${to}1` : to);
    return [
      'two values changed places',
      lines.map((line, each) =>
        each === one ? swap(line, first, second) : each === other ? swap(line, second, first) : line,
      ),
    ];
  },
];

/** Three in four are the proposals of the other set, the fourth is done to the file. */
export function drawRewrite(seed: number): Rewrite {
  const turn = Math.floor(seed / 4);
  const drawn = drawHarm(seed - turn);
  if (seed % 4 !== 3) return doneBy(drawn);
  const roll = dice(seed + 2_000_000);
  const lines = printed(drawn.memory.map(({ text }) => text))
    .trimEnd()
    .split('\n');
  const [what, left] = toFiles[turn % toFiles.length]?.(lines, roll) ?? ['as it was', lines];
  return { what, memory: drawn.memory, after: `${left.join('\n')}\n`, mayDemote: what === 'the end cut off' };
}

export interface Landed {
  readonly after: string;
  readonly archive: string;
  readonly operations: readonly Operation[];
  /** Whose words each of them says they are. */
  readonly origins: readonly (Planned['claim']['origin'] | null)[];
}

/** What a night would make of it: what is refused is left out, and the rest is looked at again. */
export function landed({ memory, after }: Pick<Rewrite, 'memory' | 'after'>): Landed {
  const before = printed(memory.map(({ text }) => text));
  const held = heldFrom(memory, before);
  const copy: Copy = { path: memoryPath, content: before, shown: held };
  const { operations } = rewritten(copy, after);
  const timeOf = (id: string): string | null => held.find((each) => each.id === id)?.time ?? null;
  let plans = together(operations)
    .kept.flatMap((each) => planned(each, held))
    .filter((plan): plan is Planned => typeof plan !== 'string')
    .filter((plan) => whyHarmful(plan, needed(plan.operation).map(timeOf)) === undefined);
  for (;;) {
    const result = carriedOut(
      Buffer.from(before),
      plans.map(({ step }) => step),
    );
    const archive =
      withArchived(
        undefined,
        plans.flatMap(({ archived }) => archived),
        '2026-11-19',
      ) ?? new Uint8Array();
    const refused = refusals(memory, before, result, archive, plans);
    if (refused.length === 0 || plans.length === 0)
      return {
        after: Buffer.from(result).toString(),
        archive: Buffer.from(archive).toString(),
        operations: plans.map(({ operation }) => operation),
        origins: plans.map(({ claim }) => claim.origin ?? null),
      };
    const names = new Set(refused.map(({ operation }) => operation));
    plans = names.has(undefined) ? [] : plans.filter(({ operation }) => !names.has(nameOf(operation)));
  }
}

function heldFrom(memory: readonly Lived[], before: string): Held[] {
  const placed = memoriesIn(memoryPath, Buffer.from(before));
  return writtenIn(before).map(({ raw, section, isPlain }, at) => {
    const { text, origin, isPinned, time } = memory[at] as Lived;
    const { id, sha256 } = identityOf(text);
    const isElsewhere = false;
    return {
      id,
      sha256,
      text,
      raw,
      section,
      origin,
      time,
      isOurs: !isPinned,
      isElsewhere,
      day: null,
      isPlain,
      from: placed[at]?.from ?? 0,
    };
  });
}

function refusals(
  memory: readonly Lived[],
  before: string,
  result: Uint8Array,
  archive: Uint8Array,
  plans: readonly Planned[],
): ReturnType<typeof prove> {
  const claims = plans.map(({ claim }) => claim);
  const archived = new Set(claims.flatMap(({ archives = [] }) => archives));
  const frame = unitsIn(archive)
    .map(({ text }) => readable(text))
    .filter((text) => !archived.has(text))
    .map((brings) => ({ path: archivePath, brings }));
  const act: Claimant = {
    ...{ name: 'curate', paths: [memoryPath, archivePath] },
    memory: { operations: claims, frame: archived.size === 0 ? [] : frame, without: () => undefined },
  };
  const byHash = new Map(memory.map((each) => [identityOf(each.text).sha256, each]));
  return prove({
    ...{ net: netOf({}), takenThisWeek: 0, others: [], acts: [act] },
    staged: [
      { path: memoryPath, before: Buffer.from(before), after: result, committed: undefined },
      ...(archived.size === 0 ? [] : [{ path: archivePath, before: undefined, after: archive, committed: undefined }]),
    ],
    known: (_, words) => {
      const known = byHash.get(identityOf(words).sha256);
      return {
        isProtected: known === undefined || known.isPinned,
        origin: known?.origin ?? null,
        time: known?.time ?? null,
      };
    },
  });
}
