// `dk mcp`: what it is, and the lines by which other programs start it. The gate opens the server itself, before the desk is loaded.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DreamkeeperError } from '../errors/errors.ts';
import { mcpConfig } from '../verbs/verbs.ts';
import type { Terminal } from './terminal.ts';

interface McpOptions {
  readonly in?: string;
  readonly config?: string;
  readonly json?: boolean;
}

export function addMcp(program: Command, terminal: Terminal): void {
  program
    .command('mcp')
    .summary('give any agent this memory over MCP')
    .description(
      'Gives an agent the memory of this project as tools, if the program that runs the agent speaks MCP. You do not run this yourself: that program starts it, and `--config` prints the lines to put into its settings. With --http it listens on this machine only, for programs that cannot start another one. They need the token from a file that only you can read.',
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
      '\nExamples:\n  dk mcp --config codex    the lines for ~/.codex/config.toml\n  dk install claude --mcp  the same for Claude Code; it writes them into .mcp.json\n  dk mcp --http            for clients that cannot start a program\n',
    )
    .action(async ({ in: folder, config, json }: McpOptions) => {
      if (config === undefined)
        throw new DreamkeeperError('E_USAGE', 'the server is a process of its own', {
          hint: 'Start it as `dk mcp`. With --json, also give --config and the name of a client.',
        });
      const here = terminal.standpoint();
      const at = folder === undefined ? here : { ...here, cwd: resolve(here.cwd, folder) };
      const { title, file, lines, note } = await mcpConfig(at, { client: config });
      if (json === true) return terminal.json({ title, file, lines, note });
      terminal.hint(`Put this into ${file} (${title}):`);
      terminal.lines(lines);
      if (note !== null) terminal.hint(note);
    });
}
