// What a harness's hook needs of a home, and nothing else: every import here is time taken from the agent.
import { boardPath } from '../board/board.ts';
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';
import {
  asOfThen,
  handedFolder,
  handedName,
  heardDays,
  heardFile,
  heardName,
  lastWordsName,
  mostHeard,
  parseRunLines,
  printHanded,
  printHeard,
  printLastWords,
  printRunLine,
  printSaid,
  type RunEvent,
  type RunLine,
  type Said,
  type StepReport,
  type StepTools,
  shortWords,
  tallyName,
} from '../steps/steps.ts';
import { isZone } from '../text/text.ts';
import type { FoundHome, Standpoint } from '../world/world.ts';
import { type HookTools, recorderOf } from './recorder.ts';
import { type RunPack, runPackOf } from './run-pack.ts';
import { appendToLog } from './self-log.ts';
import { sincePack, writtenAt } from './since-pack.ts';
import { strangerTo } from './stranger.ts';

export type DropReason = import('../telemetry/telemetry.ts').DropReason;

/** Who tells: the harness, its session, and (if known) its process. */
export interface Teller {
  readonly from: string;
  readonly session: string | null;
  readonly transcript: string | null;
  readonly pid: number | null;
}

export interface HookHome {
  readonly home: FoundHome;
  /** What a person or the agent said is kept only if its owner did not switch that off. */
  readonly keeps: import('../home/home.ts').Keeps;
  /** Its settings speak of `dreaming`: an absence may be of interest. */
  readonly mayBeIdle: boolean;
  /** Names that are recorded with everything: the branch, and the worktree if it is not the main one. */
  readonly names: readonly (string | null)[];
  record(report: StepReport, teller: Teller, redact: StepTools['redact']): void;
  /** Adds a line to the life of the run; says how long ago the last one was, and whether it is the first to say so. */
  live(
    event: RunEvent,
    why: string,
    teller: Teller,
    redact: StepTools['redact'],
  ): { readonly quietFor: number; readonly isFirst: boolean };
  /** What the agent said last, instead of what it said before; nothing, and nothing of before, if its owner does not want it kept. */
  said(text: string, teller: Teller, redact: StepTools['redact']): void;
  /** What strangers answered the agent: only marks of it are kept. */
  heard(text: string, teller: Teller): void;
  /** Counts an action of a session that tires; true if it is to be told so now, once. */
  tire(teller: Teller, canBeTold: boolean): boolean;
  /** Whether a session has reached its limit. */
  isExhausted(teller: Teller): boolean;
  /** Keeps what was said word for word, if its owner wants that. */
  spoke(role: Said['role'], text: string, teller: Teller, redact: StepTools['redact']): void;
  /** The newest pack that was rendered, with its time, for a session; undefined if there is none. */
  lastPack(run: string | null): LastPack | undefined;
  /** Keeps that a session got this older pack, for whoever wants to read what it was told. */
  gave(pack: string, why: string, teller: Teller): void;
  /** The pack of the run that this session is, if its hook is to hand it over. */
  runPack(): RunPack | undefined;
  drop(reason: DropReason): void;
}

export interface LastPack {
  readonly text: string;
  readonly time: string;
  /** The zone in which it tells times. */
  readonly zone: string;
  /** The same without what a harness may tell by itself, if it was kept. */
  readonly lean?: string | undefined;
  /** What happened after it was made, in words; what it says of now is called old then. */
  readonly since: readonly string[];
  /** The code of its frame. */
  readonly frame: string;
}

/**
 * Finds the home of the repository around a folder; undefined if that has none, it is somebody else's, or it is switched off: then nothing at all happens.
 *
 * `shell` is where the agent's shell stands: a session may go into another worktree of the same repository, and what it does there belongs there.
 */
export async function openHookHome(at: Standpoint, shell?: string | null): Promise<HookHome | undefined> {
  const [homes, telemetry] = await Promise.all([import('../home/home.ts'), import('../telemetry/telemetry.ts')]);
  const home = homes.findHome(at);
  if (home === undefined || !homes.isOwnHome(home, at.env)) return undefined;
  // Somebody else's, such as root's hooks in a person's project: not even a drop is counted, because the counter would be ours.
  if ((await strangerTo(home, at)) !== undefined) return undefined;
  if (homes.switchedOff(home.privateDir, at.env, new Date()) !== undefined) return undefined;
  const there =
    shell === undefined || shell === null || shell === at.cwd ? undefined : homes.findHome({ ...at, cwd: shell });
  const isSame = there?.home === home.home && there.project.commonDir === home.project.commonDir;
  return hookHome({ homes, telemetry }, isSame ? there : home, at);
}

function hookHome(tools: HookTools, home: FoundHome, at: Standpoint): HookHome {
  const { homes, telemetry } = tools;
  const { env } = at;
  const recorder = recorderOf(tools, home, at);
  const { worktree } = recorder;
  const head = recorder.head();
  const keeps = homes.keepsOf(home);
  const runs = `${home.privateDir}/${homes.names.runs}`;
  const tally = (session: string | null): string => `${home.privateDir}/${tallyName(session, recorder.sha256)}`;
  return {
    home,
    names: [head.branch, worktree],
    keeps,
    mayBeIdle: homes.speaksOfDreaming(home),
    record: (report, { session }, redact) => {
      homes.refuseNewerFormat(home);
      recorder.record(report, { run: session, agent: env.DREAMKEEPER_AGENT ?? null, ...head }, redact);
    },
    live: (event, why, { from, session, transcript, pid }, redact) => {
      homes.refuseNewerFormat(home);
      const { statSync } = process.getBuiltinModule('node:fs');
      homes.makePrivate(home.privateDir);
      telemetry.readyDrops(home.privateDir);
      const now = new Date();
      const last = statSync(runs, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
      const line = { v: 1, time: now.toISOString(), run: session ?? '', event, from, why: why.slice(0, 80) } as const;
      const clean = (name: string | null): string | null => (name === null ? null : redact(name));
      const place = { worktree: clean(worktree), branch: clean(head.branch), head: head.head };
      telemetry.rotate(runs, now, () => process.getBuiltinModule('node:crypto').randomBytes(4).toString('hex'));
      telemetry.appendLine(
        runs,
        printRunLine({ ...line, ...place, transcript, pid, ...(env.DREAMKEEPER_ALONE && { alone: true }) }),
      );
      const isFirst = event !== 'start' || isFirstStart(parseRunLines(telemetry.readNewest(runs, 16_384)), line);
      return { quietFor: now.getTime() - last, isFirst };
    },
    said: (text, { session, from }, redact) => {
      homes.refuseNewerFormat(home);
      const path = `${home.privateDir}/${lastWordsName(worktree, recorder.sha256)}`;
      if (!keeps.lastWords) return telemetry.removeFile(path);
      const short = shortWords(text, redact);
      if (short === '') return;
      homes.makePrivate(home.privateDir);
      telemetry.replaceFile(
        path,
        printLastWords({ time: new Date().toISOString(), run: session ?? '', from, text: short }),
      );
    },
    heard: (text, { session }) => {
      homes.refuseNewerFormat(home);
      const now = new Date();
      const path = `${home.privateDir}/${heardFile(now)}`;
      const size = telemetry.sizeOf(path);
      const line = size < mostHeard ? printHeard(text, session, now, recorder.sha256) : undefined;
      if (line === undefined) return;
      homes.makePrivate(home.privateDir);
      // The first of a day takes out what is too old.
      if (size === 0) for (const old of oldHeard(home.privateDir, now)) telemetry.removeFile(old);
      telemetry.appendLine(path, line);
    },
    tire: ({ session }, canBeTold) => {
      const { tires } = keeps;
      if (tires === undefined) return false;
      homes.makePrivate(home.privateDir);
      const path = tally(session);
      const count = telemetry.countUp(path);
      return canBeTold && count >= Math.min(tires.warning, tires.limit) && telemetry.isFirstTo(`${path}.told`);
    },
    isExhausted: ({ session }) => keeps.tires !== undefined && telemetry.sizeOf(tally(session)) >= keeps.tires.limit,
    spoke: (role, text, { session }, redact) => {
      if (!keeps.conversation || text.trim() === '') return;
      const folder = homes.selfFolderOf(home, env);
      const said = { t: new Date().toISOString(), role, content: redact(text), run: session };
      appendToLog({ homes, telemetry }, home, `${folder}/conversation.jsonl`, printSaid(said));
    },
    lastPack: (run) => {
      const here = home.project.worktree ?? null;
      const found = newestPack(homes.packFiles(home, env), here);
      if (found === undefined) return undefined;
      const { made, headThen, ...last } = found;
      const since = sincePack({
        ...{ time: made, head: headThen, headNow: head.head, worktree, run },
        boardWritten: writtenAt(`${home.home}/${boardPath}`),
        steps: telemetry.readNewest(`${home.home}/${homes.names.steps}`, 65_536),
        runs: telemetry.readNewest(runs, 16_384),
        isAlive,
      });
      const told = (text: string): string => asOfThen(text, last.frame, since.length > 0);
      return { ...last, since, text: told(last.text), lean: last.lean === undefined ? undefined : told(last.lean) };
    },
    gave: (pack, why, { session: run }) => {
      const folder = `${home.privateDir}/${handedFolder}`;
      const time = new Date().toISOString();
      const place = { worktree: home.project.worktree ?? null, isOlder: true };
      homes.makePrivate(folder);
      const name = handedName(homes.hookAgent(home, env), time, process.pid.toString(16));
      telemetry.replaceFile(`${folder}/${name}`, printHanded({ time, run, how: 'session', why, ...place, pack }));
    },
    runPack: () => runPackOf(tools, home, env),
    drop: (reason) => {
      telemetry.countDrop(homes.dropFolders(home, env), reason);
    },
  };
}

function oldHeard(folder: string, now: Date): string[] {
  const first = heardFile(new Date(now.getTime() - heardDays * 24 * 60 * 60 * 1000));
  const names = process.getBuiltinModule('node:fs').readdirSync(folder);
  return names.filter((name) => heardName.test(name) && name < first).map((name) => `${folder}/${name}`);
}

/** A harness that has our hooks twice begins twice; whose line stands first is the one that counts. */
function isFirstStart(lines: readonly RunLine[], { run, why, time }: Pick<RunLine, 'run' | 'why' | 'time'>): boolean {
  const same = lines.filter(
    (line) =>
      line.event === 'start' &&
      line.run === run &&
      line.why === why &&
      Math.abs(Date.parse(time) - Date.parse(line.time)) < 5000,
  );
  return run === '' || same.length < 2 || same[0]?.time === time;
}

/** Why something could not be recorded, by what stood in the way. */
export function dropReasonOf(error: unknown): DropReason {
  if (error instanceof DreamkeeperError) {
    if (error.code === 'E_NO_PERMISSION') return 'rights';
    if (error.code === 'E_DISK') return 'disk';
    return 'home';
  }
  const errno = errnoOf(error) ?? '';
  if (['EACCES', 'EPERM', 'EROFS'].includes(errno)) return 'rights';
  return ['ENOSPC', 'EIO', 'EDQUOT', 'EMFILE', 'ENFILE'].includes(errno) ? 'disk' : 'unknown';
}

/** As the pack says it; one of an earlier version was in UTC. */
function zoneIn(brief: unknown): string {
  const zone = typeof brief === 'object' && brief !== null && 'zone' in brief ? brief.zone : undefined;
  return typeof zone === 'string' && isZone(zone) ? zone : 'UTC';
}

/** The commit that was there when it was made. */
function headIn(brief: unknown): string | null | undefined {
  const { since } = (brief ?? {}) as { readonly since?: { readonly head?: unknown } };
  const head = since?.head;
  return typeof head === 'string' || head === null ? head : undefined;
}

/** A process that is another's lives, too. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

/** The youngest of the files that can be read and speak of this worktree. */
function newestPack(
  paths: readonly string[],
  here: string | null,
): (Omit<LastPack, 'since'> & { readonly made: string; readonly headThen: string | null | undefined }) | undefined {
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs');
  const packs = paths.flatMap((path) => {
    try {
      const { pack, lean, frame, worktree, brief, time } = JSON.parse(readFileSync(path, 'utf8')) as Partial<
        Record<string, unknown>
      >;
      const written = statSync(path).mtime.toISOString();
      // Without a frame it is an earlier version's: there others' words are not told from ours.
      return typeof pack === 'string' && typeof frame === 'string' && worktree === here
        ? [
            {
              ...{ text: pack, frame, time: written, made: typeof time === 'string' ? time : written },
              headThen: headIn(brief),
              zone: zoneIn(brief),
              lean: typeof lean === 'string' ? lean : undefined,
            },
          ]
        : [];
    } catch {
      // Not there, or being written by somebody on a disk that has no whole renames: the other one will do.
      return [];
    }
  });
  return packs.toSorted((one, other) => (one.time < other.time ? 1 : -1))[0];
}
