// Whether a harness that wants folders trusted reads what lies in a project: it keeps the answers of a person in a file of its own.
import { dirname, join } from 'node:path';
import { objectOf } from './json-object.ts';
import { partOf } from './part-of.ts';
import { plainJson } from './plain-json.ts';

/** Such files are short; a longer one is not looked through. */
const most = 1024 * 1024;

export interface TrustPlace {
  /** Its own folder of a person. */
  readonly folder: string;
  /** The file of answers, if it was moved. */
  readonly file?: string | undefined;
  /** Whether it asks as long as nobody has set anything. */
  readonly asks: boolean;
}

/** False if a person still has to be asked about the project, or said no. A file elsewhere needs no such trust. */
export function isFolderTrusted(file: string, project: string | undefined, place: TrustPlace): boolean {
  if (project === undefined || !file.startsWith(`${project}/`)) return true;
  const { security } = read(join(place.folder, 'settings.json'));
  const { enabled = place.asks } = objectOf(objectOf(security).folderTrust);
  if (enabled !== true) return true;
  // The longest rule that is about this folder counts.
  const [rule] = Object.entries(read(place.file ?? join(place.folder, 'trustedFolders.json')))
    .filter(([path, level]) => isIn(level === 'TRUST_PARENT' ? dirname(path) : path, project))
    .toSorted(([one], [other]) => other.length - one.length);
  return rule !== undefined && rule[1] !== 'DO_NOT_TRUST';
}

function read(path: string): Readonly<Record<string, unknown>> {
  return plainJson(partOf(path, () => 0, most) ?? '') ?? {};
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
