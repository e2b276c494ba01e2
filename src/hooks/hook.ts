// `dk hook <event> --from <harness>`: what a harness tells at its own moments. It never fails, never complains, never blocks.
import type { Harness, HarnessEvent, HarnessMessage } from '../sessions/sessions.ts';
import { type StepReport, wrapUp } from '../steps/steps.ts';
import { dropReasonOf, type HookHome, harnesses, openHookHome, openReports, type Teller } from '../wire/wire.ts';
import { toldFromRoot } from './in-folder.ts';
import { redactorFor } from './redactor.ts';
import { readStandardInput } from './stdin.ts';

const helpFor = (
  names: string,
): string => `Usage: dk hook <event> --from ${names}      the harness's own JSON on standard input

Called by an agent's harness, not by people; \`dk install ${names}\` sets it up. It always ends with 0 and never complains: what could
not be recorded is counted, and \`dk status\` shows it. Nothing happens in folders without a home.

  --from <harness>      whose payload it is: ${names}
  --pid <number>        the harness's own process
  -h, --help            this

Example:
  echo '{"hook_event_name":"Stop","session_id":"s1","cwd":"."}' | dk hook stop --from ${names}
`;

/** Harnesses hand over whole files that were read; more than this is not a payload, or does not end. */
const largest = { bytes: 32 * 1024 * 1024, milliseconds: 3000 };
/** A run is over this long after its last sign of life. */
const runEnds = 15 * 60 * 1000;
/** Whether an absence was long enough is said by the settings; a shorter one nobody has to ask about. */
const shortestAbsence = 60 * 1000;

interface Flags {
  readonly from: string;
  readonly pid: number | null;
}

/** Runs the hook. Whatever goes wrong is counted, never thrown. */
export async function runHook(args: readonly string[], known = harnesses): Promise<void> {
  const { env } = process;
  // Something we started ourselves: an agent that is asked to dream must not record its own dreaming.
  if (env.DREAMKEEPER_INSIDE) return;
  if (args.includes('--help') || args.includes('-h')) return print(helpFor(Object.keys(known).join('|')));
  const flags = { from: flagOf(args, '--from') ?? '', pid: pidOf(flagOf(args, '--pid')) };
  if (args[0] === 'probe') return probe(flags);
  const input = readStandardInput(largest);
  const harness = Object.hasOwn(known, flags.from) ? await known[flags.from]?.() : undefined;
  const message = input === 'too-much' || input === 'nothing' ? undefined : harness?.payload(input, args[0] ?? '');
  // The home of the project the session is in, also while its shell is elsewhere. A session of a folder without one has none.
  const project = harness?.projectDir(env) || message?.cwd || process.cwd();
  const home = await openHookHome({ cwd: project, env }, message?.cwd);
  if (home === undefined) return;
  if (harness === undefined || message === undefined)
    return home.drop(input === 'too-much' ? 'too-large' : 'malformed');
  const teller: Teller = { ...flags, session: message.session, transcript: message.transcript };
  const { events } = (await orDropped(home, () => harness.joined?.(message))) ?? message;
  for (const event of events) await orDropped(home, () => take(event, { harness, home, teller, cwd: message.cwd }));
}

/** Whatever goes wrong, the agent is not to blame and not to be troubled; and one thing that fails does not take the next with it. */
async function orDropped<T>(home: HookHome, does: () => Promise<T> | T): Promise<T | undefined> {
  try {
    return await does();
  } catch (error) {
    home.drop(dropReasonOf(error));
    return undefined;
  }
}

interface EventContext extends Pick<HarnessMessage, 'cwd'> {
  readonly harness: Harness;
  readonly home: HookHome;
  readonly teller: Teller;
}

async function take(event: HarnessEvent, context: EventContext): Promise<void> {
  const { harness, home, teller } = context;
  const redact = await redactorFor([], home.names);
  switch (event.kind) {
    case 'start': {
      const lived = await orDropped(home, () => home.live('start', event.source, teller, redact));
      if (lived?.isFirst === false) return;
      if (isKept()) {
        const { deliverRunPack } = await import('./run-pack.ts');
        return deliverRunPack(harness, home, event.source);
      }
      const { deliverPack } = await import('./session-start.ts');
      await deliverPack(harness, home, teller, event.source);
      // Nobody was there for a while, and the pack is handed over: what is due then is done beside this session.
      if (lived === undefined || lived.quietFor < shortestAbsence || !home.mayBeIdle) return;
      const { startTick } = await import('./detached.ts');
      return startTick(home, ['--absence', '--run', teller.session ?? '']);
    }
    case 'end': {
      await orDropped(home, () => home.live('end', event.reason, teller, redact));
      if (isKept() && home.keeps.tires === undefined) return;
      const { startTick } = await import('./detached.ts');
      const tired = home.keeps.tires === undefined ? [] : ['--tired', teller.session ?? ''];
      // A run that is kept is dreamt of by whoever began it.
      return startTick(home, isKept() ? [...tired, '--source', 'stop'] : tired);
    }
    case 'said': {
      const redactWords = await redactorFor([event.text], home.names);
      await orDropped(home, () => home.spoke('assistant', event.text, teller, redactWords));
      return home.said(event.text, teller, redactWords);
    }
    case 'heard':
      return home.heard(event.text, teller);
    case 'active':
      home.live(event.what, '', teller, redact);
      if (event.what !== 'stop' || !home.isExhausted(teller)) return;
      // Nobody waits for it, and the session goes on meanwhile.
      return (await import('./detached.ts')).startTick(home, ['--tired', teller.session ?? '', '--source', 'stop']);
    case 'prompt': {
      const lived = await orDropped(home, () => home.live('prompt', '', teller, redact));
      await orDropped(home, () => record(event, context));
      if (home.keeps.conversation) {
        const redactWords = await redactorFor([event.text], home.names);
        await orDropped(home, () => home.spoke('user', event.text, teller, redactWords));
      }
      if (lived === undefined || lived.quietFor < runEnds || isKept()) return;
      // The session was left alone for so long that what came before is a run of its own.
      const { startTick } = await import('./detached.ts');
      return startTick(home, ['--run', teller.session ?? '']);
    }
    case 'call':
      await orDropped(home, () => record(event, context));
      return home.keeps.tires === undefined && !home.keeps.conversation ? undefined : tire(event, context);
    default:
      return record(event, context);
  }
}

/** Counts what was done, and says once that it is enough, where the agent hears it. */
async function tire(
  { report, isAnswered }: Extract<HarnessEvent, { kind: 'call' }>,
  { harness, home, teller }: EventContext,
): Promise<void> {
  if (report.phase === 'start' || report.phase === 'batch') return;
  const { tool, target = '' } = report;
  if (home.keeps.conversation) {
    const redact = await redactorFor([tool, target], home.names);
    await orDropped(home, () => home.spoke('tool', `${tool}: ${target}`, teller, redact));
  }
  if (report.refused === true || /^mcp__(?:plugin_dreamkeeper_)?dreamkeeper__set_sleep$/u.test(tool)) return;
  const { afterCall } = harness;
  const isTold = isAnswered === true && afterCall !== undefined;
  if (home.tire(teller, isTold)) print(afterCall?.(wrapUp) ?? '');
}

/** A run of the keeper or of `dk run`: its pack is the run's, and it is slept on when it ends, by whoever began it. */
function isKept(): boolean {
  return Boolean(process.env.DREAMKEEPER_KEPT);
}

async function record(event: HarnessEvent, context: EventContext): Promise<void> {
  const { harness, home, teller } = context;
  if ((event.kind === 'prompt' || event.kind === 'todos') && !home.keeps.prompts) return;
  const { reportOf } = await openReports();
  const plain = reportOf(event);
  // Our own server over MCP writes its calls down by itself, whoever asked it.
  if (plain === undefined || /^mcp__(?:plugin_dreamkeeper_)?dreamkeeper__/u.test(plain.tool)) return;
  const report = inFolder(plain, event, context);
  const { call, ...rest } = report;
  // Names that harnesses make up for sessions and calls are no credentials, though they look like some.
  const isName = (text: string | null | undefined): boolean =>
    text === null || text === undefined || harness.names.test(text);
  const others = [call, teller.session].filter((text) => !isName(text));
  home.record(report, teller, await redactorFor([rest, others], home.names));
}

/** A command is told as it is run from the project's own folder. */
function inFolder(report: StepReport, event: HarnessEvent, { cwd, harness, home }: EventContext): StepReport {
  const root = home.home.project.worktree;
  if (report.tool !== harness.shell || root === undefined || event.kind !== 'call') return report;
  const { target = '' } = report;
  const told = toldFromRoot({ command: target, root, began: event.cwd, stands: cwd, output: event.output });
  return told === target ? report : { ...report, target: told };
}

/** Leaves a line that only proves that hooks arrive here; `dk doctor` looks for it. */
async function probe({ from, pid }: Flags): Promise<void> {
  const home = await openHookHome({ cwd: process.cwd(), env: process.env });
  home?.live('probe', '', { from, session: null, transcript: null, pid }, await redactorFor([], home.names));
}

function flagOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at === -1 ? undefined : args[at + 1];
}

function pidOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,10}$/u.test(text) ? Number(text) : null;
}

function print(text: string): void {
  process.getBuiltinModule('node:fs').writeSync(1, text);
}
