// How an exclude file ended before us, kept after our hooks are out, as long as the home still has its line there.
import { existsSync } from 'node:fs';
import { tryOr } from '../errors/errors.ts';
import { jsonIn } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import type { Installation } from './installed.ts';

const name = 'exclude-before.json';

/** Only where the bytes of the file itself would not tell: there was none, or its last line had no end. */
export function keepBefore(world: World, found: FoundHome | undefined, exclude: Installation['exclude']): void {
  if (found === undefined || exclude === null || !existsSync(found.privateDir)) return;
  const { commonDir, before } = exclude;
  if (before?.length === 0 || before?.at(-1) === 0x0a || beforeUs(world, found, commonDir) !== undefined) return;
  const kept = { v: 1, commonDir, before: before === null ? null : Buffer.from(before).toString('base64') };
  tryOr(() => world.files.write(found.privateDir, name, Buffer.from(`${JSON.stringify(kept)}\n`), { mode: 0o600 }));
}

/** Undefined if nothing is kept for this repository. */
export function beforeUs(world: World, found: FoundHome | undefined, commonDir: string): Uint8Array | null | undefined {
  if (found === undefined || !existsSync(found.privateDir)) return undefined;
  // A damaged home keeps nobody from leaving.
  const text = Buffer.from(tryOr(() => world.files.read(found.privateDir, name)) ?? []).toString('utf8');
  const value = jsonIn(text) as { readonly commonDir?: unknown; readonly before?: unknown } | null | undefined;
  if (value?.commonDir !== commonDir) return undefined;
  if (value.before === null) return null;
  return typeof value.before === 'string' ? Buffer.from(value.before, 'base64') : undefined;
}
