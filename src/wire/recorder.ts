// What is needed to record a step, and nothing else.
import type { FoundHome, Standpoint } from '../world/world.ts';
import { strangerTo } from './stranger.ts';

/** What is needed to record a step, and nothing else: every import here is time taken from the agent. */
export interface Recorder {
  readonly home: FoundHome;
  /** The worktree it is called from, if that is not the main one. */
  readonly worktree: string | null;
  head(): { readonly head: string | null; readonly branch: string | null };
  append(line: string): number;
  /** How long the record is; it orders the lines of processes that cannot count. */
  size(): number;
  sha256(text: string): string;
  now(): Date;
}

/** Opens the record of the day of the home found from here. Throws `E_NO_HOME` if there is none, and `E_NOT_OWNER` if it is somebody else's. */
export async function openRecorder(at: Standpoint): Promise<Recorder> {
  const [homes, telemetry] = await Promise.all([import('../home/home.ts'), import('../telemetry/telemetry.ts')]);
  const home = homes.requireHome(at);
  const why = await strangerTo(home, at);
  if (why !== undefined) throw why;
  homes.refuseNewerFormat(home);
  const path = `${home.home}/${homes.names.steps}`;
  // Loaded at the first long argument or full record, which most steps never see.
  const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');
  return {
    home,
    worktree: homes.linkedWorktree(home),
    head: () => homes.readHead(home.project),
    append: (line) => {
      if (homes.switchedOff(home.privateDir, at.env, new Date()) !== undefined) return 0;
      if (telemetry.sizeOf(path) === 0) homes.keepPrivate(home.repository);
      telemetry.rotate(path, new Date(), () => crypto().randomBytes(4).toString('hex'));
      return telemetry.appendLine(path, line);
    },
    now: () => new Date(),
    size: () => telemetry.sizeOf(path),
    sha256: (text) => crypto().createHash('sha256').update(text).digest('hex'),
  };
}
