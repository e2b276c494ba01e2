// YAML with line numbers: what a message about somebody's file needs.
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
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
  if (error !== undefined) {
    throw configError(file, lines.linePos(error.pos[0]).line, error.message.split('\n')[0] ?? 'not valid YAML');
  }
  return { value: plainValue(document, file), lineOf: (path) => lineOf(document, lines, path) };
}

function plainValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch (cause) {
    throw new DreamkeeperError('E_CONFIG', `${printSafe(file)}: aliases (*name) are not allowed here`, {
      hint: 'Write the value out where it is needed.',
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
