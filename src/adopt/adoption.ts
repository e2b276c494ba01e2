// What an agent knew elsewhere, taken over into a home: decided from what both say now, and made as one change that can be taken back.
import { hash } from 'node:crypto';
import { changeId, type FileEdit, ledgerAttributes, ledgerLine } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { homeBytes, type Memories, rememberedNow, upkeepOf } from '../facts/facts.ts';
import { type AdoptedLine, type CameToMemory, requireWhole } from '../journal/journal.ts';
import { memoriesIn, memoryPath, notesFolder, recordsOf } from '../memory/memory.ts';
import { observationId, observationsPath, selfFolder, withObservations } from '../observations/observations.ts';
import { printSafe } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { type Fresh, freshOf, unitOf } from './fresh.ts';
import { type Gathered, type Group, gather } from './gathered.ts';
import { readSource, type Source } from './source.ts';
import { withGroups } from './written.ts';

export interface Adoption {
  readonly source: Source;
  readonly gathered: Gathered;
  readonly fresh: Fresh;
  /** The files of the home that it would change. */
  readonly writes: readonly string[];
}

/** Reads what is there. A home is no source for itself, and nothing in it is read as somebody else's. */
export function openSource(home: AgentHome, path: string): { readonly source: Source; readonly gathered: Gathered } {
  const source = readSource(home.world, path);
  const own = home.home.home;
  const isHomeItself = source.root === own && home.home.shape === 'one' && !source.isFile;
  if (!isHomeItself && (source.root === own || source.root.startsWith(`${own}/`)))
    throw new DreamkeeperError('E_USAGE', `${printSafe(path)} is in the home itself`, {
      hint: 'Nothing was changed. What stands there is known already.',
    });
  const { allow = [] } = home.settings.secrets ?? {};
  const sha256 = (text: string): string => hash('sha256', text, 'hex');
  return { source, gathered: gather(source, { allow, sha256 }, isHomeItself) };
}

export async function prepareAdoption(
  home: AgentHome,
  opened: ReturnType<typeof openSource>,
): Promise<Adoption & { readonly memories: Memories }> {
  const memories = await rememberedNow(home);
  requireWhole(memories.ledger);
  const fresh = freshOf(
    home,
    memories,
    opened.gathered,
    homeBytes(home.world, home.home, observedAt(home)) ?? new Uint8Array(),
  );
  const writes = [...new Set(fresh.groups.map(pathOf))].toSorted();
  return { ...opened, fresh, memories, writes: fresh.observed.length === 0 ? writes : [...writes, observedAt(home)] };
}

const observedAt = ({ settings, agent }: AgentHome): string => observationsPath(selfFolder(settings, agent));

/** The file of the home that it goes to. */
export const pathOf = ({ place, day }: Group): string => (place === 'memory' ? memoryPath : `${notesFolder}/${day}.md`);

/** How it is made, as edits of files, and what the ledger is told. None if there is nothing new. */
export async function editsOf(home: AgentHome, opened: ReturnType<typeof openSource>, id: string): Promise<FileEdit[]> {
  const { fresh, gathered, memories } = await prepareAdoption(home, opened);
  if (fresh.groups.length + fresh.observed.length === 0) return [];
  const byPath = Map.groupBy(fresh.groups, pathOf);
  const standing = new Set(memories.placed.map(({ sha256 }) => sha256));
  const came: CameToMemory[] = [];
  for (const [path, groups] of byPath) came.push(...cameInto(home, path, groups, standing));
  const line: AdoptedLine = {
    ...{ kind: 'adopted', id, agent: home.agent, time: home.world.now().toISOString() },
    from: gathered.layouts.filter(({ told }) => told === undefined).map(({ name }) => name),
    memory: { operations: [], frame: [], came, left: [] },
    units: [
      ...fresh.groups.flatMap((group) => group.pieces.map((piece) => unitOf(group, piece))),
      ...fresh.observed.map(observationId),
    ],
    ...upkeepOf(memories.upkeep),
  };
  return [
    ...[...byPath].map(
      ([path, groups]): FileEdit => ({
        ...{ path, rule: 'append', undo: 'reverse' },
        edit: (content) => withGroups(path, content, groups),
      }),
    ),
    ...(fresh.observed.length === 0
      ? []
      : [
          {
            path: observedAt(home),
            edit: (content: Uint8Array | undefined) => withObservations(content, fresh.observed),
          },
        ]),
    ledgerLine(home.world, home.home, line),
    ledgerAttributes,
  ];
}

/** Of one file no more is read. */
const largest = 4 * 1024 * 1024;

/** What stands in the file from then on, under its ids. What stood in the home before stays whose it was. */
function cameInto(
  { world, home }: AgentHome,
  path: string,
  groups: readonly Group[],
  standing: Set<string>,
): CameToMemory[] {
  const before = world.files.read(home.home, path);
  const after = withGroups(path, before, groups);
  refuseUnreadable(path, before, after);
  const placed = memoriesIn(path, after).map((each) => ({ ...each, path }));
  const pieces = groups.flatMap(({ day, pieces: all }) =>
    all.flatMap((piece) => (piece.kind === 'entry' ? [{ ...piece, day }] : [])),
  );
  const behind = placed.filter(({ from }) => from >= (before?.length ?? 0));
  if (behind.length !== pieces.length || behind.some(({ sha256 }, at) => sha256 !== pieces[at]?.sha256))
    throw open(path);
  const records = recordsOf(behind, placed);
  return behind.flatMap((each, at): CameToMemory[] => {
    const { isOrder = false, day } = pieces[at] ?? {};
    const record = records[at];
    if (record === undefined || standing.has(each.sha256)) return [];
    standing.add(each.sha256);
    const dated = day === undefined ? {} : { day };
    return [{ memory: each.id, sha256: each.sha256, ...record, ...dated, origin: isOrder ? 'untrusted' : 'import' }];
  });
}

function refuseUnreadable(path: string, before: Uint8Array | undefined, after: Uint8Array): void {
  const isOther = before !== undefined && (before.includes(0) || (before[0] ?? 0) >= 0xfe);
  if (isOther)
    throw new DreamkeeperError('E_CONFLICT', `${path} is no UTF-8 text, so nothing can be put behind it`, {
      hint: 'Nothing was changed. Save it as UTF-8 first.',
    });
  if (after.length > largest)
    throw new DreamkeeperError(
      'E_TOO_LARGE',
      `${path} would have more than ${largest / 1024 / 1024} MB, and no more is read of one file`,
      { hint: 'Nothing was changed. Take over less: name one file or one folder of it.' },
    );
}

const open = (path: string): DreamkeeperError =>
  new DreamkeeperError(
    'E_CONFLICT',
    `${path} ends in a block of code or a comment that nobody closed; what comes behind it would be part of it`,
    { hint: 'Nothing was changed. Close the block first.' },
  );

export const newAdoptionId = ({ world }: AgentHome): string => changeId(world, 'i');
