// Credentials in the home, now or in its history: where they stand and what to do, never what they are.
import { createHash } from 'node:crypto';
import { entryFiles, homeBytes, isHomeFile } from '../facts/facts.ts';
import { findSecrets } from '../secrets/secrets.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { Repository } from '../world/world.ts';
import { type Finding, type Found, finding, some } from './finding.ts';
import type { OpenRepository } from './open-repository.ts';
import type { Patient } from './patient.ts';

/** History is long, and scanning takes its time: the newest so many versions, and so many bytes. */
const mostBlobs = 4000;
const mostBytes = 32 * 1024 * 1024;
const mostInOne = 1024 * 1024;

const rotate =
  'Rotate it first: revoke the credential where it was issued and make a new one, because everybody with a copy of this repository has it. Then take it out';

type Scan = (bytes: Uint8Array) => readonly string[];

function scanner({ settings }: Patient): Scan {
  const allow = 'value' in settings ? (settings.value.secrets?.allow ?? []) : [];
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  return (bytes) => [
    ...new Set(findSecrets(decodeUtf8(bytes.subarray(0, mostInOne)), { allow, sha256 }).map(({ rule }) => rule)),
  ];
}

export function checkFiles(patient: Patient): Found {
  const { world, home } = patient;
  const scan = scanner(patient);
  const below = (folder: string): string[] =>
    world.files.list(home.home, folder).map((name) => (folder === '.' ? name : `${folder}/${name}`));
  const entries = entryFiles(world, home.home).map((name) => `rem/${name}`);
  const all = new Set([...['.', 'rem', 'notes', '.self'].flatMap(below), ...entries]);
  const paths = [...all].filter((path) => isHomeFile(path, 'one'));
  return paths.flatMap((path) => {
    const rules = scan(homeBytes(world, home, path) ?? new Uint8Array());
    if (rules.length === 0) return [];
    return finding(
      'secret-in-file',
      `${path} has what looks like a credential (${some(rules)}).`,
      `${rotate} of the file. If it is harmless, put its hash under \`secrets.allow\`.`,
    );
  });
}

/** Every version of our files that leads to the last commit. */
export async function checkHistory(patient: Patient, { repository, head }: OpenRepository): Promise<Finding[]> {
  if (head.commit === undefined) return [];
  const scan = scanner(patient);
  const found = new Map<string, { readonly blob: string; readonly rules: Set<string> }>();
  for (const { blob, path, bytes } of await versions(repository, head.commit)) {
    const rules = scan(bytes);
    if (rules.length === 0) continue;
    const known = found.get(path)?.rules ?? new Set<string>();
    // Oldest last: the one that brought it is named.
    found.set(path, { blob, rules: new Set([...known, ...rules]) });
  }
  const findings: Finding[] = [];
  for (const [path, { blob, rules }] of found) {
    const commit = await commitWith(repository, head.commit, blob);
    findings.push(
      finding(
        'secret-in-history',
        `${path} in commit ${commit.slice(0, 10)} has what looks like a credential (${some([...rules])}).`,
        `${rotate} of the history (\`git filter-repo --replace-text\`), and tell everybody with a clone.`,
      ),
    );
  }
  return findings;
}

interface Version {
  readonly blob: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

async function versions(repository: Repository, head: string): Promise<Version[]> {
  const listed = await repository.throughLens(['rev-list', '--objects', head]);
  const named = listed
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, blob = '', path = ''] = /^([0-9a-f]{40,64}) (.+)$/u.exec(line) ?? [];
      return isHomeFile(path, 'one') ? [{ blob, path }] : [];
    })
    .slice(0, mostBlobs);
  if (named.length === 0) return [];
  const input = named.map(({ blob }) => `${blob}\n`).join('');
  const sizes = (await repository.throughLens(['cat-file', '--batch-check'], { input })).toString('utf8').split('\n');
  let room = mostBytes;
  const wanted = named.filter((_, index) => {
    const size = Number(/ blob (\d+)$/u.exec(sizes[index] ?? '')?.[1] ?? Number.NaN);
    if (!(size <= room)) return false;
    room -= size;
    return true;
  });
  const read = await repository.throughLens(['cat-file', '--batch'], {
    input: wanted.map(({ blob }) => `${blob}\n`).join(''),
  });
  return contents(read, wanted);
}

/** What `cat-file --batch` prints: a line with the length, then that many bytes and a line end. */
function contents(read: Buffer, wanted: readonly { readonly blob: string; readonly path: string }[]): Version[] {
  const all: Version[] = [];
  let at = 0;
  for (const { blob, path } of wanted) {
    const end = read.indexOf(0x0a, at);
    const size = Number(/ blob (\d+)$/u.exec(read.toString('utf8', at, end))?.[1] ?? Number.NaN);
    if (end === -1 || Number.isNaN(size)) break;
    all.push({ blob, path, bytes: read.subarray(end + 1, end + 1 + size) });
    at = end + 1 + size + 1;
  }
  return all;
}

async function commitWith(repository: Repository, head: string, blob: string): Promise<string> {
  const listed = await repository.throughLens(['log', '--format=%H', `--find-object=${blob}`, head]);
  return listed.toString().trim().split('\n').at(-1) ?? '';
}
