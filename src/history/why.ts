// Where a line comes from: which change of ours, which operation in it, and on what evidence; or that it is somebody else's.
import { ownInProject } from '../change/change.ts';
import { DreamkeeperError, unlessBug } from '../errors/errors.ts';
import { homeBytes } from '../facts/facts.ts';
import { isDream, isNight, isUndone, type NightLine, type WakeLine } from '../journal/journal.ts';
import { clock, counted, decodeUtf8, oneLine, printSafe } from '../text/text.ts';
import type { FoundHome, Repository, World } from '../world/world.ts';
import { type Archive, findChange, isOurs, openArchive } from './changes.ts';

export interface Why {
  readonly place: string;
  /** The line that was asked about; null if a change was. */
  readonly line: string | null;
  /** Whose it is. */
  readonly by: 'dreamkeeper' | 'somebody else' | 'nobody yet';
  readonly change: string | null;
  readonly commit: string | null;
  readonly author: string | null;
  readonly time: string | null;
  readonly subject: string | null;
  readonly isUndone: boolean;
  /** What was done, and why, in words. */
  readonly operation: readonly string[];
  /** What was known when it was done. */
  readonly evidence: readonly string[];
}

/** What is asked about: a change by its name, or a line of a file, in the home or in the project beside it. */
export type Asked =
  | { readonly kind: 'change'; readonly name: string }
  | { readonly kind: 'line'; readonly path: string; readonly line: number; readonly of: 'home' | 'project' };

/** Explains a line, or a change by any of its names. */
export async function explain(world: World, home: FoundHome, asked: Asked): Promise<Why> {
  const archive = await openArchive(world, home);
  if (asked.kind === 'line')
    return asked.of === 'home'
      ? explainLine(archive, asked.path, asked.line)
      : explainProject(archive, asked.path, asked.line);
  const place = asked.name;
  const { id, commit } = await findChange(archive, place);
  return {
    place,
    line: null,
    by: 'dreamkeeper',
    change: id,
    commit: commit?.commit ?? null,
    author: commit?.author ?? null,
    time: commit?.time ?? null,
    subject: commit?.subject ?? null,
    isUndone: isUndone(archive.ledger, id),
    ...(await explanationOf(archive, id, undefined, commit?.body)),
  };
}

async function explainLine(archive: Archive, path: string, number: number): Promise<Why> {
  const { world, home, repository, head } = archive;
  const lines = linesOf(homeBytes(world, home, path), path, number);
  const nobody = byNobody(path, number, lines);
  const line = lines[number - 1];
  const at = head === undefined ? undefined : await lineThen(repository, head, path, lines, number);
  const blamed = at === undefined || head === undefined ? undefined : await world.git.blame(repository, head, path, at);
  if (blamed === undefined) return nobody;
  const shown = await world.git.show(repository, blamed.commit);
  // Whose it is, is known from the ledger and from what was made here; what the commit says of itself is only a claim.
  const id = shown?.id !== undefined && (await isOurs(archive, blamed.commit)) ? shown.id : null;
  if (id === null || /^day:/u.test(blamed.subject))
    return {
      ...nobody,
      ...blamed,
      change: id,
      by: 'somebody else',
      operation: [
        id === null
          ? `${oneLine(blamed.author, 60)} wrote it`
          : 'others wrote it; Dreamkeeper only committed what it found at the end of the day',
      ],
    };
  return {
    ...nobody,
    ...blamed,
    change: id,
    by: 'dreamkeeper',
    isUndone: isUndone(archive.ledger, id),
    ...(await explanationOf(archive, id, line, shown?.body)),
  };
}

/** A line of the project beside the home, where nothing is ever written by us. */
async function explainProject({ world, home }: Archive, path: string, number: number): Promise<Why> {
  const lines = linesOf(world.files.read(home.project.worktree ?? home.home, path), path, number);
  const nobody = byNobody(path, number, lines);
  const repository = await world.git.open(home.project, home.privateDir);
  const { commit: head } = await repository.head();
  const at = head === undefined ? undefined : await lineThen(repository, head, path, lines, number);
  const blamed = at === undefined || head === undefined ? undefined : await world.git.blame(repository, head, path, at);
  const notOurs = 'Dreamkeeper did not write it: it only reads your project';
  if (blamed === undefined) return { ...nobody, operation: [...nobody.operation, notOurs] };
  return { ...nobody, ...blamed, by: 'somebody else', operation: [notOurs] };
}

/** The lines of a file that has this one; what is asked about something else is a mistake to be told. */
function linesOf(bytes: Uint8Array | undefined, path: string, number: number): string[] {
  const shown = printSafe(oneLine(path, 80));
  const lines = decodeUtf8(bytes ?? new Uint8Array()).split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (bytes !== undefined && number >= 1 && number <= lines.length) return lines;
  throw new DreamkeeperError(
    'E_USAGE',
    bytes === undefined
      ? `there is no file ${shown}`
      : `there is no line ${number} in ${shown}: it has ${counted(lines.length, 'line')}`,
    { hint: 'Name a file and a line in it, such as plan.org:12, or a night.' },
  );
}

function byNobody(path: string, number: number, lines: readonly string[]): Why {
  return {
    place: `${path}:${number}`,
    line: lines[number - 1] ?? null,
    by: 'nobody yet',
    change: null,
    commit: null,
    author: null,
    time: null,
    subject: null,
    isUndone: false,
    operation: ['it is on disk and in no commit yet'],
    evidence: [],
  };
}

/** The same line in the last commit: at its place if nothing was edited, else the only one with this text. */
async function lineThen(
  repository: Repository,
  head: string,
  path: string,
  lines: readonly string[],
  number: number,
): Promise<number | undefined> {
  const entry = (await repository.entries(head, [path])).get(path);
  if (entry === undefined) return undefined;
  const then = decodeUtf8(await repository.readBlob(entry.blob)).split('\n');
  if (then.at(-1) === '') then.pop();
  if (then.length === lines.length && then[number - 1] === lines[number - 1]) return number;
  const same = then.flatMap((each, index) => (each === lines[number - 1] ? [index + 1] : []));
  return same.length === 1 ? same[0] : undefined;
}

type Explanation = Pick<Why, 'operation' | 'evidence'>;

async function explanationOf(
  archive: Archive,
  id: string,
  line: string | undefined,
  body: string | undefined,
): Promise<Explanation> {
  const { ledger } = archive;
  const given = ledger.lines.find((each) => each.id === id);
  if (given?.kind === 'night') return explainNight(archive, given);
  if (given?.kind === 'wake') return explainWake(archive, given, line);
  if (given?.kind === 'undo')
    return { operation: [`${given.redo ? 'put back' : 'took back'} ${given.undid.join(' and ')}`], evidence: [] };
  if (given?.kind === 'note') return { operation: [`kept ${given.memory}`], evidence: [] };
  if (given?.kind === 'pin')
    return { operation: [`${given.pinned ? 'pinned' : 'unpinned'} ${given.memory}`], evidence: [] };
  if (given?.kind === 'tombstone')
    return { operation: [`forgot ${given.memory}, which stood in ${given.paths.join(', ')}`], evidence: [] };
  if (given?.kind === 'other')
    return { operation: [`a ${oneLine(given.named, 40)} of a later version, which knows more about it`], evidence: [] };
  const words = (body ?? '').replace(/^Dream-(?:Id|Prev|Undo): .*$/gmu, '').trim();
  const command = 'written by a `dk` command, which a person or the agent used';
  return words === ''
    ? { operation: [command], evidence: [] }
    : {
        operation: [command, `the reason given: ${oneLine(words, 300)}`],
        evidence: await commitsNamed(archive, words),
      };
}

function dated({ subject, time }: { readonly subject: string; readonly time: string }): string {
  return `${subject} (${clock(time)})`;
}

/** So many of the newest commits are looked at. */
const mostLooks = 500;

/** A name of a commit alone tells nobody anything: what it is in the project, if it is there. */
async function commitsNamed({ world, home }: Archive, words: string): Promise<string[]> {
  const names = words.match(/\b[0-9a-f]{7,40}\b/gu) ?? [];
  if (names.length === 0) return [];
  const look = async (): Promise<string[]> => {
    const project = await world.git.open(home.project, home.privateDir);
    const { commit: head } = await project.head();
    const commits = head === undefined ? [] : await world.git.commits(project, head, mostLooks);
    return [...new Set(names)].flatMap((name) => {
      const found = commits.filter(({ id }) => id.startsWith(name));
      const [only] = found;
      return found.length !== 1 || only === undefined ? [] : [`commit ${only.id.slice(0, 7)} ${dated(only)}`];
    });
  };
  // Where the project cannot be read, the reason is told as it was given.
  return look().catch(unlessBug(() => []));
}

async function explainNight(archive: Archive, night: NightLine): Promise<Explanation> {
  const verdicts = night.verdicts.map(({ line }) => `verdict: ${line}`);
  const acts = (night.acts ?? []).map(({ name }) => name).join(', ');
  const did =
    night.entry === null
      ? `a night without a dream${acts === '' ? '' : `: ${acts}`}`
      : `dreamt by ${night.model}: ${night.entry}${night.echo ? ' (an echo of the one before)' : ''}`;
  return { operation: [did, ...verdicts], evidence: await evidenceOf(archive, night) };
}

async function explainWake(archive: Archive, wake: WakeLine, line: string | undefined): Promise<Explanation> {
  const isAsked = ({ task }: { task: string | null }): boolean =>
    line === undefined || (task !== null && line.includes(task));
  const outcomes = wake.verdicts.filter(isAsked);
  const operation = outcomes.map(({ result, line: verdict, from, to, why }) => {
    const move = from !== null && to !== null ? ` (${from} → ${to})` : '';
    return `${result}${move}: ${verdict}${why === '' || verdict.includes(why) ? '' : ` — ${why}`}`;
  });
  const dream = archive.ledger.lines.filter(isDream).find(({ id }) => id === wake.dream);
  return {
    operation: [`a verdict of ${wake.dream}${dream === undefined ? '' : `, ${dream.entry}`}`, ...operation],
    evidence: dream === undefined ? [] : await evidenceOf(archive, dream),
  };
}

/** What a night knew: where the project stood, which commits were new to it, how far it had read the steps. */
async function evidenceOf(archive: Archive, night: NightLine): Promise<string[]> {
  const where = `the project stood at ${night.head?.slice(0, 10) ?? 'no commit'}${night.branch === null ? '' : ` on ${night.branch}`}`;
  const { at, fresh } = await commitsThen(archive, night).catch(
    unlessBug(({ message }) => ({ at: undefined, fresh: [`its commits cannot be read here (${message})`] })),
  );
  const steps = !night.digested?.steps ? [] : [`steps were read up to ${night.digested.steps.time}`];
  return [at === undefined ? where : `${where}: ${at}`, ...fresh, ...steps];
}

/** The commit it stood at, in words, unless that was new then; and those that were. */
async function commitsThen(
  { world, home, ledger }: Archive,
  night: NightLine,
): Promise<{ readonly at: string | undefined; readonly fresh: readonly string[] }> {
  const nights = ledger.lines.filter(isNight).filter(({ agent }) => agent === night.agent);
  const before = nights[nights.findIndex(({ id }) => id === night.id) - 1];
  const project = await world.git.open(home.project, home.privateDir);
  const isOwn = ownInProject(world, home, undefined, ledger);
  const commits = night.head === null ? [] : await world.git.commits(project, night.head, 12, isOwn);
  const seen = commits.findIndex(({ id }) => id === before?.head);
  const fresh = (seen === -1 ? commits : commits.slice(0, seen)).filter(({ time }) => time > (before?.time ?? ''));
  const [newest] = commits;
  return {
    at: newest === undefined || newest.id !== night.head || fresh.includes(newest) ? undefined : dated(newest),
    fresh: fresh.map((commit) => `commit ${commit.id.slice(0, 7)} ${dated(commit)}`),
  };
}
