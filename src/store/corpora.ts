// The indexes of a home: which there are, and how each is opened, changed and taken away.
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DreamkeeperError, ifPossible } from '../errors/errors.ts';
import { openDraft } from './corpus-draft.ts';
import { aboutIn, byVector, byWords, chunkIn, filesIn, sizeIn } from './corpus-rows.ts';
import { damaged, inCorpus, requireCorpus } from './corpus-schema.ts';
import type { Corpora, CorpusReader } from './corpus-types.ts';
import type { PrivateDatabases } from './private-databases.ts';
import { sqlite } from './sqlite.ts';

const named = /^index-([a-z0-9][a-z0-9_-]{0,62})\.db$/u;
const drafted = /^index-[a-z0-9][a-z0-9_-]{0,62}\.db\.[0-9a-f]{16}(?:-journal)?$/u;
/** Held by whoever writes one: the kernel frees it, and no draft of a dead writer is taken for a living one's. */
const lockName = 'indexing.db';

export function corporaIn({ folder, take }: Pick<PrivateDatabases, 'folder' | 'take'>): Corpora {
  const pathOf = (privateDir: string, name: string): string => join(folder(privateDir), `index-${name}.db`);
  // To look must not make the folder, nor follow a link in its place.
  const isThere = (privateDir: string): boolean =>
    lstatSync(privateDir, { throwIfNoEntry: false })?.isDirectory() === true;
  const entries = (privateDir: string): string[] =>
    isThere(privateDir) ? (ifPossible(() => readdirSync(folder(privateDir))) ?? []) : [];
  const exclusively = (privateDir: string): { release(): void } => {
    let held = take(privateDir, lockName);
    if (held !== undefined)
      return {
        release: () => {
          held?.release();
          held = undefined;
        },
      };
    throw new DreamkeeperError('E_REPO_BUSY', 'another dk is working on an index of this home', {
      hint: 'Nothing was changed. Try again when it is done.',
    });
  };
  return {
    names: (privateDir) =>
      entries(privateDir)
        .flatMap((name) => named.exec(name)?.[1] ?? [])
        .toSorted(),
    look: (privateDir, name) => (isThere(privateDir) ? lookAt(pathOf(privateDir, name)) : undefined),
    draft: (privateDir, name) => {
      const { release } = exclusively(privateDir);
      try {
        for (const each of entries(privateDir))
          if (drafted.test(each)) rmSync(join(folder(privateDir), each), { force: true });
        const path = pathOf(privateDir, name);
        requirePlain(path);
        return openDraft(path, `${path}.${randomBytes(8).toString('hex')}`, release);
      } catch (error) {
        release();
        throw error;
      }
    },
    remove: (privateDir, name) => {
      const { release } = exclusively(privateDir);
      try {
        const path = pathOf(privateDir, name);
        const wasThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
        inCorpus(path, () => rmSync(path, { force: true, recursive: true }));
        return wasThere;
      } finally {
        release();
      }
    },
  };
}

/** For whoever may only look: what is private to somebody else is not there. */
export function noCorpora(why: DreamkeeperError): Corpora {
  const refuse = (): never => {
    throw why;
  };
  return { names: () => [], look: () => undefined, draft: refuse, remove: refuse };
}

/** Whether there is one. A link, or a folder, is none. */
function requirePlain(path: string): boolean {
  const seen = ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));
  if (seen !== undefined && !seen.isFile()) throw damaged(path);
  return seen !== undefined;
}

function lookAt(path: string): CorpusReader | undefined {
  if (!requirePlain(path)) return undefined;
  const { DatabaseSync: Database } = sqlite();
  let opened: DatabaseSync | undefined;
  try {
    const database = inCorpus(path, () => {
      opened = new Database(path, { readOnly: true });
      requireCorpus(opened, path);
      return opened;
    });
    const about = inCorpus(path, () => aboutIn(database));
    if (about === undefined) throw damaged(path);
    return {
      about: () => about,
      size: () => inCorpus(path, () => sizeIn(database)),
      files: () => inCorpus(path, () => [...filesIn(database)]),
      byWords: (words, most) => inCorpus(path, () => byWords(database, words, most)),
      byVector: (vector, most, least) => inCorpus(path, () => byVector(database, vector, most, least)),
      chunk: (id) => inCorpus(path, () => chunkIn(database, id)),
      problems: () => inCorpus(path, () => problemsIn(database)),
      close: () => database.close(),
    };
  } catch (error) {
    opened?.close();
    throw error;
  }
}

function problemsIn(database: DatabaseSync): string[] {
  const told = database
    .prepare('PRAGMA quick_check(3)')
    .all()
    .map((row) => String(Object.values(row)[0]));
  return told.filter((each) => each !== 'ok');
}
