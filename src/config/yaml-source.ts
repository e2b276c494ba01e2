// YAML with line numbers: what a message about somebody's file needs.
import { type Document, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { DreamkeeperError } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';

/** Parsed YAML that still knows on which line each setting stands. */
export interface YamlSource {
  readonly value: unknown;
  lineOf(path: readonly PropertyKey[]): number;
}

/** Parses YAML; the first mistake in it becomes the error. */
export function parseYaml(text: string, file: string): YamlSource {
  const lines = new LineCounter();
  // No alias may expand (a few bytes would become gigabytes), and a key that stands twice is a mistake, not a choice.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  // Other versions of YAML read `yes` and `1:30` differently, and tags make something else of a value: here there is one reading.
  const { version } = document.directives.yaml;
  if (version !== '1.2') throw configError(file, 1, `%YAML ${version} is not read here, only 1.2`);
  const [error] = [...document.errors, ...document.warnings];
  if (error?.code === 'DUPLICATE_KEY') throw writtenTwice(document, lines, error.pos[0], file);
  if (error !== undefined) {
    throw configError(file, lines.linePos(error.pos[0]).line, error.message.split('\n')[0] ?? 'not valid YAML');
  }
  return { value: plainValue(document, file), lineOf: (path) => lineOf(document, lines, path) };
}

/** Somebody pasted what was there already: both places are named, because either may be the one that is meant. */
function writtenTwice(document: Document, lines: LineCounter, at: number, file: string): DreamkeeperError {
  const found: { name: string; first: number }[] = [];
  visit(document, {
    Map: (_, map) => {
      const keys = map.items.flatMap(({ key }) => (isScalar(key) ? [key] : []));
      const again = keys.find(({ range }) => range?.[0] === at);
      const before = keys.find(({ value }) => value === again?.value);
      if (again !== undefined && before?.range) found.push({ name: String(again.value), first: before.range[0] });
    },
  });
  const { line } = lines.linePos(at);
  const [twice] = found;
  const [what, before] =
    twice === undefined ? ['a setting', 'above'] : [`\`${twice.name}\``, `on line ${lines.linePos(twice.first).line}`];
  return configError(
    file,
    line,
    `${what} is set here a second time; the first time is ${before}`,
    'Keep one of the two, and put everything that belongs to it below that one.',
  );
}

function plainValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch (cause) {
    throw new DreamkeeperError('E_CONFIG', `${printSafe(file)}: aliases (*name) are not allowed here`, {
      hint: 'Write the value itself in each place.',
      cause,
    });
  }
}

/** The line of a setting; if it is not there itself, the line of what it should stand in. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = document.getIn(path.slice(0, depth - 1), true) ?? document.contents;
    const name = path[depth - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === name);
      if (pair !== undefined && isScalar(pair.key) && pair.key.range) return lines.linePos(pair.key.range[0]).line;
    }
  }
  return 1;
}

/** An error about a line of a settings file. */
export function configError(file: string, line: number, problem: string, hint?: string): DreamkeeperError {
  return new DreamkeeperError('E_CONFIG', `${printSafe(file)}:${line}: ${printSafe(problem)}`, {
    hint: hint === undefined ? 'docs/configuration.md lists every setting with an example.' : printSafe(hint),
  });
}
