// The net with what this home's owner knows to be harmless, and what it says about a file that is to be kept.
import { createHash } from 'node:crypto';
import { type Net, netFor } from '../secrets/secrets.ts';
import { decodeUtf8 } from '../text/text.ts';

/** The part of a home's settings that speaks of credentials. */
export interface AllowedSecrets {
  readonly secrets?: { readonly allow?: readonly string[] | undefined } | undefined;
}

export function netOf({ secrets }: AllowedSecrets): Net {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  return netFor({ allow: secrets?.allow ?? [], sha256 });
}

/** What keeps a file out of a repository, as words behind its name that hold nothing of it; undefined if nothing does. `before` is kept already. */
export function heldBack(
  net: Net,
  path: string,
  content: Uint8Array | undefined,
  before?: Uint8Array | undefined,
): string | undefined {
  if (!net.isClean(path)) return 'has a credential in its name';
  if (content === undefined) return undefined;
  const rule = net.brought(textOf(content), before === undefined ? undefined : textOf(before));
  return rule === undefined ? undefined : `has a credential in it (${rule})`;
}

/** Some editors write two bytes for each letter. */
function textOf(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes.length >= 4 && bytes[1] === 0 && bytes[3] === 0);
  return isWide ? new TextDecoder('utf-16le').decode(bytes) : decodeUtf8(bytes);
}
