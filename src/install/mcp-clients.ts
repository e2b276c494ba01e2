// The lines by which other agents' programs start `dk mcp`, each in the shape that its settings have.
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import type { Standpoint } from '../world/world.ts';
import { thisProgram } from './command.ts';
import { refuseInCache } from './lasting.ts';

export interface ClientConfig {
  /** As people type it. */
  readonly client: string;
  readonly title: string;
  /** The settings file it goes into; below the project unless it is a full path or begins with `~`. */
  readonly file: string;
  /** What has to stand there. */
  readonly lines: string;
  /** What else a person should know; null if nothing. */
  readonly note: string | null;
}

interface Client {
  readonly title: string;
  readonly file: string;
  text(command: string, args: readonly string[]): string;
  readonly note?: string;
}

const json = (value: object): string => JSON.stringify(value, null, 2);
const usual = (command: string, args: readonly string[]): string =>
  json({ mcpServers: { dreamkeeper: { command, args } } });

const clients: Readonly<Record<string, Client>> = {
  codex: {
    title: 'Codex',
    file: '~/.codex/config.toml',
    text: (command, args) =>
      `[mcp_servers.dreamkeeper]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((each) => JSON.stringify(each)).join(', ')}]`,
  },
  opencode: {
    title: 'OpenCode',
    file: 'opencode.json',
    text: (command, args) => json({ mcp: { dreamkeeper: { type: 'local', command: [command, ...args] } } }),
  },
  gemini: { title: 'Gemini CLI', file: '.gemini/settings.json', text: usual },
  copilot: {
    title: 'Copilot CLI',
    file: '~/.copilot/mcp-config.json',
    text: (command, args) => json({ mcpServers: { dreamkeeper: { type: 'local', command, args, tools: ['*'] } } }),
  },
  cursor: { title: 'Cursor', file: '.cursor/mcp.json', text: usual },
  vscode: {
    title: 'VS Code',
    file: '.vscode/mcp.json',
    text: (command, args) => json({ servers: { dreamkeeper: { type: 'stdio', command, args } } }),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    file: '~/Library/Application Support/Claude/claude_desktop_config.json',
    text: (command, args) => json({ mcpServers: { dreamkeeper: { command, args } } }),
    note: 'On Windows the file is %APPDATA%\\Claude\\claude_desktop_config.json. It starts the server in no project, so the lines name the one you stand in.',
  },
};

export const clientNames: readonly string[] = Object.keys(clients);

export function clientConfig(at: Standpoint, name: string): ClientConfig {
  const client = Object.hasOwn(clients, name) ? clients[name] : undefined;
  if (client === undefined)
    throw new DreamkeeperError('E_USAGE', `there is no client \`${printSafe(oneLine(name, 40))}\``, {
      hint: `Known names: ${clientNames.join(', ')}.`,
    });
  const program = thisProgram(at);
  refuseInCache(program, `dk mcp --config ${name}`);
  const place = name === 'claude-desktop' ? ['--in', at.cwd] : [];
  const lines = client.text(program.node, [program.script, 'mcp', ...place]);
  return { client: name, title: client.title, file: client.file, lines, note: client.note ?? null };
}
