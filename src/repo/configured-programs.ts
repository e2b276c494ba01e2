// Programs that a configuration names freely (hooks since git 2.54, filters): no fixed setting reaches them, so each is switched off by name.
import { readTheirs } from '../disk/disk.ts';
import { DreamkeeperError } from '../errors/errors.ts';

/** Asks a configuration for its hooks and filters, and what its objects are named by; `where` is for one that is not a repository's yet. */
export function askForPrograms(...where: readonly string[]): readonly string[] {
  const wanted = '^(hook|filter)\\.|^extensions\\.objectformat$|^core\\.repositoryformatversion$';
  return ['config', ...where, '--includes', '--null', '--get-regexp', wanted];
}

/**
 * Whether a repository's configuration is so plain that the answer is known without starting git: of the oldest format, well-formed by
 * the narrowest rules, and without the words that a hook, a filter, an include or an extension begins with. No section's name can be
 * spelled otherwise: git knows no escapes in it. Whatever is not exactly that, git is asked about.
 */
export function isPlainlyConfigured({ commonDir }: { readonly commonDir: string }): boolean {
  const found = readTheirs(commonDir, 'config');
  // A link, a folder, not readable: git says what is wrong with it.
  if (found.kind !== 'file') return false;
  const text = Buffer.from(found.content).toString('latin1');
  return (
    /^\s*repositoryformatversion = 0$/mu.test(text) &&
    text.match(/repositoryformatversion/giu)?.length === 1 &&
    !/hook|filter|include|extensions/iu.test(text) &&
    text.split('\n').every((line) => plainLine.test(line))
  );
}

/** Nothing, a section, or a setting without quotes, escapes and comments. */
const plainLine = /^(?:\[[a-z][a-z0-9-]*(?: "[\w./ -]+")?\]|\t[a-z][a-z0-9-]* = [^"\\#;\0\r]*)?$/iu;

/** Each key of the answer with its value, as bytes: a value may be anything, and is none of our business. */
function entriesOf(answer: Buffer): { readonly key: Buffer; readonly value: string }[] {
  const entries: { key: Buffer; value: string }[] = [];
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf(0, at) === -1 ? answer.length : answer.indexOf(0, at);
    const entry = answer.subarray(at, end);
    const lineEnd = entry.indexOf(0x0a);
    const key = lineEnd === -1 ? entry : entry.subarray(0, lineEnd);
    entries.push({ key, value: entry.subarray(key.length + 1).toString('latin1') });
    at = end + 1;
  }
  return entries;
}

/** What the repository's objects are named by; the extension counts only where the format says that there may be one. */
export function objectFormatIn(answer: Buffer): 'sha1' | 'sha256' {
  const values = new Map(entriesOf(answer).map(({ key, value }) => [key.toString('latin1'), value]));
  const hasExtensions = Number(values.get('core.repositoryformatversion') ?? 0) >= 1;
  return hasExtensions && values.get('extensions.objectformat')?.toLowerCase() === 'sha256' ? 'sha256' : 'sha1';
}

/** What to add to git's environment, given the answer. A name may hold characters that an argument of git cannot carry. */
export function programsOff(answer: Buffer): Record<string, string> {
  const keys = entriesOf(answer).map(({ key }) => {
    const text = key.toString('utf8');
    if (Buffer.from(text).equals(key)) return text;
    throw new DreamkeeperError('E_GIT', 'the repository configures a hook or filter whose name is not text', {
      hint: 'Nothing was changed. Take that [hook "…"] or [filter "…"] section out of its configuration.',
    });
  });
  const sections = new Set(keys.flatMap((key) => /^((?:hook|filter)\..*)\.[^.]*$/su.exec(key)?.[1] ?? []));
  const settings = [...sections].flatMap((section): [key: string, value: string][] =>
    section.startsWith('hook.')
      ? [[`${section}.enabled`, 'false']]
      : [
          [`${section}.clean`, ''],
          [`${section}.smudge`, ''],
          [`${section}.process`, ''],
          [`${section}.required`, 'false'],
        ],
  );
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', `${settings.length}`],
    ...settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]);
}
