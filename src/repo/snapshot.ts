// Files kept under a private ref: nobody's branch, index or worktree is touched, and nothing is lost that was not committed.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { normaliseText } from '../text/text.ts';
import { told } from './file-errors.ts';
import { type Identity, safeIdentity, safeObject, safePath, safeRef, safeText } from './names.ts';
import { drafts } from './reclaim.ts';
import { bytesOf, type Repository } from './repository.ts';

export interface SnapshotRequest {
  /** Each path with its content; the commit has these files and no others. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly message: string;
  readonly author: Identity;
  readonly time: Date;
  /** Below `refs/dreamkeeper/`; it must not be there yet. */
  readonly ref: string;
  /** More than this is told, and not kept. */
  readonly most: { readonly files: number; readonly bytes: number };
}

/** `left` are paths that were not kept, and why: a snapshot is bounded, and takes only names that every filesystem knows. */
export interface SnapshotResult {
  /** Null if there was nothing to keep. */
  readonly commit: string | null;
  readonly kept: readonly string[];
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

/** Keeps the files. Four processes of git, however many files. */
export async function snapshotFiles(repository: Repository, request: SnapshotRequest): Promise<SnapshotResult> {
  const ref = safeRef(request.ref);
  if (!ref.startsWith('refs/dreamkeeper/'))
    throw new DreamkeeperError('E_BAD_NAME', `${ref} is not a ref of ours`, {
      hint: 'Snapshots lie below refs/dreamkeeper/.',
    });
  const author = safeIdentity(request.author);
  const { files, left } = bounded(request);
  const kept = [...files.keys()];
  if (kept.length === 0) return { commit: null, kept, left };
  try {
    const blobs = await writeBlobs(repository, files);
    const tree = await writeTrees(repository, blobs);
    const date = `@${Math.floor(request.time.getTime() / 1000)} +0000`;
    const env = {
      ...{ GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email, GIT_AUTHOR_DATE: date },
      ...{ GIT_COMMITTER_NAME: author.name, GIT_COMMITTER_EMAIL: author.email, GIT_COMMITTER_DATE: date },
    };
    const input = `${safeText(normaliseText(request.message)).trim()}\n`;
    const written = await repository.throughLens(['commit-tree', tree, '-F', '-'], { env, input });
    const commit = safeObject(written.toString().trim());
    const nobody = '0'.repeat(commit.length);
    bytesOf(
      await repository.inside(['update-ref', '-m', 'dreamkeeper', '--end-of-options', ref, commit, nobody], { env }),
      'keep a snapshot',
    );
    return { commit, kept, left };
  } catch (error) {
    throw told(error, repository.scratch);
  }
}

/** The files that are kept: in their order, as far as the limits go. */
function bounded({ files, most }: SnapshotRequest): {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly left: SnapshotResult['left'];
} {
  const kept = new Map<string, Uint8Array>();
  const left: { path: string; why: string }[] = [];
  let bytes = 0;
  for (const [path, content] of files) {
    const why = !isPath(path)
      ? 'its name is not one that we write'
      : kept.size >= most.files
        ? `more than ${most.files} files`
        : bytes + content.byteLength > most.bytes
          ? `more than ${most.bytes} bytes together`
          : undefined;
    if (why === undefined) {
      kept.set(path, content);
      bytes += content.byteLength;
    } else left.push({ path, why });
  }
  return { files: kept, left };
}

function isPath(path: string): boolean {
  try {
    return safePath(path) === path;
  } catch (error) {
    if (error instanceof DreamkeeperError) return false;
    throw error;
  }
}

async function writeBlobs(
  { scratch, throughLens }: Repository,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, string>> {
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const draft = mkdtempSync(join(scratch, drafts.blobs));
  try {
    const names = [...files.values()].map((content, index) => {
      writeFileSync(join(draft, `${index}`), content, { mode: 0o600 });
      // Seen from the lens beside it: what lies above may have a name that one line cannot hold.
      return `../${basename(draft)}/${index}`;
    });
    const written = await throughLens(['hash-object', '-w', '--no-filters', '--stdin-paths'], {
      input: `${names.join('\n')}\n`,
    });
    const ids = written.toString().split('\n');
    return new Map([...files.keys()].map((path, index) => [path, safeObject(ids[index] ?? '')]));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

interface Folder {
  readonly files: Map<string, string>;
  readonly folders: Map<string, Folder>;
}

/** All folders at once: what a folder will be called is known from what is in it, so nobody has to ask git folder by folder. */
async function writeTrees(
  { objectFormat, throughLens }: Repository,
  blobs: ReadonlyMap<string, string>,
): Promise<string> {
  const root: Folder = { files: new Map(), folders: new Map() };
  for (const [path, blob] of blobs) {
    const parts = path.split('/');
    let at = root;
    for (const part of parts.slice(0, -1)) {
      const next = at.folders.get(part) ?? { files: new Map(), folders: new Map() };
      at.folders.set(part, next);
      at = next;
    }
    at.files.set(parts.at(-1) ?? '', blob);
  }
  const listed: string[] = [];
  const list = ({ files, folders }: Folder): string => {
    const entries = [
      ...[...files].map(([name, id]) => ({ name, order: name, mode: '100644', kind: 'blob', id })),
      ...[...folders].map(([name, folder]) => ({
        ...{ name, order: `${name}/`, mode: '40000', kind: 'tree', id: list(folder) },
      })),
    ].toSorted((one, other) => Buffer.compare(Buffer.from(one.order), Buffer.from(other.order)));
    listed.push(
      entries.map(({ mode, kind, id, name }) => `${mode.padStart(6, '0')} ${kind} ${id}\t${name}\n`).join(''),
    );
    const bytes = Buffer.concat(
      entries.map(({ mode, name, id }) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
    );
    return createHash(objectFormat).update(`tree ${bytes.length}\0`).update(bytes).digest('hex');
  };
  const expected = list(root);
  const written = await throughLens(['mktree', '--batch'], { input: listed.join('\n') });
  // The outermost comes last; what git calls it counts.
  const tree = safeObject(written.toString().trim().split('\n').at(-1) ?? '');
  if (tree !== expected)
    throw new DreamkeeperError('E_GIT', 'git wrote another folder than it was told', {
      hint: 'Nothing was changed. Run `git fsck` in that repository if this repeats.',
    });
  return tree;
}
