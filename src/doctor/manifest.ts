// What can be made anew beside the journal: the manifest that pages read, and the attributes that let two clones be joined.
import { entryFiles, homeBytes, homeText } from '../facts/facts.ts';
import {
  attributesPath,
  entriesAmong,
  joinsLedgers,
  manifestPath,
  parseManifest,
  speaksOfLedger,
  unionLine,
} from '../journal/journal.ts';
import { decodeUtf8 } from '../text/text.ts';
import { nightsThatStand } from './entries.ts';
import { type Finding, finding } from './finding.ts';
import { foreignEntries } from './foreign.ts';
import { dreamsIn, isHidden, ledgerOf, type Patient } from './patient.ts';
import { onTheirWay } from './read-state.ts';

const remade = '`dk doctor --fix` makes a new one, and so does the next dream.';

export function keepOf({ settings }: Patient): number {
  return 'value' in settings ? (settings.value.rem?.keep ?? 50) : 50;
}

export function checkManifest(patient: Patient): Finding | false {
  const { world, home, state } = patient;
  if (dreamsIn(ledgerOf(patient)).length === 0 || onTheirWay(state).has(manifestPath)) return false;
  if (isHidden(patient, manifestPath)) return false;
  if (world.disk.at(`${home.home}/${manifestPath}`) === undefined)
    return finding('manifest-missing', `${manifestPath} is gone.`, remade, true);
  if (homeBytes(world, home, manifestPath) === undefined)
    return finding(
      'manifest-wrong',
      `${manifestPath} is not a plain file.`,
      'Move it away; the next dream makes a new one.',
    );
  const text = homeText(world, home, manifestPath);
  const why = whatIsWrong(patient, text);
  return why !== undefined && finding('manifest-wrong', `${manifestPath} ${why}.`, remade, true);
}

/**
 * Entries that are missing, or not ours, are told about by themselves: the manifest may still name the first, and need not name the second.
 */
function whatIsWrong(patient: Patient, text: string): string | undefined {
  const { world, home } = patient;
  if (!isObject(text)) return 'cannot be read';
  const manifest = parseManifest(text);
  const standing = nightsThatStand(patient);
  const names = (paths: readonly string[]): string[] => paths.map((path) => path.slice('rem/'.length));
  const ours = names(standing.map(({ entry }) => entry));
  const foreign = new Set(names(foreignEntries(patient)));
  const there = entryFiles(world, home.home);
  const all = entriesAmong([...new Set([...there, ...ours])]);
  const most = Math.max(keepOf(patient), manifest.entries.length);
  const isSame = (expected: readonly string[]): boolean =>
    expected.slice(0, most).join('\n') === manifest.entries.join('\n');
  const named = all.filter((name) => !foreign.has(name) || manifest.entries.includes(name));
  if (![all, named, there, there.filter((name) => !foreign.has(name))].some(isSame))
    return 'does not name the entries that are there';
  const idOf = new Map(manifest.dreams.map(({ file, id }) => [file, id]));
  const ids = new Map(standing.map(({ entry, id }) => [entry.slice('rem/'.length), id]));
  const strange = [...idOf].find(([file, id]) => ids.has(file) && id !== ids.get(file));
  return strange === undefined ? undefined : `says ${String(strange[1])} for ${strange[0]}, and the ledger does not`;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    // Two clones joined line by line, or cut off: it is made anew.
    return false;
  }
}

export function checkAttributes(patient: Patient): Finding | false {
  const { world, home, state } = patient;
  if (ledgerOf(patient).lines.length === 0 || onTheirWay(state).has(attributesPath)) return false;
  if (isHidden(patient, attributesPath)) return false;
  const bytes = homeBytes(world, home, attributesPath);
  const isThere = world.disk.at(`${home.home}/${attributesPath}`) !== undefined;
  if (joinsLedgers(decodeUtf8(bytes ?? new Uint8Array()))) return false;
  return finding(
    'attributes-missing',
    `${attributesPath} ${isThere ? 'does not say' : 'is gone, so nothing says'} how the ledgers of two clones are joined.`,
    `It needs the line \`${unionLine}\`.`,
    !isThere || (bytes !== undefined && mayBeAdded(bytes)),
  );
}

/** Where somebody says otherwise about the ledger, that is their choice. */
export function mayBeAdded(bytes: Uint8Array): boolean {
  return !speaksOfLedger(decodeUtf8(bytes));
}
