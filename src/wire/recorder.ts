// The record of the day of one home: the one way a step gets into it. Every import here is time taken from the agent.
import {
  printStep,
  type StepContext,
  type StepRecord,
  type StepReport,
  type StepTools,
  stepRecord,
} from '../steps/steps.ts';
import type { FoundHome, Standpoint } from '../world/world.ts';
import { strangerTo } from './stranger.ts';

export interface Recorder extends Pick<StepTools, 'sha256'> {
  /** The worktree it is called from, if that is not the main one. */
  readonly worktree: string | null;
  /** Where it stands: read anew each time, because a branch may change during a run. */
  head(): Pick<StepContext, 'head' | 'branch'>;
  /** Why a step would not be written down now; undefined if it would. */
  keepsNot(report: Pick<StepReport, 'tool'>): 'off here' | 'off everywhere' | 'no words' | undefined;
  /** Writes one step down. Without a number, how long the record is orders the lines of processes that cannot count. */
  record(report: StepReport, who: Who, redact: StepTools['redact']): StepRecord;
}

type Who = Pick<StepContext, 'run' | 'agent' | 'head' | 'branch'> & Partial<Pick<StepContext, 'seq'>>;

export interface HookTools {
  readonly homes: typeof import('../home/home.ts');
  readonly telemetry: typeof import('../telemetry/telemetry.ts');
}

/** Opens the record of the day of the home found from here. Throws `E_NO_HOME` if there is none, and `E_NOT_OWNER` if it is somebody else's. */
export async function openRecorder(at: Standpoint): Promise<Recorder> {
  const [homes, telemetry] = await Promise.all([import('../home/home.ts'), import('../telemetry/telemetry.ts')]);
  const home = homes.requireHome(at);
  const why = await strangerTo(home, at);
  if (why !== undefined) throw why;
  homes.refuseNewerFormat(home);
  return recorderOf({ homes, telemetry }, home, at);
}

export function recorderOf({ homes, telemetry }: HookTools, home: FoundHome, { env }: Standpoint): Recorder {
  const path = `${home.home}/${homes.names.steps}`;
  const worktree = homes.linkedWorktree(home);
  // Loaded at the first long argument or full record, which most steps never see.
  const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');
  const sha256 = (text: string): string => crypto().createHash('sha256').update(text).digest('hex');
  const keepsNot: Recorder['keepsNot'] = ({ tool }) => {
    const off = homes.switchedOff(home.privateDir, env, new Date());
    if (off !== undefined) return `off ${off.where}`;
    // Whoever wants no words kept means them whoever reports them. The settings are read only when there are such words.
    return (tool === 'prompt' || tool === 'todo') && !homes.keepsOf(home).prompts ? 'no words' : undefined;
  };
  return {
    worktree,
    keepsNot,
    head: () => homes.readHead(home.project),
    sha256,
    record: (report, who, redact) => {
      const now = new Date();
      const size = telemetry.sizeOf(path);
      const context = { seq: size, ...who, worktree, time: now };
      const record = stepRecord(report, context, { sha256, redact });
      if (keepsNot(report) !== undefined) return record;
      if (size === 0) homes.keepPrivate(home.repository);
      telemetry.rotate(path, now, () => crypto().randomBytes(4).toString('hex'));
      telemetry.appendLine(path, printStep(record));
      return record;
    },
  };
}
