// `dk run`: one waking run now, with the operator's runner or with any program, and the sleep after it.
import { type Command, Option } from 'commander';
import { counted, oneLine } from '../text/text.ts';
import { type Ran, run } from '../verbs/verbs.ts';
import { heedSignals } from './heed-signals.ts';
import { paint, type Terminal } from './terminal.ts';

interface RunOptions {
  readonly pack?: 'stdin' | 'file';
  readonly limit?: string;
  readonly sleep: boolean;
  readonly json?: boolean;
}

export function addRun(program: Command, terminal: Terminal): void {
  program
    .command('run', { hidden: true })
    .argument('[command...]', 'after `--`: a program to run instead of the one in your settings')
    .description(
      'Does one round with your agent. Dreamkeeper makes the pack (the hand-over text that says where the work stands) and marks a task as DOING. Then it runs the agent with the pack, keeps a copy of what the agent left uncommitted, and sleeps. After `--` you can name any program. It uses your terminal. To give it the pack, use --pack stdin, or write {pack} in an argument: that is the path of a file with the pack. The hooks of Claude Code hand it over by themselves.',
    )
    .addOption(
      new Option(
        '--pack <how>',
        'how a program after `--` gets the pack: on its standard input, or in a file that it finds by the variable DREAMKEEPER_PACK',
      ).choices(['stdin', 'file']),
    )
    .option(
      '--limit <duration>',
      'end the run after this time, such as 30m; a program after `--` has no limit without this',
    )
    .option('--no-sleep', 'do not sleep afterwards')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk run                                        runs the agent that `runner` in your config.yaml names\n  dk run -- claude                              Claude Code in this terminal; Dreamkeeper sleeps when you leave it\n  dk run --pack stdin --limit 30m -- claude -p  unattended, with the pack as its prompt\n  dk run --pack stdin -- codex exec "go on"     Codex gets the pack together with your words\n  dk run -- ./my-agent.sh {pack}                a program of your own\n',
    )
    .action((command: string[], options: RunOptions) => act(command, options, terminal));
}

async function act(command: readonly string[], { json, ...options }: RunOptions, terminal: Terminal): Promise<void> {
  const heeded = heedSignals(command.length === 0 ? 'stop' : 'pass');
  try {
    const ran = await run(terminal.standpoint(), {
      ...options,
      command,
      output: json === true ? 'stderr' : 'ours',
      runSignal: heeded.signal,
      onStarted: heeded.passTo,
      onWorked: heeded.end,
    });
    if (json === true) terminal.json(ran);
    else tell(ran, command, terminal);
    terminal.leaveWith(exitOf(ran));
  } finally {
    heeded.end();
  }
}

/** How a run ended. Not that its task is done: that is for the board to say. */
const endings = { done: 'over', no_work: 'no work', failed: 'failed', killed: 'killed', stopped: 'stopped' } as const;

function tell(ran: Ran, command: readonly string[], terminal: Terminal): void {
  const { said, outcome, commits, message, sleep, daydream, withheld, program, isHanded } = ran;
  if (said !== '') for (const line of said.split('\n')) terminal.say(line);
  terminal.say(paint('bold', endings[outcome]), `  ${message}`);
  terminal.say(`  ${commits === 0 ? 'no commit' : counted(commits, 'commit')} · ${aboutTask(ran)}`);
  if (sleep !== null) terminal.say(paint('dim', `  ${sleep.entry ?? `no dream (${sleep.reason})`}: ${sleep.message}`));
  if (daydream === 'written') terminal.say(paint('dim', '  a daydream was written: dk journal --daydreams'));
  if (withheld.length > 0)
    terminal.complain(
      `The program was not given ${withheld.join(', ')}, because a model has its key there. If it needs that, name it in \`runner.env\` in your config.yaml.`,
    );
  if (!isHanded && (program?.kind === 'ended' || program?.kind === 'late'))
    terminal.complain(notHanded(command, terminal.harnesses));
}

/** That it lay in a file is not that the program read it. */
function notHanded([name = '']: readonly string[], harnesses: readonly string[]): string {
  const program = name.replace(/^.*\//su, '');
  const hooks = harnesses.includes(program) ? ` \`dk install ${program}\` installs hooks that hand it over.` : '';
  return `Nothing handed the pack to \`${oneLine(name, 60)}\`: it only lay in a file.${hooks} Use --pack stdin, or write {pack} in an argument. If the program reads the file that DREAMKEEPER_PACK names, say so with --pack file.`;
}

/** Where its task stands now, and how to say that it is done if nobody did. */
function aboutTask({ task, taskState: state }: Ran): string {
  if (task === null) return 'no task was claimed';
  if (state === null) return `task: ${task}`;
  const isPlain = /^[\p{L}\p{N} .,:;()/_-]+$/u.test(task) && !task.startsWith('-');
  const isOpen = /^(?:DOING|STARTED)$/u.test(state);
  const how = isOpen && isPlain ? `; when it is done: dk board done "${task}"` : '';
  return `task: ${task} is ${isOpen ? 'still ' : ''}${state}${how}`;
}

/** The wrapped program's own, if it failed; whoever wrapped it asks for that. */
function exitOf({ outcome, program }: Ran): number {
  if (program?.kind === 'not-started') return 2;
  if (program?.kind === 'ended' && program.code !== 0) return program.code ?? signalExit(program.signalName);
  return outcome === 'done' || outcome === 'no_work' ? 0 : 13;
}

/** As shells say it. */
function signalExit(name: string | null): number {
  const { signals } = process.getBuiltinModule('node:os').constants;
  return 128 + (Object.entries(signals).find(([each]) => each === name)?.[1] ?? 0);
}
