// One of several processes that commit at once: a file of its own, until it is in.
import { writeWhole } from '../../src/disk/disk.ts';
import { commitFiles } from '../../src/repo/repo.ts';
import { openAt, request } from './support.ts';

const [, , worktree = '', name = ''] = process.argv;
const file = `file-${name}.md`;
writeWhole(worktree, file, Buffer.from(`${name}\n`));
const repository = await openAt(worktree);
for (;;) {
  const result = await commitFiles(
    repository,
    request(await repository.head(), { [file]: `${name}\n` }, { message: name }),
  );
  if (result.kind === 'committed') break;
  if (result.kind !== 'moved' && result.kind !== 'locked') throw new Error(result.kind);
}
