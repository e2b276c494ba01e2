// The seal once more as a plain file beside the store: should the store be lost, what was decided is not.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { identityAt, putAside } from './put-aside.ts';
import type { OutboxItem, Unfinished } from './store-types.ts';

/** One at a time is sealed and not finished, so there is one file. */
const fileOf = (store: string): string => `${store}-sealed.json`;

export type SealedCopy = Omit<Unfinished, 'seq'>;

export function hasCopy(store: string): boolean {
  return lstatSync(fileOf(store), { throwIfNoEntry: false })?.isFile() === true;
}

/** Written before the seal itself: a copy without a seal is dropped with the next one, or, if the store is gone, carried out. */
export function keepCopy(store: string, { id, time, body, images, outbox }: SealedCopy): void {
  const path = fileOf(store);
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const encoded = [...images].map(([name, content]) => [name, Buffer.from(content).toString('base64')]);
  const bytes = Buffer.from(`${JSON.stringify({ id, time, body, outbox, images: Object.fromEntries(encoded) })}\n`);
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } finally {
    // After the rename there is nothing to remove; after a failure there is.
    rmSync(draft, { force: true });
  }
  sweepDrafts(path);
}

/** What killed ones left; a living one is done in milliseconds, and spared by its age. */
function sweepDrafts(path: string): void {
  const isDraft = new RegExp(`^${basename(path).replaceAll('.', '\\.')}\\.[0-9a-f]{16}$`, 'u');
  for (const name of readdirSync(dirname(path)).filter((each) => isDraft.test(each))) {
    const draft = join(dirname(path), name);
    const found = lstatSync(draft, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < Date.now() - 60_000) rmSync(draft, { force: true });
  }
}

/** The copy of this change is not needed any more; another's is left. */
export function dropCopy(store: string, id: string): void {
  if (readCopy(store)?.id === id) rmSync(fileOf(store), { force: true });
}

/** The copy, for a store that has to begin anew. One that makes no sense is put aside: the next seal would be written over it. */
export function takeCopy(store: string): SealedCopy | undefined {
  const copy = readCopy(store);
  if (copy === undefined && hasCopy(store)) putAside(fileOf(store), 'foreign', identityAt(fileOf(store)));
  return copy;
}

function readCopy(store: string): SealedCopy | undefined {
  if (!hasCopy(store)) return undefined;
  try {
    const { id, time, body, outbox, images } = JSON.parse(readFileSync(fileOf(store), 'utf8')) as {
      readonly [name: string]: unknown;
    };
    const isText = (each: unknown): each is string => typeof each === 'string';
    if (!isText(id) || !isText(time) || !isText(body) || !Array.isArray(outbox)) return undefined;
    const items = outbox.filter((item: OutboxItem) => isText(item.id) && isText(item.kind) && isText(item.body));
    const decoded = Object.entries(images ?? {}).map(
      ([name, text]) => [name, Buffer.from(String(text), 'base64')] as const,
    );
    return { id, time, body, outbox: items, images: new Map(decoded) };
  } catch {
    // Torn by a power cut, or somebody else's: the store is what counts.
    return undefined;
  }
}
