// For agents: what others wrote, made fit for an agent that has tools, whether it comes as text or as data.
import { netOf } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { isRecord } from '../text/text.ts';
import { framed, othersWords } from '../wake/wake.ts';
import { openHomeAnyhow, realWorld } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface ForAgents {
  /** Our own sentences, and the words of others in their frame. `where` says how to look at what is left out. */
  text(ours: readonly string[], others: string, where: string): string;
  /** A title or a path for our own sentences: quoted, and bounded. */
  title(text: string): string;
  /** The same values, with credentials and orders taken out of every text in them, and of long lists the beginning. */
  data(value: object): object;
}

const mostItems = 100;
const longestText = 4000;
const deepest = 12;

/** Never throws for the home: an error has to be told as well. */
export async function forAgents(at: Standpoint): Promise<ForAgents> {
  const { allow, code } = await known(at);
  const words = othersWords(allow);
  const net = netOf({ secrets: { allow } });
  const prose = (text: string, where: string): string => net.redact(words.prose(text, where).join('\n'));
  return {
    title: words.names.title,
    text: (ours, others, where) => framed(code, ours, others.trim() === '' ? [] : prose(others, where).split('\n'), []),
    data: (value) => clean(value, (text) => prose(text.slice(0, longestText), 'dk'), 0) as object,
  };
}

/** Of a home that is missing or damaged nothing is known to be harmless. */
async function known(at: Standpoint): Promise<{ readonly allow: readonly string[]; readonly code: string }> {
  try {
    const { world, settings } = await openHomeAnyhow(at);
    return { allow: settings.secrets?.allow ?? [], code: world.random(6) };
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    return { allow: [], code: (await realWorld(at.env, at.complain)).random(6) };
  }
}

/** Names of fields are ours; all else may be anybody's. */
function clean(value: unknown, told: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return told(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return null;
  if (Array.isArray(value)) return value.slice(0, mostItems).map((each) => clean(each, told, depth + 1));
  if (!isRecord(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each, told, depth + 1)]));
}
