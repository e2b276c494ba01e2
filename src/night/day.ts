// What others changed in a home of our own since the last night: committed as theirs, so that a clone is complete.
import { join } from 'node:path';
import { makeChange } from '../change/change.ts';
import { DreamkeeperError, unlessBug } from '../errors/errors.ts';
import { handedOn, namesOf, someOf } from '../facts/facts.ts';
import { isPrivateName } from '../steps/steps.ts';
import { counted, oneLine, present } from '../text/text.ts';
import type { AgentHome, ChangedFile, Repository, TheirFile } from '../world/world.ts';
import { type HeldFile, heldLine, rememberHeld, sift } from './held-files.ts';

/** More than this is not a day's work on a memory. */
const mostFiles = 200;

/** A file that was left out, and the true reason. */
interface LeftOut {
  readonly path: string;
  readonly why: string;
}

export interface Day {
  /** The newest of its commits; null if there was nothing to commit. */
  readonly commit: string | null;
  /** What was left out, in words for the receipt; undefined if nothing was. */
  readonly note: string | undefined;
  /** What has a credential in it: it waits until it has none. */
  readonly held: readonly HeldFile[];
}

/**
 * Commits the board, notes and whatever else people and agents wrote into a home that is a repository of its own, whatever they called it.
 * In a home that is somebody's repository, committing is theirs. Deleting is, too. What is private is never committed; what is staged, or
 * cannot be committed now, waits for the next night; what has a credential in it waits until it has none.
 */
export async function commitDay(keeper: AgentHome, repository: Repository): Promise<Day> {
  const { world, home } = keeper;
  if (home.shape === 'one') return { commit: null, note: undefined, held: [] };
  const { files } = await world.git.changed(repository);
  const left: LeftOut[] = [];
  const without = (of: readonly ChangedFile[], reason: (path: string) => string | undefined): ChangedFile[] =>
    of.filter(({ path, exact = path }) => {
      const why = reason(exact);
      if (why !== undefined) left.push({ path, why });
      return why === undefined;
    });
  const isRepository = (path: string): boolean => world.disk.at(join(home.home, path, '.git')) !== undefined;
  const plain = without(files.filter(isOfTheDay), (path) => {
    if (isRepository(path)) return 'it is a repository of its own';
    return path.endsWith('/') ? 'there is too much in it to be listed' : whyNot(world.files.theirs(home.home, path));
  });
  const transformed = await transformedOf(repository, plain);
  const whole = without(plain, (path) => (transformed.has(path) ? 'git keeps it in another form' : undefined));
  for (const { path } of whole.slice(mostFiles)) left.push({ path, why: `more than ${mostFiles} files` });
  const { fit, held } = await sift(keeper, repository, whole.slice(0, mostFiles));
  rememberHeld(keeper, held);
  const commit = await commitAll(keeper, repository, fit, left);
  const notes = present([noteOf(left), heldLine(held)]);
  return { commit, note: notes.length === 0 ? undefined : notes.join('; '), held };
}

/** None if that cannot be asked: whoever commits asks again, and says so. */
async function transformedOf(repository: Repository, files: readonly ChangedFile[]): Promise<ReadonlySet<string>> {
  const names = files.map(({ path, exact = path }) => exact);
  return new Set(await repository.transformed(names).catch(unlessBug(() => [])));
}

/** Not the journal, which is ours; not what is staged: the next commit of it is theirs. */
function isOfTheDay({ path, exact = path, kind, isStaged }: ChangedFile): boolean {
  const isChanged = (kind === 'modified' || kind === 'new') && isStaged !== true;
  return isChanged && !/^rem(?:\/|$)/u.test(exact) && !isPrivateName(exact);
}

/** Plain files only: where a link leads is not ours to keep. */
function whyNot(found: TheirFile): string | undefined {
  if (found.kind === 'file') return undefined;
  if (found.kind === 'out') return found.why;
  return found.kind === 'absent' ? 'it is gone' : found.kind === 'link' ? 'it is a link' : 'it is too large';
}

/** All in one commit. If one of them cannot be, the others are not kept waiting for it: each half is tried alone. */
async function commitAll(
  keeper: AgentHome,
  repository: Repository,
  files: readonly ChangedFile[],
  left: LeftOut[],
): Promise<string | null> {
  if (files.length === 0) return null;
  try {
    const done = await makeChange(keeper.world, keeper.home, {
      repository,
      files: files.map(({ path, exact = path }) => ({
        path: exact,
        isHosts: true,
        isTheirs: true,
        edit: (content) => content,
      })),
      subject: `day: ${namesIn(files)}`,
      agent: keeper.agent,
      secrets: keeper.settings.secrets,
    });
    return done.kind === 'changed' ? (done.commit ?? null) : null;
  } catch (error) {
    // A repository that is busy is for the night to say.
    if (!(error instanceof DreamkeeperError) || error.exit === 11) throw error;
    if (files.length === 1 || !isAboutOne.has(error.code)) {
      left.push(...files.map(({ path }) => ({ path, why: error.message })));
      return null;
    }
    const middle = Math.ceil(files.length / 2);
    const one = await commitAll(keeper, repository, files.slice(0, middle), left);
    return (await commitAll(keeper, repository, files.slice(middle), left)) ?? one;
  }
}

/** Errors that one file brings, and not the whole home. */
const isAboutOne: ReadonlySet<string> = new Set(['E_BAD_PATH', 'E_NOT_A_FILE', 'E_TOO_LARGE', 'E_NO_PERMISSION']);

function noteOf(left: readonly LeftOut[]): string | undefined {
  if (left.length === 0) return undefined;
  const groups = [...Map.groupBy(left, ({ why }) => why)];
  const words = groups.map(([why, those]) => `${oneLine(namesIn(those), 120)} (${oneLine(why, 120)})`);
  return `not committed: ${someOf(words, 5)}`;
}

/** By name, but for those whose names read like orders. */
function namesIn(files: readonly { readonly path: string }[]): string {
  return someOf(namesOf(handedOn(files.map(({ path }) => path)))) || counted(files.length, 'file');
}
