// The skill: one page that tells an agent how to keep the board and how to remember. A folder of ours beside the settings; git does not see it unless it is shared.
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryOr } from '../errors/errors.ts';
import type { GitPlace, Scope, World } from '../world/world.ts';
import type { Installation } from './installed.ts';
import { removeIfEmpty } from './remove-if-empty.ts';
import type { Site } from './site.ts';

const page = 'SKILL.md';
const hiding = '.gitignore';
const name = 'dreamkeeper';

/** Where the skill lies, or would. */
interface SkillPlace {
  /** Its folder, as people know it. */
  readonly path: string;
  /** The harness's own folder where it really is, and ours below it. */
  readonly root: string;
  readonly folder: string;
  /** What belongs into it, the file that hides the rest first. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export interface SkillPlan extends SkillPlace {
  /** `theirs`: somebody's own lies there, and stays as it is. */
  readonly result: 'add' | 'renew' | 'there' | 'theirs';
}

/** What we remember of it, so that it can be taken out: what we wrote, and which folders we made, outermost first. */
export interface SkillNote {
  readonly path: string;
  readonly files: Readonly<Record<string, string>>;
  readonly folders: readonly string[];
}

/** The page as it is published; undefined in a bundle of the library, which has none. */
export function skillSource(): string | undefined {
  const path = `plugins/${name}/skills/${name}/${page}`;
  return ['../', '../../'].map((up) => fileURLToPath(new URL(up + path, import.meta.url))).find(existsSync);
}

/** Undefined if the harness has no skills of that scope, or we have none to give. */
function placeOfSkill({ at, setup }: Site, scope: Scope, project: GitPlace | undefined): SkillPlace | undefined {
  const base = scope === 'user' ? at.cwd : project?.worktree;
  const skills = setup.skills?.(scope, at.env);
  const source = skillSource();
  if (skills === undefined || base === undefined || source === undefined) return undefined;
  const whole = resolve(base, skills);
  const around = dirname(whole);
  const hidden: [string, Uint8Array][] = scope === 'shared' || setup.plainSkills ? [] : [[hiding, Buffer.from('*\n')]];
  return {
    path: join(whole, name),
    root: existsSync(around) ? realpathSync(around) : around,
    folder: `${basename(whole)}/${name}`,
    files: new Map([...hidden, [page, readFileSync(source)]]),
  };
}

/** Decides. A file that is neither as we write it now nor as we left it is somebody's own, and so is anything that is no plain file. */
export function planSkill(
  site: Site,
  scope: Scope,
  project: GitPlace | undefined,
  note: Installation | undefined,
): SkillPlan | undefined {
  const place = placeOfSkill(site, scope, project);
  if (place === undefined) return undefined;
  const { hash } = site.world.files;
  const found = [...place.files].map(([file, wanted]) => {
    const bytes = contentOf(site.world, place, file);
    if (bytes === 'theirs') return 'theirs';
    if (bytes === undefined) return 'missing';
    if (hash(bytes) === hash(wanted)) return 'same';
    return hash(bytes) === noted(note, place)?.files[file] ? 'old' : 'theirs';
  });
  const is = (what: (typeof found)[number]): boolean => found.includes(what);
  const result = is('theirs') ? 'theirs' : is('old') ? 'renew' : is('missing') ? 'add' : 'there';
  return { ...place, result };
}

/** What is noted once it is in. One that came with a clone, and is as it should be, is not ours. */
export function noteOfSkill(
  { world }: Site,
  plan: SkillPlan | undefined,
  scope: Scope,
  old: Installation | undefined,
): SkillNote | null {
  const before = plan === undefined ? undefined : noted(old, plan);
  if (plan === undefined || plan.result === 'theirs') return old?.skill ?? null;
  if (plan.result === 'there' && before === undefined && scope === 'shared') return null;
  const [outer = ''] = plan.folder.split('/');
  const missing = [join(plan.root, outer), join(plan.root, plan.folder)].filter((folder) => !existsSync(folder));
  return {
    path: plan.path,
    files: Object.fromEntries([...plan.files].map(([file, bytes]) => [file, world.files.hash(bytes)])),
    folders: [...new Set([...(before?.folders ?? []), ...missing])],
  };
}

export function putSkillIn(world: World, { path, root, folder, files, result }: SkillPlan, done: string[]): void {
  if (result !== 'add' && result !== 'renew') return;
  if (!existsSync(path)) {
    world.files.makeFolder(join(root, folder));
    done.push(`made the folder ${path}`);
  }
  for (const [file, bytes] of files) {
    world.files.write(root, `${folder}/${file}`, bytes);
    done.push(`wrote ${join(path, file)}`);
  }
}

/** What becomes of the skill when we leave. */
export interface SkillRemoval extends SkillPlace {
  /** Something in the folder is not as we left it: all of it stays, for what hides it must not go alone. */
  readonly stays: boolean;
  readonly note: SkillNote | undefined;
}

/** Undefined if none of ours is there. Without a note it is known by its bytes, and one that is shared only where it is named. */
export function planSkillRemoval(
  site: Site,
  scope: Scope,
  project: GitPlace | undefined,
  installation: Installation | undefined,
  isNamed: boolean,
): SkillRemoval | undefined {
  const place = placeOfSkill(site, scope, project);
  if (place === undefined) return undefined;
  const note = noted(installation, place);
  const { world } = site;
  const isOurs = (file: string): boolean => {
    const bytes = contentOf(world, place, file);
    if (bytes === 'theirs' || bytes === undefined) return false;
    return [note?.files[file], world.files.hash(place.files.get(file))].includes(world.files.hash(bytes));
  };
  if (note === undefined && (!isOurs(page) || (scope === 'shared' && !isNamed))) return undefined;
  const inside = ['files', 'folders'] as const;
  const entries = inside.flatMap((what) => world.files.list(place.root, place.folder, what));
  if (note !== undefined && entries.length === 0 && note.folders.every((folder) => !existsSync(folder)))
    return undefined;
  return { ...place, note, stays: entries.some((entry) => !isOurs(entry) && !isDraft(entry)) };
}

export function takeSkillOut(
  world: World,
  { path, root, folder, files, note, stays }: SkillRemoval,
  done: string[],
): void {
  if (stays) return;
  const paths = [...files.keys()].toReversed().map((file) => `${folder}/${file}`);
  // A folder that is not there has nothing in it.
  if (existsSync(join(root, folder))) world.files.sweep(root, paths);
  for (const each of paths) {
    if (!existsSync(join(root, each))) continue;
    world.files.remove(root, each);
    done.push(`removed ${join(path, basename(each))}`);
  }
  for (const made of note?.folders.toReversed() ?? [join(root, folder), dirname(join(root, folder))])
    removeIfEmpty(made);
}

/** A note about another folder (somebody's settings moved) says nothing about this one. */
function noted(installation: Installation | undefined, { path }: Pick<SkillPlace, 'path'>): SkillNote | undefined {
  return installation?.skill?.path === path ? installation.skill : undefined;
}

/** `theirs` is what is no plain file, or lies behind a link. */
function contentOf(world: World, { root, folder }: SkillPlace, file: string): Uint8Array | 'theirs' | undefined {
  if (lstatSync(root, { throwIfNoEntry: false }) === undefined) return undefined;
  return tryOr(
    () => world.files.read(root, `${folder}/${file}`),
    () => 'theirs' as const,
  );
}

/** What a killed writer of ours left beside a file. */
function isDraft(entry: string): boolean {
  return /^\.(?:SKILL\.md|\.gitignore)\.[0-9a-f]{24}\.tmp$/u.test(entry);
}
