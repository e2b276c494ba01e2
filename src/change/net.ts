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

/** Some editors write two bytes for each letter. In a picture or an archive only what a person could read is looked at. */
function textOf(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || isWide(bytes)) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return isBinary(bytes) ? readableIn(bytes) : decodeUtf8(bytes);
}

/** Every other byte is zero, and those between are not: Western text of two bytes for each letter, without a mark before it. */
function isWide(bytes: Uint8Array): boolean {
  if (bytes.length < 4 || bytes[1] !== 0 || bytes[3] !== 0) return false;
  const start = bytes.subarray(0, 512);
  const zeros = (odd: 0 | 1): number => start.filter((byte, at) => at % 2 === odd && byte === 0).length;
  return zeros(1) > start.length * 0.4 && zeros(0) < start.length * 0.05;
}

/** Text in any encoding has next to no control characters, and noise has one in ten bytes. */
function isBinary(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls += 1;
  return controls > bytes.length * 0.02;
}

/** Runs of printable characters, each on lines of its own. Shorter ones are chance, and no credential that stands alone is shorter. */
function readableIn(bytes: Uint8Array): string {
  const runs = new TextDecoder('latin1').decode(bytes).match(/[\t\n\r -~]{20,}/gu) ?? [];
  return runs.join('\n');
}
