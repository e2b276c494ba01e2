// Whether a sealed change has landed: a commit that claims to be it, and holds what it was to hold.
import { holdsAppended } from './appended.ts';
import type { Desk } from './apply.ts';
import { contentsThen } from './in-commit.ts';
import type { Intent, PlannedFile } from './plan.ts';

/**
 * The commit of this change in what leads to `head`. Its id is no secret once it is on disk, so a commit that only names it may be anybody's:
 * it has to hold the files as they were planned. Where ours was joined with somebody else's lines, its message has to be the planned one, and
 * it may touch nothing else.
 */
export async function commitOfChange(desk: Desk, intent: Intent, head: string): Promise<string | undefined> {
  const { world, repository } = desk;
  const { id, base } = intent.planned;
  for (const commit of await world.git.claiming(repository, head, id, base.commit ?? undefined))
    if (await holds(desk, intent, commit)) return commit;
  return undefined;
}

async function holds({ world, repository }: Desk, intent: Intent, commit: string): Promise<boolean> {
  const files = intent.planned.files.filter(({ left }) => left === null);
  const wanted = files.map(({ path }) => ({ commit, path }));
  const contents = await contentsThen(world, repository, wanted);
  let isJoined = false;
  for (const [index, file] of files.entries()) {
    const content = contents[index];
    if (world.files.hash(content) === file.committed.after) continue;
    if (!mayDiffer(intent, file, content)) return false;
    if (file.rule === 'merge') isJoined = true;
  }
  if (!isJoined) return true;
  const shown = await world.git.show(repository, commit);
  const paths = new Set(intent.planned.files.map(({ path }) => path));
  return (
    shown !== undefined &&
    `${shown.subject}\n\n${shown.body}`.trim() === intent.planned.message.trim() &&
    shown.paths.every((path) => paths.has(path))
  );
}

function mayDiffer(intent: Intent, file: PlannedFile, content: Uint8Array | undefined): boolean {
  if (file.rule !== 'append') return file.rule !== 'refuse';
  return content !== undefined && holdsAppended(intent, file, content);
}
