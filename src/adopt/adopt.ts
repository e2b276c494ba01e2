// Founds a home, or takes over what is already there, without touching what is not ours.
import { dirname, join, relative } from 'node:path';
import { boardPath, newBoard, parseBoard } from '../board/board.ts';
import { changeId, heldBack, netOf, refuseIfBusy, rememberMade } from '../change/change.ts';
import { isAgentName, newHomeSettings, parseHomeSettings } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { counted, printSafe } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import { claimOn } from './claim.ts';
import { withDeeds } from './deeds.ts';
import { addExcludes, excludeFile, excludesIn } from './exclude-file.ts';
import { type HomePlan, type HomeRequest, planHome } from './plan.ts';

export { type Adoption, editsOf, newAdoptionId, openSource, pathOf, prepareAdoption } from './adoption.ts';
export { withDeeds } from './deeds.ts';
export { addExcludes, asPattern, type ExcludeLine, excludeFile, excludesIn, removeExclude } from './exclude-file.ts';
export { type Imported, importSessions, keptSessions } from './import-sessions.ts';
export { type HomePlan, type HomeRequest, placesOf } from './plan.ts';
export { saveFirst, unsavedAmong } from './saved-first.ts';
export { usualPlaces } from './usual-places.ts';

export interface InitRequest extends HomeRequest {
  readonly agent: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One thing that init does, or would do, in words; `done` is false for what was there already. */
export interface InitStep {
  readonly what: string;
  readonly done: boolean;
}

/** Decides what init would do, from facts alone. Refuses with an error where nothing sensible can be done. */
export async function prepareHome(world: World, request: InitRequest): Promise<HomePlan> {
  if (!isAgentName(request.agent)) {
    throw new DreamkeeperError('E_BAD_NAME', `"${printSafe(request.agent)}" cannot be an agent's name`, {
      hint: 'Lower-case letters, digits, - and _, at most 64.',
    });
  }
  if (request.home === '' || /[\r\n\0]/u.test(request.home ?? '')) {
    throw new DreamkeeperError('E_USAGE', '--home takes the path of a folder', {
      hint: 'For example: dk init --home ~/memory. Perhaps a variable is empty.',
    });
  }
  const here = world.places.look(request.cwd);
  await world.git.require(here.path);
  const rootPath = here.around?.mainWorktree;
  const targetPath = request.home ?? (rootPath === undefined ? undefined : join(rootPath, '.dream'));
  const found = foundAlready(world, request);
  const root = rootPath === undefined ? undefined : world.places.look(rootPath);
  const target = targetPath === undefined ? undefined : world.places.look(targetPath);
  const whole = request.home === undefined ? root : target;
  const isAsked = whole !== undefined && (found === undefined || request.home !== undefined);
  const claim = isAsked ? await claimOn(world, whole) : undefined;
  const plan = planHome(request, { here, root, target, found, claim });
  await refuseTracked(world, plan);
  await refuseUnusable(world, plan);
  return plan;
}

/** The home there already is. Whoever names a folder means that one, whatever the environment or an old link says. */
function foundAlready(world: World, request: InitRequest): FoundHome | undefined {
  if (request.home === undefined) return world.places.find(request);
  try {
    return world.places.find({ cwd: request.cwd, env: {} });
  } catch (error) {
    // A link to a home that is gone: naming a new one is how that is put right.
    if (error instanceof DreamkeeperError && error.code === 'E_NO_HOME') return undefined;
    throw error;
  }
}

/** A `.dream` that came with a clone is in the project's own commits: a home there would be seen by its git, and change its files. */
async function refuseTracked(world: World, { shape, home, makeFolder, makeRepository }: HomePlan): Promise<void> {
  const { around } = world.places.look(dirname(home));
  if (shape !== 'nested' || makeFolder || !makeRepository || around === undefined) return;
  const repository = await world.git.open(around, join(around.commonDir, 'dreamkeeper'));
  const listed = await repository.inside(['ls-files', '-z', '--', relative(around.worktree ?? '', home)]);
  if (listed.kind === 'ok' && listed.stdout.length === 0) return;
  throw new DreamkeeperError(
    'E_NOT_OURS',
    `your git tracks files in ${printSafe(home)}, so that folder is the project’s`,
    { hint: 'Choose another place with `dk init --home <folder>`. Nothing was changed.' },
  );
}

/** What is taken over has to be readable, and a repository with something under way is not written to: found out before anything is done. */
async function refuseUnusable(world: World, plan: HomePlan): Promise<void> {
  if (plan.makeFolder) return;
  const { place, isWritable } = world.places.look(plan.home);
  if (!isWritable) {
    throw new DreamkeeperError('E_NO_PERMISSION', `${printSafe(plan.home)} cannot be written`, {
      hint: 'Nothing was changed. Give yourself permission to write there, or choose another folder with --home.',
    });
  }
  parseBoard(world.files.read(plan.home, boardPath) ?? new Uint8Array());
  const settings = world.files.read(plan.home, 'dreamkeeper.yaml');
  if (settings !== undefined)
    parseHomeSettings(settings, join(plan.home, 'dreamkeeper.yaml'), "the operator's config.yaml");
  if (place === undefined || plan.makeRepository || settings !== undefined) return;
  const repository = await world.git.open(place, join(place.commonDir, 'dreamkeeper'));
  refuseIfBusy(repository, await repository.head());
}

/**
 * Carries a plan out. Each step looks first whether it is needed, so an interrupted or repeated init ends in the same state.
 *
 * The order matters: the exclude line comes before the folder it hides, so that no `git add -A` in between can take it in; the settings
 * come last of the files, because they are what makes a folder a home.
 */
export async function foundHome(
  world: World,
  request: InitRequest,
  plan: HomePlan,
): Promise<{ steps: readonly InitStep[]; commit: string | undefined }> {
  const steps: InitStep[] = [];
  try {
    return { steps, commit: await carryOut(world, request, plan, steps) };
  } catch (error) {
    throw withDeeds(
      error,
      steps.flatMap(({ what, done }) => (done ? [what] : [])),
      'Run the same once more to go on from there; or `dk uninstall claude --data` takes it back, and lists what it cannot.',
    );
  }
}

/** The lines that hide the home, for each repository that gets some; `isOwn`: it is made only now. */
export function excludesOf(
  plan: HomePlan,
): readonly { readonly commonDir: string; readonly lines: readonly string[]; readonly isOwn: boolean }[] {
  return [...Map.groupBy(plan.exclude, ({ commonDir }) => commonDir)].map(([commonDir, those]) => {
    const isOwn = plan.makeRepository && commonDir === join(plan.home, '.git');
    return { commonDir, lines: those.map(({ line }) => line), isOwn };
  });
}

/** `steps` is filled as they are done: whoever is cut off can tell. */
async function carryOut(
  world: World,
  request: InitRequest,
  plan: HomePlan,
  steps: InitStep[],
): Promise<string | undefined> {
  const excludes = excludesOf(plan);
  for (const each of excludes) if (!each.isOwn) steps.push(exclude(world, each));
  if (plan.makeFolder) {
    world.files.makeFolder(plan.home);
    steps.push({ what: `made the folder ${plan.home}`, done: true });
  }
  if (plan.makeRepository) {
    // Git may leave half of one.
    steps.push({ what: `began a git repository in ${plan.home}`, done: true });
    await world.git.create(plan.home);
    steps.splice(-1, 1, { what: `made a git repository in ${plan.home}`, done: true });
  }
  for (const each of excludes) if (each.isOwn) steps.push(exclude(world, each));
  steps.push(keepOrWrite(world, plan.home, boardPath, newBoard()));
  steps.push(keepOrWrite(world, plan.home, 'dreamkeeper.yaml', newHomeSettings(request.agent)));
  if (plan.link !== undefined) steps.push(link(world, plan));
  const held = heldIn(world, plan);
  for (const [name, why] of held) steps.push({ what: `${name} ${why}, and is not committed`, done: false });
  const commit = await commitNew(world, request, plan, new Set(held.keys()));
  if (commit !== undefined) steps.push({ what: `committed as ${commit.slice(0, 10)}`, done: true });
  return commit;
}

function keepOrWrite(world: World, home: string, name: string, content: string): InitStep {
  if (world.files.read(home, name) !== undefined)
    return { what: `${name} was there and is kept as it is`, done: false };
  world.files.write(home, name, Buffer.from(content), { expect: world.files.hash(undefined) });
  return { what: `wrote ${name}`, done: true };
}

function exclude(
  world: World,
  { commonDir, lines }: { readonly commonDir: string; readonly lines: readonly string[] },
): InitStep {
  const path = excludeFile({ commonDir });
  const missing = lines.filter((line) => !excludesIn(world, commonDir).includes(line));
  if (missing.length === 0)
    return { what: `${inShort(lines)} ${lines.length === 1 ? 'is' : 'are'} in ${path} already`, done: false };
  addExcludes(world, commonDir, missing);
  return { what: `added ${inShort(missing)} to ${path}`, done: true };
}

/** Many lines of one kind are told as one. */
export function inShort(lines: readonly string[]): string {
  const [first = '', ...more] = lines;
  return more.length === 0 ? first : `${first} and ${counted(more.length, 'more line')}`;
}

function link(world: World, { link: place, home }: HomePlan): InitStep {
  if (place === undefined) throw new TypeError('there is a place to link');
  const content = Buffer.from(`${home}\n`);
  const before = world.files.read(place.commonDir, 'dreamkeeper/home');
  if (world.files.hash(before) === world.files.hash(content))
    return { what: 'the project knows its home already', done: false };
  world.files.write(place.commonDir, 'dreamkeeper/home', content);
  return { what: `noted in ${join(place.commonDir, 'dreamkeeper', 'home')} where the home is`, done: true };
}

const names = ['dreamkeeper.yaml', boardPath];

/** A board that was there may have a credential in it: whether it gets into a commit is for its owner to say. */
function heldIn(world: World, { home }: HomePlan): ReadonlyMap<string, string> {
  const given = world.files.read(home, 'dreamkeeper.yaml');
  const settings = parseHomeSettings(given ?? new Uint8Array(), join(home, 'dreamkeeper.yaml'), 'config.yaml');
  const net = netOf(settings);
  const judged = names.map((name) => [name, heldBack(net, name, world.files.read(home, name))] as const);
  return new Map(judged.flatMap(([name, why]) => (why === undefined ? [] : [[name, why] as const])));
}

/** Commits those of our files that no commit has yet. What its owner has staged, or git keeps in another form, is left to them. */
async function commitNew(
  world: World,
  request: InitRequest,
  plan: HomePlan,
  held: ReadonlySet<string>,
): Promise<string | undefined> {
  const found = requireFound(world, request, plan);
  const repository = await world.git.open(found.repository, found.privateDir);
  const base = await repository.head();
  const tracked = base.commit === undefined ? new Map() : await repository.entries(base.commit, names);
  const transformed = await repository.transformed(names);
  let left = names.filter((name) => !tracked.has(name) && !transformed.includes(name) && !held.has(name));
  const id = changeId(world);
  while (left.length > 0) {
    const result = await world.git.commit(repository, {
      files: new Map(left.map((name) => [name, world.files.read(plan.home, name)])),
      message: `init: a home for ${request.agent}\n\nDream-Id: ${id}`,
      author: { name: request.agent, email: `${request.agent}@dreamkeeper.local` },
      time: world.now(),
      base,
      onlyUnstaged: true,
      remakesIndex: found.shape !== 'one',
    });
    if (result.kind === 'committed') {
      world.files.makeFolder(found.privateDir, true);
      rememberMade(world, found, { id, commit: result.commit }, true);
      return result.commit;
    }
    if (result.kind === 'staged') left = left.filter((name) => name !== result.path);
    else if (result.kind === 'unchanged' || result.kind === 'moved') return undefined;
    else {
      const reason = result.kind === 'busy' ? result.what : `${result.file} is there`;
      throw new DreamkeeperError('E_REPO_BUSY', `the files are there, but could not be committed (${reason})`, {
        hint: 'Run `dk init` again when that is over. If no git is running, remove the lock file first.',
      });
    }
  }
  return undefined;
}

function requireFound(world: World, request: InitRequest, plan: HomePlan): FoundHome {
  const found = world.places.find({ cwd: plan.home, env: {} });
  if (found !== undefined && found.home === plan.home) return found;
  throw new DreamkeeperError(
    'E_BUG',
    `the home at ${printSafe(plan.home)} was made but cannot be found from ${printSafe(dirname(request.cwd))}`,
    { hint: 'Please report this with the output of `dk init --dry-run`.' },
  );
}
