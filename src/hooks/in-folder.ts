// In which folder of the project a command was run: it is told as one that goes there first, from the project's own folder.

export interface RanIn {
  readonly command: string;
  /** The project's own folder. */
  readonly root: string;
  /** Where it began, if the harness tells that of each call. */
  readonly began?: string | undefined;
  /** Where the shell stands, as it is known when the command is over. */
  readonly stands: string | null;
  readonly output?: string | undefined;
}

const moves = /\b(?:cd|pushd|popd)\b/gu;
/** One move at the beginning, from wherever the shell stood. */
const movesFirst = /^\s*cd (?!-)((?:[\w.@+-]+\/)*[\w.@+-]+)\/? && (?=\S)/u;
const plainFolder = /^[\w./@+-]+$/u;

/** The command as it is run from the root; as it was typed where nobody knows the folder. */
export function toldFromRoot(ran: RanIn): string {
  const { command, began, stands } = ran;
  if (began !== undefined) return startingIn(began, ran);
  if (stands === null) return command;
  const moved = command.match(moves)?.length ?? 0;
  if (moved === 0) return startingIn(stands, ran);
  // It led out of where the session may be, and began where that put it back.
  if (resetIn(ran) === stands) return startingIn(stands, ran);
  const [way = '', to = ''] = movesFirst.exec(command) ?? [];
  if (moved !== 1 || to === '' || to.startsWith('/')) return command;
  const below = to
    .split('/')
    .filter((part) => part !== '..' && part !== '.')
    .join('/');
  const isUp = to.startsWith('..');
  // A shell that stands elsewhere did not stay where the command went. One that only went up may have been put back in silence.
  if (below === '' ? !isUp || stands !== ran.root : !stands.endsWith(`/${below}`)) return command;
  return startingIn(stands, { ...ran, command: command.slice(way.length) });
}

function startingIn(folder: string, { command, root }: RanIn): string {
  const inside = folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : '';
  return plainFolder.test(inside) ? `cd ${inside} && ${command}` : command;
}

/** What a harness says behind the output when it took the shell back. */
function resetIn({ output = '' }: RanIn): string | undefined {
  return /^Shell cwd was reset to (\S.*?)\s*$/mu.exec(output)?.[1];
}
