// `dk hook <event> --from <harness>`: what a harness tells at its own moments. It never fails, never complains, never blocks.
import type { HarnessEvent, Told } from '../sessions/sessions.ts';
import type { StepReport } from '../steps/steps.ts';
import { dropReasonOf, type HookHome, openHookHome, openPayloads, type Teller } from '../wire/wire.ts';
import { redactorFor } from './redactor.ts';
import { readStandardInput } from './stdin.ts';

export const hookHelp = `Usage: dk hook <event> --from claude      the harness's own JSON on standard input

Called by an agent's harness, not by people; \`dk install claude\` sets it up. It always ends with 0 and never complains: what could
not be recorded is counted, and \`dk status\` shows it. Nothing happens in folders without a home.

  --from <harness>      whose payload it is: claude
  --pid <number>        the harness's own process
  -h, --help            this

Example:
  echo '{"hook_event_name":"Stop","session_id":"s1","cwd":"."}' | dk hook stop --from claude
`;

/** Claude Code hands over whole files that were read; more than this is not a payload, or does not end. */
const largest = { bytes: 32 * 1024 * 1024, milliseconds: 3000 };
/** A UUID, or Claude's own name for a call. */
const names = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|toolu_[A-Za-z0-9_]{1,40})$/u;
/** A run is over this long after its last sign of life. */
const runEnds = 15 * 60 * 1000;

interface Flags {
  readonly from: string;
  readonly pid: number | null;
}

/** Runs the hook. Whatever goes wrong is counted, never thrown. */
export async function runHook(args: readonly string[]): Promise<void> {
  const { env } = process;
  // Something we started ourselves: an agent that is asked to dream must not record its own dreaming.
  if (env.DREAMKEEPER_INSIDE) return;
  if (args.includes('--help') || args.includes('-h')) return print(hookHelp);
  const flags = { from: flagOf(args, '--from') ?? '', pid: pidOf(flagOf(args, '--pid')) };
  if (args[0] === 'probe') return probe(flags);
  const input = readStandardInput(largest);
  const told = input === 'too-much' || input === 'nothing' ? undefined : await understood(input, flags);
  const home = await homeOf(told, flags);
  if (home === undefined) return;
  if (told === undefined) return home.drop(input === 'too-much' ? 'too-large' : 'malformed');
  const teller: Teller = { ...flags, session: told.session, transcript: told.transcript };
  for (const event of told.events) await orDropped(home, () => take(event, home, teller, told.cwd));
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

async function understood(input: string, { from }: Flags): Promise<Told | undefined> {
  const { readClaudePayload } = await openPayloads();
  return from === 'claude' ? readClaudePayload(input) : undefined;
}

/** The home of the project the session is in, also while its shell is elsewhere. A session of a folder without one has none. */
async function homeOf(told: Told | undefined, { from }: Flags): Promise<HookHome | undefined> {
  const { env } = process;
  const project = (from === 'claude' ? env.CLAUDE_PROJECT_DIR : undefined) || told?.cwd || process.cwd();
  return openHookHome({ cwd: project, env }, told?.cwd);
}

async function take(event: HarnessEvent, home: HookHome, teller: Teller, cwd: string | null): Promise<void> {
  const redact = await redactorFor([], home.names);
  switch (event.kind) {
    case 'start': {
      const lived = await orDropped(home, () => home.live('start', event.source, teller, redact));
      if (lived?.isFirst === false || isKept()) return;
      const { deliverPack } = await import('./session-start.ts');
      return deliverPack(home, teller, event.source);
    }
    case 'end': {
      await orDropped(home, () => home.live('end', event.reason, teller, redact));
      if (isKept()) return;
      const { startTick } = await import('./detached.ts');
      return startTick(home, []);
    }
    case 'active':
      home.live(event.what, '', teller, redact);
      return;
    case 'prompt': {
      const lived = await orDropped(home, () => home.live('prompt', '', teller, redact));
      await orDropped(home, () => record(event, home, teller, cwd));
      if (lived === undefined || lived.quietFor < runEnds || isKept()) return;
      // The session was left alone for so long that what came before is a run of its own.
      const { startTick } = await import('./detached.ts');
      return startTick(home, ['--run', teller.session ?? '']);
    }
    default:
      return record(event, home, teller, cwd);
  }
}

/** A run of the keeper: it was handed its pack, and it is slept on when it ends, by whoever began it. */
function isKept(): boolean {
  return Boolean(process.env.DREAMKEEPER_KEPT);
}

async function record(event: HarnessEvent, home: HookHome, teller: Teller, cwd: string | null): Promise<void> {
  if ((event.kind === 'prompt' || event.kind === 'todos') && !home.keepsPrompts) return;
  const { reportOf } = await openPayloads();
  const told = reportOf(event);
  if (told === undefined) return;
  const report = inFolder(told, home, cwd);
  const { call, ...rest } = report;
  // Names that harnesses make up for sessions and calls are no credentials, though they look like some.
  const isName = (text: string | null | undefined): boolean => text === null || text === undefined || names.test(text);
  const others = [call, teller.session].filter((text) => !isName(text));
  home.record(report, teller, await redactorFor([rest, others], home.names));
}

/** A command whose shell stands in a folder of the worktree ran there: it is told as one that goes there first. */
function inFolder(report: StepReport, { home }: HookHome, cwd: string | null): StepReport {
  const root = home.project.worktree;
  if (report.tool !== 'Bash' || cwd === null || root === undefined || !cwd.startsWith(`${root}/`)) return report;
  const folder = cwd.slice(root.length + 1);
  const { target = '' } = report;
  // The shell stands there only afterwards, if the command itself went somewhere.
  if (/\b(?:cd|pushd|popd)\b/u.test(target) || !/^[\w./@+-]+$/u.test(folder)) return report;
  return { ...report, target: `cd ${folder} && ${target}` };
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
