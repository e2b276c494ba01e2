// MCP: what its door has to know beside the verbs: its token, what an operator allows, and whether something in a home has changed.
import { basename, dirname } from 'node:path';
import { boardPath } from '../board/board.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { type ClientConfig, clientConfig, tokenPlace } from '../install/install.ts';
import { memoryPath, notesFolder } from '../memory/memory.ts';
import { printSafe } from '../text/text.ts';
import { openModels, realWorld, whereHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface McpToken {
  readonly file: string;
  /** 256 bits, in hexadecimal. */
  readonly token: string;
  readonly isNew: boolean;
}

/** The token of this person for servers on this machine: made once, and refused if anybody else could have read it. */
export async function mcpToken(at: Standpoint): Promise<McpToken> {
  const world = await realWorld(at.env, at.complain);
  const file = tokenPlace(at);
  const [folder, name] = [dirname(file), basename(file)];
  world.files.makeFolder(folder, true);
  const seen = world.disk.at(file);
  if (seen === undefined) {
    const token = world.random(32);
    const put = world.files.write(folder, name, Buffer.from(`${token}\n`), {
      mode: 0o600,
      expect: world.files.hash(undefined),
    });
    return put === 'written' ? { file, token, isNew: true } : mcpToken(at);
  }
  const isOpen = seen.mode !== undefined && (seen.mode & 0o077) !== 0;
  if (seen.kind !== 'file' || isOpen)
    throw new DreamkeeperError(
      'E_NO_PERMISSION',
      seen.kind === 'file' ? `others can read ${printSafe(file)}` : `${printSafe(file)} is no plain file`,
      { hint: 'Remove it; the next `dk mcp --http` makes a new one. Then give the new token to your clients.' },
    );
  const token = Buffer.from(world.files.read(folder, name) ?? '')
    .toString('utf8')
    .trim();
  if (/^[0-9a-f]{64}$/u.test(token)) return { file, token, isNew: false };
  throw new DreamkeeperError('E_CONFIG', `${printSafe(file)} holds no token`, {
    hint: 'Remove it; the next `dk mcp --http` makes a new one.',
  });
}

/** What an operator allows agents over MCP. Settings that cannot be read allow nothing. */
export async function mcpAllows(at: Standpoint): Promise<{ readonly undo: boolean }> {
  const [world, { openOperator }] = await Promise.all([realWorld(at.env, at.complain), openModels()]);
  return { undo: tryOr(() => openOperator(world, at).settings.mcp?.undo) === true };
}

export interface ClientRequest {
  readonly client: string;
}

/** The lines by which a client starts this very `dk` as a server. */
export function mcpConfig(at: Standpoint, { client }: ClientRequest): Promise<ClientConfig> {
  return Promise.resolve(clientConfig(at, client));
}

/** One mark for each part of a home; another mark says that something in it was written. */
export interface HomeMarks {
  readonly board: string;
  readonly journal: string;
  readonly memory: string;
}

/** Looks at names and times only, because it is asked again and again. */
export async function homeMarks(at: Standpoint): Promise<HomeMarks> {
  const [{ home }, world] = await Promise.all([whereHome(at), realWorld(at.env, at.complain)]);
  const markOf = (path: string): string => {
    const seen = tryOr(() => world.disk.at(`${home}/${path}`));
    return seen === undefined ? '-' : `${seen.identity} ${seen.size} ${seen.written}`;
  };
  const notes = tryOr(() => world.files.list(home, notesFolder)) ?? [];
  const newest = notes.toSorted().slice(-3);
  return {
    board: markOf(boardPath),
    journal: markOf('rem'),
    memory: [memoryPath, notesFolder, ...newest.map((name) => `${notesFolder}/${name}`)].map(markOf).join('\n'),
  };
}
