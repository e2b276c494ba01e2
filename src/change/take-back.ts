// A change that cannot be made is taken back: every file without ours, and with all that somebody else wrote since.
import { hasNoneOf, withoutAppended } from './appended.ts';
import { type Desk, write } from './apply.ts';
import type { Intent, PlannedFile } from './plan.ts';

/**
 * Gives the paths it could not put back. Whoever wrote the change may be dead: then nobody knows how far it came, and what a file has of it is
 * told from the file alone. One that is neither as before nor as after may be ours with somebody's edits on top, or theirs without us.
 */
export async function takeBack(desk: Desk, intent: Intent, isAgain: boolean): Promise<readonly string[]> {
  const { world, home, written } = desk;
  const left: string[] = [];
  for (const file of intent.planned.files.toReversed()) {
    if (file.isTheirs === true || file.after === file.before) continue;
    const now = world.files.read(home.home, file.path);
    const hash = world.files.hash(now);
    const mine = written.get(file.path);
    if (hash === file.before || (mine !== undefined && hash === world.files.hash(mine.over))) continue;
    // Whoever lives knows what he wrote.
    if (!isAgain && mine === undefined) continue;
    const before =
      mine?.hash === hash ? { content: mine.over } : await beforeOf(desk, intent, file, now, hash === file.after);
    if (before === 'none') continue;
    if (before === undefined || write(desk, intent, file.path, now, before.content) === 'changed') left.push(file.path);
  }
  return left;
}

type Before = { readonly content: Uint8Array | undefined } | 'none' | undefined;

/** The file without ours; `none` if there is nothing of ours in it, undefined if that cannot be told. */
async function beforeOf(
  { world, repository, written }: Desk,
  intent: Intent,
  file: PlannedFile,
  now: Uint8Array | undefined,
  isAfter: boolean,
): Promise<Before> {
  const absent = world.files.hash(undefined);
  if (file.rule === 'append') {
    const rest = withoutAppended(intent, file, now);
    if (rest === undefined || rest === 'none') return rest;
    return { content: rest.length === 0 && file.before === absent ? undefined : rest };
  }
  const before = written.get(file.path)?.over ?? intent.images.get(file.before);
  if (isAfter) return { content: before };
  // Ours can be made anew, and theirs stays.
  if (file.rule === 'yield' || now === undefined) return 'none';
  const base = intent.images.get(file.after);
  if (base === undefined) return undefined;
  // A file that was not there before, and has no line of ours, is somebody's new one.
  if (before === undefined && hasNoneOf(base, now)) return 'none';
  // If ours is not in it, to take ours out changes nothing.
  const rest = await world.git.merge(repository, { base, ours: now, theirs: before ?? new Uint8Array() });
  if (rest === undefined) return undefined;
  return world.files.hash(rest) === world.files.hash(now) ? 'none' : { content: rest };
}
