// A project with its home as an earlier version left it, kept as one file: every file with its mode, hooks and locks left out.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

interface KeptFile {
  readonly path: string;
  readonly mode: number;
  /** Base 64; null for a folder. */
  readonly content: string | null;
}

const isLeftOut = (path: string): boolean => /(?:^|\/)\.git\/(?:hooks|logs)(?:\/|$)/u.test(path);

/** Everything below a folder. */
export function packHome(folder: string): Uint8Array {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = names
    .filter((path) => !isLeftOut(path))
    .map((path): KeptFile => {
      const found = statSync(join(folder, path));
      const content = found.isDirectory() ? null : readFileSync(join(folder, path)).toString('base64');
      return { path, mode: found.mode & 0o777, content };
    });
  return gzipSync(JSON.stringify(files), { level: 9 });
}

export function unpackHome(bytes: Uint8Array, folder: string): void {
  const files = JSON.parse(gunzipSync(bytes).toString('utf8')) as readonly KeptFile[];
  for (const { path, mode, content } of files)
    if (content === null) mkdirSync(join(folder, path), { recursive: true, mode });
    else {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), Buffer.from(content, 'base64'), { mode });
    }
}
