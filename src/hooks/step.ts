// `dk step`: one tool call told by any program, as JSON on standard input or as flags.
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';
import { type GivenStep, parseStepReport } from '../steps/steps.ts';
import { escapeInJson } from '../text/text.ts';
import { openRecorder, standpoint } from '../wire/wire.ts';
import { redactorFor } from './redactor.ts';
import { readStandardInput } from './stdin.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { writeSync } = process.getBuiltinModule('node:fs');
const { parseArgs } = process.getBuiltinModule('node:util');

const stepHelp = `Usage: dk step [options]            one JSON object on standard input, or flags

Records one tool call of an agent in the home's _steps.jsonl (private, never in git).

  --tool <name>         what was called: bash, edit, read …
  --target <text>       the file, command or address it was about
  --exit <code>         how it ended; 0 is success
  --error <text>        what went wrong, if there is no exit code
  --duration-ms <n>     how long it took
  --start | --end       only the start, or the end (the default), of a call
  --call <id>           joins the start of a call to its end
  --run <id>            the run it belongs to            (else DREAMKEEPER_RUN)
  --agent <name>        who made the call                (else DREAMKEEPER_AGENT)
  --json                print the record
  -h, --help            this

Examples:
  echo '{"tool":"bash","target":"npm test","exit":1,"durationMs":5210}' | dk step
  dk step --tool edit --target src/app.ts --exit 0
  dk step --start --call 7 --tool bash --target "npm test"
`;

const options = {
  tool: { type: 'string' },
  target: { type: 'string' },
  exit: { type: 'string' },
  error: { type: 'string' },
  'duration-ms': { type: 'string' },
  start: { type: 'boolean' },
  end: { type: 'boolean' },
  call: { type: 'string' },
  run: { type: 'string' },
  agent: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** More than this is not a report about a step. */
const largestInput = 1024 * 1024;

/** Runs the verb. Everything that is wrong is thrown as a DreamkeeperError. */
export async function runStep(args: readonly string[]): Promise<void> {
  const flags = parseFlags(args);
  if (flags.help === true) return print(stepHelp);
  if (
    flags.tool === undefined &&
    [flags.target, flags.exit, flags.error, flags['duration-ms']].some((given) => given !== undefined)
  ) {
    throw new DreamkeeperError('E_USAGE', '--tool is missing', {
      hint: 'For example: dk step --tool bash --target "npm test" --exit 0',
    });
  }
  const given =
    flags.tool === undefined ? parseStepReport(readInput()) : parseStepReport(JSON.stringify(fromFlags(flags)));
  const at = standpoint();
  const recorder = await openRecorder(at);
  const run = flags.run ?? given.run ?? at.env.DREAMKEEPER_RUN ?? null;
  const agent = flags.agent ?? given.agent ?? at.env.DREAMKEEPER_AGENT ?? null;
  const phase = flags.start === true ? 'start' : flags.end === true ? 'end' : given.phase;
  const report = { ...given, phase, call: flags.call ?? given.call };
  const head = recorder.head();
  const redact = await redactorFor([report, run, agent], [head.branch, recorder.worktree]);
  const isNot = recorder.keepsNot(report);
  const recorded = recorder.record(report, { run, agent, ...head }, redact);
  if (flags.json === true)
    print(`${escapeInJson(JSON.stringify({ schema: 1, recorded: isNot === undefined ? recorded : null }))}\n`);
  // Whoever reports a step by hand thinks that it is kept. Hooks are silent: nobody reads what they say.
  if (isNot !== undefined) print(`Not recorded: ${reasons[isNot]}\n`, 2);
}

const reasons = {
  'off here': 'Dreamkeeper is off here. `dk on` switches it on.',
  'off everywhere': 'Dreamkeeper is off everywhere. `dk on --everywhere` switches it on.',
  'no words': 'this home keeps no prompts and no to-do lists (`record.prompts` is off in dreamkeeper.yaml).',
} as const;

type Flags = ReturnType<typeof parseFlags>;

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: joined(args), options, allowPositionals: false, strict: true }).values;
  } catch (cause) {
    throw new DreamkeeperError(
      'E_USAGE',
      cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause),
      { hint: 'Run `dk step --help` for the options.', cause },
    );
  }
}

/** `--exit -1` and `--target -la` are values, not options: joined by `=`, so that nobody takes them for one. */
function joined(args: readonly string[]): string[] {
  const takesValue = (arg: string | undefined): boolean =>
    arg?.startsWith('--') === true &&
    Object.entries(options).some(([name, { type }]) => type === 'string' && arg === `--${name}`);
  return args.flatMap((arg, index) => {
    if (takesValue(arg) && args[index + 1] !== undefined) return [`${arg}=${args[index + 1]}`];
    return takesValue(args[index - 1]) && !takesValue(args[index - 2]) ? [] : [arg];
  });
}

function fromFlags(flags: Flags): Omit<GivenStep, 'phase'> {
  const number = (name: 'exit' | 'duration-ms'): number | undefined => {
    const text = flags[name];
    if (text === undefined) return undefined;
    if (/^-?\d{1,15}$/u.test(text)) return Number(text);
    throw new DreamkeeperError('E_USAGE', `--${name} should be a whole number`, {
      hint: 'Run `dk step --help` for the options.',
    });
  };
  return {
    tool: flags.tool ?? '',
    target: flags.target,
    exit: number('exit'),
    error: flags.error,
    durationMs: number('duration-ms'),
  };
}

function readInput(): string {
  const input = readStandardInput({ bytes: largestInput, milliseconds: 60_000 });
  if (input === 'nothing') {
    throw new DreamkeeperError('E_USAGE', 'there is no step to record', {
      hint: 'Give --tool, or one JSON object on standard input. `dk step --help` has examples.',
    });
  }
  if (input === 'too-much')
    throw new DreamkeeperError('E_BAD_STEP', 'the input is larger than 1 MiB', {
      hint: 'Send one JSON object about one step.',
    });
  return input;
}

function print(text: string, stream: 1 | 2 = 1): void {
  try {
    writeSync(stream, text);
  } catch (error) {
    // Whoever asked for it does not want it any more; the step is recorded all the same.
    if (errnoOf(error) !== 'EPIPE') throw error;
  }
}
