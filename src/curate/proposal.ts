// What a curation proposes: two files edited, what it says of memory, and what the ledger is told.
import type { LeftOutLine, MemoryClaims, Proposal } from '../asking/asking.ts';
import type { Memories } from '../facts/facts.ts';
import type { CameToMemory } from '../journal/journal.ts';
import {
  archivePath,
  entriesIn,
  memoriesIn,
  memoryPath,
  type PlacedMemory,
  recordOf,
  withArchived,
} from '../memory/memory.ts';
import { counted, decodeUtf8 } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { archiveAttributes } from './attributes.ts';
import { carriedOut } from './carried-out.ts';
import { fingerprint, type Judged, type Turn } from './judged.ts';
import { nameOf, takenBy } from './operations.ts';
import type { Planned } from './planned.ts';
import type { Waiting } from './waiting.ts';

export interface Curated {
  readonly planned: readonly Planned[];
  readonly waiting: readonly Waiting[];
  readonly leftOut: readonly LeftOutLine[];
  readonly model: string;
  readonly memories: Memories;
  /** Entries, and how many of them no sleep may touch. */
  readonly entries: number;
  readonly outOfReach: number;
  /** Not done tonight, because a night takes only so much. */
  readonly later: number;
  /** What else a person should know of how it was done. */
  readonly notes?: readonly string[] | undefined;
  /** The files as they were when it was planned: by the time that a check drops one of its operations, the home is read with its edits. */
  readonly before?: Before | undefined;
  /** What a model read, if one was asked. */
  readonly turn?: Turn | undefined;
}

interface Before {
  readonly memory: Uint8Array;
  readonly archive: Uint8Array | undefined;
}

export function proposalOf(home: AgentHome, curated: Curated): Proposal {
  const { planned, waiting, leftOut, model, entries, outOfReach, later, turn } = curated;
  const { edits, memory, after } = changesOf(home, curated);
  const did = tell(planned);
  const told = [
    ...(did === '' ? [] : [did]),
    ...(waiting.length === 0
      ? []
      : [`${counted(waiting.length, 'proposal')} ${waiting.length === 1 ? 'waits' : 'wait'} for you (\`dk pending\`)`]),
    ...(later === 0 ? [] : [`${later} more for later nights`]),
    ...reachOf(entries, outOfReach),
    ...(curated.notes ?? []),
  ];
  return {
    edits: planned.length === 0 ? [] : edits,
    part: {
      entries,
      outOfReach,
      did: planned.map(({ operation }) => ({ kind: operation.kind, memories: takenBy(operation), why: operation.why })),
      waiting: waiting.map(({ id, wish }) => ({ id, wish })),
      ...(turn === undefined ? {} : { judged: judgedAs(turn, after) }),
    },
    reason: planned.length > 0 ? 'curated' : waiting.length > 0 ? 'waiting' : 'in-order',
    message: told.length === 0 ? 'memory is in order' : told.join('; '),
    subject: `curate: ${did !== '' ? did : waiting.length > 0 ? `${counted(waiting.length, 'proposal')} for a person` : 'memory is in order'}`,
    ...{ model, leftOut, waits: waiting.map((each) => ({ id: each.id, list: 'pending' as const, body: each })) },
    memory: planned.length === 0 ? undefined : memory,
  };
}

/** Told as long as something is out of reach, with what changes it. */
export function reachOf(entries: number, outOfReach: number): string[] {
  return outOfReach === 0
    ? []
    : [
        `${entries === 1 ? 'the only entry counts' : `${outOfReach === entries ? 'all' : `${outOfReach} of`} ${entries} entries count`} as yours and stay as they are (\`dk memory whose agent\` lets sleeps put ${entries === 1 ? 'it' : 'them'} in order)`,
      ];
}

/** Where home and project are one repository. */
export function openOf(open: number): string[] {
  return open === 0
    ? []
    : [
        `${open} ${open === 1 ? 'entry' : 'entries'} of your uncommitted edits of ${memoryPath} ${open === 1 ? 'is' : 'are'} left alone until you commit ${open === 1 ? 'it' : 'them'}`,
      ];
}

const words = {
  merge: 'merged',
  demote: 'demoted',
  supersede: 'superseded',
  reword: 'reworded',
  move: 'moved',
  pattern: 'noticed',
} as const;

/** `2 merged, 1 demoted` */
export function tell(planned: readonly Planned[]): string {
  return Object.entries(words)
    .map(([kind, word]) => [planned.filter(({ operation }) => operation.kind === kind).length, word] as const)
    .filter(([many]) => many > 0)
    .map(([many, word]) => `${many} ${word}`)
    .join(', ');
}

/** The same for a night and for somebody who approves. */
export function changesOf(
  home: AgentHome,
  curated: Pick<Curated, 'planned' | 'memories'> & Partial<Curated>,
): Pick<Proposal, 'edits'> & { readonly memory: MemoryClaims; readonly after: Uint8Array } {
  const { world, home: place } = home;
  const { planned, memories } = curated;
  const steps = planned.map(({ step }) => step);
  const archived = planned.flatMap((each) => each.archived);
  const day = world.now().toISOString().slice(0, 10);
  const read = (path: string): Uint8Array | undefined => world.files.read(place.home, path);
  const before = curated.before ?? { memory: read(memoryPath) ?? new Uint8Array(), archive: read(archivePath) };
  const { archive } = before;
  const kept = withArchived(archive, archived, day);
  const after = carriedOut(before.memory, steps);
  const claims = planned.map(({ claim }) => claim);
  return {
    after,
    edits: [
      { path: memoryPath, undo: 'reverse', edit: (content) => carriedOut(content ?? new Uint8Array(), steps) },
      ...(archived.length === 0
        ? []
        : [
            {
              ...({ path: archivePath, undo: 'reverse' } as const),
              edit: (content: Uint8Array | undefined) => withArchived(content, archived, day),
            },
            archiveAttributes,
          ]),
    ],
    memory: {
      operations: claims,
      frame: framed(
        archive,
        kept,
        claims.flatMap(({ archives = [] }) => archives),
      ),
      ...identities(planned, after, memories),
      without: (names) => {
        const rest = planned.filter(({ operation }) => !names.has(nameOf(operation)));
        return rest.length === planned.length || (rest.length === 0 && (curated.waiting ?? []).length === 0)
          ? undefined
          : proposalOf(home, { ...(curated as Curated), planned: rest, before });
      },
    },
  };
}

/** What the next one goes on from. */
function judgedAs({ part, read }: Turn, after: Uint8Array): Judged {
  return { memory: fingerprint(after), part: part.index, of: part.of, read: read + 1 };
}

/** What comes into the archive besides: its title, and the heading of a day. */
function framed(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  archives: readonly string[],
): MemoryClaims['frame'] {
  const unitsIn = (content: Uint8Array | undefined): string[] => {
    const bytes = content ?? new Uint8Array();
    return entriesIn(bytes).map(({ from, to }) => decodeUtf8(bytes.subarray(from, to)).replace(/\r?\n$/u, ''));
  };
  const there = [...unitsIn(before), ...archives];
  return unitsIn(after).flatMap((unit) => {
    const at = there.indexOf(unit);
    if (at !== -1) there.splice(at, 1);
    return at === -1 ? [{ path: archivePath, brings: unit }] : [];
  });
}

/** Under which ids the entries go from then on: an entry that is worded anew stays the one it was. */
function identities(
  planned: readonly Planned[],
  after: Uint8Array,
  { notes }: Memories,
): Pick<MemoryClaims, 'came' | 'left'> {
  const placed = memoriesIn(memoryPath, after).map((each): PlacedMemory => ({ ...each, path: memoryPath }));
  const there = new Set(placed.map(({ sha256 }) => sha256));
  const beside = new Set(
    notes.filter(({ places }) => places.some(({ path }) => path !== memoryPath)).map(({ id }) => id),
  );
  const came = planned.flatMap(({ step: { takes, brings }, claim: { origin } }): CameToMemory[] => {
    const [words] = memoriesIn(memoryPath, Buffer.from(brings ?? ''));
    const memory = placed.find(({ sha256 }) => sha256 === words?.sha256);
    if (brings === undefined || memory === undefined || origin === undefined || origin === 'person') return [];
    const same = takes.find(({ sha256 }) => sha256 === memory.sha256);
    const first = takes.find(({ id }) => !beside.has(id));
    const { sha256 } = memory;
    return [{ memory: (same ?? first)?.id ?? memory.id, sha256, ...recordOf(memory, placed), origin }];
  });
  const ids = new Set(came.map(({ memory }) => memory));
  const taken = planned.flatMap(({ step: { takes } }) => takes);
  const left = taken.filter(({ id, sha256 }) => !ids.has(id) && !beside.has(id) && !there.has(sha256));
  return { came, left: [...new Map(left.map(({ id, sha256 }) => [id, { memory: id, sha256 }])).values()] };
}
