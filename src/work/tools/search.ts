// search: what answers a question, by meaning; or where a text stands, letter by letter. It says where it stopped.
import * as z from 'zod/mini';
import { recallBy } from '../../recall/recall.ts';
import { findSecrets, type SecretSpan } from '../../secrets/secrets.ts';
import { cut, decodeUtf8, printSafe } from '../../text/text.ts';
import { recalledText } from '../../wake/wake.ts';
import { rootOf } from './ground.ts';
import { folderIn, isShown } from './list.ts';
import { type Bench, refused, said, type Tool, tool } from './tool.ts';

const mostHits = 100;
const mostFiles = 5000;
const mostBytes = 32 * 1024 * 1024;
/** No path is that deep: it would be longer than the longest that is read. */
const deepest = 512;
/** Brought by others, and too much of it. */
const skipped = /(?:^|\/)(?:\.git|\.dream|node_modules|\.venv|__pycache__)$/u;

export const search: Tool = tool({
  name: 'search',
  kit: 'files',
  // The words of the seed, and no others: whoever knows them from there finds them here.
  does: 'recall by meaning — semantic search over the org/code files in your working context; no separate memory store; the files ARE the memory. To remember something, write it as an org file — it becomes searchable automatically.',
  schema: z.strictObject({
    text: z.string().check(z.minLength(1), z.maxLength(500)),
    folder: z.optional(z.string()),
    mode: z.optional(
      z
        .enum(['meaning', 'literal'])
        .check(z.describe('meaning (the usual one), or literal: the lines that have exactly this text, in any case')),
    ),
  }),
  target: ({ text, folder }) => (folder === undefined ? text : `${text} in ${folder}`),
  use: async (bench, { text, folder: given = '.', mode = 'meaning' }) => {
    const folder = folderIn(bench.ground, given);
    if (typeof folder !== 'string') return refused(folder.blocked);
    if (mode === 'meaning') return said(await recalled(bench, text, folder));
    const { hits, note } = find(bench, text.toLowerCase(), folder);
    return said([...(hits.length === 0 ? ['nothing found'] : hits), ...note].join('\n'), { hits, note });
  },
});

async function recalled({ worker, ground, run, isCopy }: Bench, question: string, folder: string): Promise<string> {
  const isOn = (path: string): boolean =>
    folder === '.' || path === folder || path.startsWith(`${folder}/`) || folder.startsWith(`${path}/`);
  // What `read` would refuse is not found either.
  const shows = (path: string): boolean => isShown(ground, path.toWellFormed()) && isOn(path);
  const found = await recallBy(worker, { question, shows }, { session: run, counts: isCopy !== true });
  return recalledText(found, worker.settings.secrets?.allow ?? [], worker.world.random(6));
}

function find(
  { worker: { world, settings }, ground }: Bench,
  wanted: string,
  top: string,
): { readonly hits: string[]; readonly note: readonly string[] } {
  const hits: string[] = [];
  let unread = 0;
  const stopped = (what: string): { readonly hits: string[]; readonly note: readonly string[] } => ({
    hits,
    note: [`[stopped at ${what}; name a folder to look further]`],
  });
  const most = { files: mostFiles, bytes: mostBytes, depth: deepest };
  const skip = (path: string, what: string): boolean =>
    !isShown(ground, path.toWellFormed()) || (what === 'folder' && skipped.test(path));
  for (const found of world.files.walk(rootOf(ground, top), { from: top, names: 'plain', only: 'text', most, skip })) {
    if (found.kind === 'stopped')
      return stopped(found.by === 'bytes' ? `${mostBytes / 1024 / 1024} MiB` : `${mostFiles} files`);
    if (found.kind === 'left') {
      if (found.what === 'file' && found.why !== 'binary') unread += 1;
      continue;
    }
    const text = decodeUtf8(found.content);
    let spans: readonly SecretSpan[] | undefined;
    let next = 0;
    for (const [index, line] of text.split('\n').entries()) {
      const from = next;
      next += line.length + 1;
      if (!line.toLowerCase().includes(wanted)) continue;
      if (hits.length >= mostHits) return stopped(`${mostHits} lines`);
      // Looked for in the whole file: of a key of many lines, or one that is cut, a single line tells nothing.
      spans ??= findSecrets(text, { allow: settings.secrets?.allow ?? [] });
      hits.push(`${found.path}:${index + 1}: ${cut(printSafe(withoutKeys(line, from, spans).trim()), 200)}`);
    }
  }
  return { hits, note: unread === 0 ? [] : [`[${unread} files could not be read]`] };
}

/** A line that begins at `from`, without what of it lies in a credential. */
function withoutKeys(line: string, from: number, spans: readonly SecretSpan[]): string {
  let text = line;
  for (const { rule, start, end } of spans.toReversed()) {
    if (start >= from + line.length || end <= from) continue;
    text = `${text.slice(0, Math.max(0, start - from))}[REDACTED:${rule}]${text.slice(Math.min(line.length, end - from))}`;
  }
  return text;
}
