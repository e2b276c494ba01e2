// Files kept under a private ref: nobody's branch, index or worktree is touched, and nothing is lost that was not committed.
import { fileErrorOf, foldersOf, isTheirPath } from '../disk/disk.ts';
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';
import { commitObject, signatureOf } from './commit-object.ts';
import { type Identity, safeRef } from './names.ts';
import { type GitObject, objectName, writeObjects } from './objects.ts';
import { bytesOf, type Repository, type TreeEntry } from './repository.ts';
import { isWhole } from './still-there.ts';
import { nextTrees } from './trees.ts';

/** A file as a commit has it. */
export interface KeptFile {
  readonly content: Uint8Array;
  /** Of a link the content is where it leads. */
  readonly kind: 'file' | 'program' | 'link';
}

export interface SnapshotRequest {
  /** Each path with its content; the commit has these files and no others. */
  readonly files: ReadonlyMap<string, KeptFile>;
  readonly message: string;
  readonly author: Identity;
  readonly time: Date;
  /** Below `refs/dreamkeeper/`; it must not be there yet. */
  readonly ref: string;
  /** More than this is told, and not kept. */
  readonly most: { readonly files: number; readonly bytes: number };
}

/** `left` are paths that were not kept, and why: a snapshot is bounded, and takes what git can hold. */
export interface SnapshotResult {
  /** Null if there was nothing to keep. */
  readonly commit: string | null;
  readonly kept: readonly string[];
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

/** Keeps the files. Three processes of git, however many files; to none of them a path is an argument. */
export async function snapshotFiles(
  repository: Repository,
  request: SnapshotRequest,
  tries: number = 3,
): Promise<SnapshotResult> {
  const ref = safeRef(request.ref);
  if (!ref.startsWith('refs/dreamkeeper/'))
    throw new DreamkeeperError('E_BAD_NAME', `${ref} is not a ref of ours`, {
      hint: 'Snapshots are below refs/dreamkeeper/.',
    });
  const who = signatureOf(request);
  const { files, left } = bounded(request);
  const kept = [...files.keys()];
  if (kept.length === 0) return { commit: null, kept, left };
  try {
    const { root, objects } = treesOf(repository.objectFormat, files);
    const object = commitObject(root, undefined, request.message, who);
    await writeObjects(repository, [...objects, object]);
    const commit = objectName(repository.objectFormat, object);
    const nobody = '0'.repeat(commit.length);
    bytesOf(
      await repository.inside(['update-ref', '-m', 'dreamkeeper', '--end-of-options', ref, commit, nobody], {
        env: who.env,
      }),
      'keep a snapshot',
    );
    if (await isWhole(repository, commit)) return { commit, kept, left };
    // A `git gc --prune=now` took some of it before anything led there: it is kept anew.
    await repository.inside(['update-ref', '-d', '--end-of-options', ref, commit]);
    throw new DreamkeeperError('E_GIT', 'git lost what it had just written', {
      hint: 'Perhaps `git gc --prune=now` is running there. Try again when it has ended.',
    });
  } catch (error) {
    // The same gc makes any of the steps fail.
    if (tries > 1 && errnoOf(error) === 'E_GIT') return snapshotFiles(repository, request, tries - 1);
    throw fileErrorOf(error, repository.scratch);
  }
}

/** The files that are kept: in their order, as far as the limits go. */
function bounded({ files, most }: SnapshotRequest): {
  readonly files: ReadonlyMap<string, KeptFile>;
  readonly left: SnapshotResult['left'];
} {
  const kept = new Map<string, KeptFile>();
  const folders = new Set<string>();
  const left: { path: string; why: string }[] = [];
  let bytes = 0;
  for (const [path, file] of files) {
    const why = !isTheirPath(path)
      ? 'git takes no file of that name'
      : folders.has(path) || foldersOf(path).some((folder) => kept.has(folder))
        ? 'a file and a folder have the same name'
        : kept.size >= most.files
          ? `more than ${most.files} files`
          : bytes + file.content.byteLength > most.bytes
            ? `more than ${most.bytes} bytes together`
            : undefined;
    if (why === undefined) {
      kept.set(path, file);
      for (const folder of foldersOf(path)) folders.add(folder);
      bytes += file.content.byteLength;
    } else left.push({ path, why });
  }
  return { files: kept, left };
}

const modes = { file: '100644', program: '100755', link: '120000' } as const;

/** All contents and folders, what is led to first; and the name of the outermost. */
function treesOf(
  format: Repository['objectFormat'],
  files: ReadonlyMap<string, KeptFile>,
): { readonly root: string; readonly objects: readonly GitObject[] } {
  const blobs = [...files].map(([path, { content, kind }]) => {
    const object: GitObject = { type: 'blob', content };
    return { path, object, entry: { mode: modes[kind], blob: objectName(format, object) } };
  });
  const entries = new Map<string, TreeEntry>(blobs.map(({ path, entry }) => [path, entry]));
  const { root, trees } = nextTrees(format, new Map(), entries);
  return { root, objects: [...blobs.map(({ object }) => object), ...trees] };
}
