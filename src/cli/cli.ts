// The desk: turns what a person types into calls, and results into plain words or JSON.
import { Command, Help } from 'commander';
import { config } from 'zod/mini';
import { errnoOf } from '../errors/errors.ts';
import { tellError } from './fail.ts';
import { openTerminal, type Surroundings, type Terminal } from './terminal.ts';
import { type AddVerb, verbNamed } from './verb-list.ts';

/** Runs the command line and gives the exit code; the one place where errors become words. Without surroundings it has those of its process. */
export async function runCli(
  argv: readonly string[],
  version: string,
  surroundings: Surroundings = ofThisProcess(),
): Promise<number> {
  // What speaks to providers checks each kind of answer a few times: to compile checkers for them takes longer than to check.
  config({ jitless: true });
  const terminal = openTerminal(surroundings);
  try {
    const program = buildProgram(terminal, version, await verbNamed(argv[0]));
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' });
    return terminal.exitCode();
  } catch (error) {
    return tellError(error, terminal, argv.includes('--json'));
  }
}

/** Tells of an error that happened before the desk was reached. */
export function tellOutside(error: unknown, asJson: boolean): number {
  return tellError(error, openTerminal(ofThisProcess()), asJson);
}

function ofThisProcess(): Surroundings {
  const { stdout, stderr, env } = process;
  // Whoever reads us may have seen enough (`dk board | head`); that is not a failure.
  for (const stream of [stdout, stderr]) stream.on('error', leaveQuietly);
  const asked = {
    // To open it costs milliseconds, and few commands ask.
    get input() {
      return process.stdin;
    },
    output: stdout,
  };
  return { out: stdout, err: stderr, asked, env, cwd: () => process.cwd() };
}

function leaveQuietly(error: unknown): void {
  // A full disk behind a redirection cannot be told about where it happened.
  if (errnoOf(error) === 'EPIPE') process.exit(0);
  try {
    process.getBuiltinModule('node:fs').writeSync(2, 'E_DISK the output could not be written. Is the disk full?\n');
  } catch {
    // Then there is nobody left to tell.
  }
  process.exit(13);
}

/** With the verbs that are given: one that is named, or all of them. */
function buildProgram(terminal: Terminal, version: string, verbs: readonly AddVerb[]): Command {
  const program = new Command('dk')
    .description(
      'Dreamkeeper gives AI agents a sleep phase. It records what an agent does, writes a journal about it, and gives the next session a short hand-over. All of it is in plain files on your machine.',
    )
    .version(version, '-V, --version')
    .helpCommand('help [command]', 'help about a command')
    .configureHelp({
      subcommandTerm: (command) => withoutRest(new Help().subcommandTerm(command)),
      commandUsage: (command) => withoutRest(new Help().commandUsage(command)),
    })
    .showSuggestionAfterError(true)
    .exitOverride()
    // Errors are told in one place, with a code and a hint; here only help goes out.
    .configureOutput({ writeErr: () => undefined, writeOut: (text) => terminal.say(text.trimEnd()) })
    .addHelpText(
      'after',
      '\nExamples:\n  dk install claude                        set up Claude Code in this project\n  dk init                                  make a home for memory, and nothing else\n  dk sleep                                 between runs: write one dream (a journal entry), or say why not\n  dk wake                                  before a run: print the hand-over for the agent\n  dk board                                 what is planned, and what comes next\n  echo \'{"tool":"bash","target":"npm test","exit":1}\' | dk step\n\nTo let Dreamkeeper run your agent: run, keep, tick, lifecycle (docs/running.md, docs/keeper.md). `dk help <command>` explains each command.\n\nExit codes: 0 all is well · 1 a bug of ours · 2 not understood, or something is missing · 10 no home here · 11 another program is at work here · 12 a person has to decide · 13 it failed this time · 14 something is damaged',
    );
  for (const add of verbs) add(program, terminal);
  for (const command of allCommands(program)) {
    // Settings of the program are not inherited by commands that were added with a description of their own.
    command.copyInheritedSettings(program);
  }
  return program;
}

/** What a list takes only to say that there is no such command is nothing to tell anybody. */
function withoutRest(usage: string): string {
  return usage.replace(/ \[verb\.\.\.\]/u, '');
}

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((inner) => [inner, ...allCommands(inner)]);
}
