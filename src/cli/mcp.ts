// `dk mcp`: memory for any agent that speaks MCP; over standard input and output, or on this machine over HTTP.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openMcp } from '../mcp/mcp.ts';
import { mcpConfig } from '../verbs/verbs.ts';
import { stopAtSignal } from './heed-signals.ts';
import type { Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface McpOptions {
  readonly http?: boolean;
  readonly port: string;
  readonly in?: string;
  readonly config?: string;
  readonly json?: boolean;
}

export function addMcp(program: Command, terminal: Terminal): void {
  program
    .command('mcp')
    .summary('give any agent this memory over MCP')
    .description(
      'Serves the memory of the project you stand in to a program that runs an agent and speaks MCP. Such a program starts it by itself; `--config` prints the lines that it needs. With --http it listens on this machine only, and clients need the token from a file that only you can read.',
    )
    .option('--http', 'listen on 127.0.0.1 instead of standard input')
    .option('--port <number>', 'with --http: which port (0: any that is free)', '7373')
    .option('--in <folder>', 'serve the home that is found from this folder')
    .option(
      '--config <client>',
      'print the lines for codex, opencode, gemini, copilot, cursor, vscode or claude-desktop',
    )
    .option('--json', 'with --config: print them as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk mcp --config codex   the lines for ~/.codex/config.toml\n  dk install claude --mcp  the same for Claude Code, put in for you\n  dk mcp --http            for clients that cannot start a program\n',
    )
    .action(async ({ http, port, in: folder, config, json }: McpOptions) => {
      const here = terminal.standpoint();
      const at = folder === undefined ? here : { ...here, cwd: resolve(here.cwd, folder) };
      if (config !== undefined) return tellConfig(await mcpConfig(at, { client: config }), json === true, terminal);
      // What is printed to standard output is the protocol's.
      const quiet = { ...at, complain: (message: string) => terminal.complain(message) };
      const version = program.version() ?? '';
      const { serveStdio, serveHttp } = await openMcp();
      if (http !== true) return serveStdio(quiet, { version });
      const listening = await serveHttp(quiet, { version, port: port === '0' ? 0 : wholeNumber('--port', port) });
      terminal.say(`Listening on ${listening.url}, for this machine only.`);
      terminal.say(
        `The token is ${listening.isNewToken ? 'new, and ' : ''}in ${listening.tokenFile}. Clients send it as: Authorization: Bearer <token>`,
      );
      const { signal, end } = stopAtSignal();
      await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
      end();
      await listening.close();
    });
}

function tellConfig(
  { title, file, lines, note }: Awaited<ReturnType<typeof mcpConfig>>,
  isJson: boolean,
  terminal: Terminal,
): void {
  if (isJson) return terminal.json({ title, file, lines, note });
  terminal.hint(`Put this into ${file} (${title}):`);
  terminal.lines(lines);
  if (note !== null) terminal.hint(note);
}
