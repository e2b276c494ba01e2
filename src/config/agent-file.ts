// An agent's own definition, `agent.org`: what it is told, which tools it gets, and where it may write.
import { oneLine, printSafe } from '../text/text.ts';
import { modelInAgentFile } from './agent-model.ts';

/** Sets of tools an agent may be given. */
export const toolkits = ['files', 'board', 'git', 'memory'] as const;
export type Toolkit = (typeof toolkits)[number];
/** One name for all that is no commit. There is no shell in it, and in nothing else. */
const sandbox: readonly Toolkit[] = ['files', 'board', 'memory'];

export interface AgentFile {
  /** What its heading calls it, for people; undefined if no heading is its own. */
  readonly name: string | undefined;
  /** Never empty. */
  readonly prompt: string;
  /** Nobody wrote one: it is ours. */
  readonly isUsual: boolean;
  readonly model: string | undefined;
  readonly toolkits: readonly Toolkit[];
  /** Names among `:TOOLKITS:` that nobody knows. */
  readonly unknown: readonly string[];
  /** Paths, or folders ending in `/`; empty: everything that is not ours. */
  readonly territory: readonly string[];
  /** Whether it may have its work committed by name. */
  readonly mayExec: boolean;
}

const usualPrompt =
  'You are a careful agent who works on this project. Take the task you are given, or the next one on the board. Read before you ' +
  'write, make the smallest change that does it, and finish the task when it is done. If there is nothing to do, say NO-WORK.';

/** A longer one is text: to look for the end of its blanks takes the square of its length. */
const longestLine = 10_000;

interface Section {
  readonly level: number;
  readonly title: string;
  readonly tags: readonly string[];
  readonly lines: string[];
}

/** Reads it; any text is a definition, if perhaps one that says nothing. */
export function agentIn(text: string, agent: string): AgentFile {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  const sections = sectionsOf(lines);
  const at = indexOfAgent(sections, agent);
  const own = at === -1 ? undefined : sections[at];
  const properties = propertiesOf(own === undefined ? lines : own.lines);
  const named = properties
    .get('TOOLKITS')
    ?.toLowerCase()
    .split(/[\s,]+/u)
    .filter((name) => name !== '');
  const said = promptOf(sections, at, lines).trim();
  const given = named?.flatMap((name): readonly string[] => (name === 'sandbox' ? sandbox : [name]));
  return {
    name: nameOf(sections, own, agent),
    prompt: said === '' ? usualPrompt : said,
    isUsual: said === '',
    model: modelInAgentFile(text, agent),
    // What runs under its own name is asked for, never had by chance.
    toolkits: toolkits.filter((name) => (given === undefined ? name !== 'git' : given.includes(name))),
    unknown: (given ?? []).filter((name) => !(toolkits as readonly string[]).includes(name)),
    territory: territoryOf(properties.get('TERRITORY') ?? ''),
    mayExec: /^(?:yes|t|true|on)$/iu.test(properties.get('EXEC') ?? '') || own?.tags.includes('exec') === true,
  };
}

/** What to tell a person of kits that nobody knows; undefined if all are known. */
export function unknownKitsNote({ unknown }: Pick<AgentFile, 'unknown'>): string | undefined {
  if (unknown.length === 0) return undefined;
  const names = [...new Set(unknown)].slice(0, 5).map((name) => `\`${printSafe(oneLine(name, 40))}\``);
  return `:TOOLKITS: in agent.org asks for ${names.join(', ')}, which Dreamkeeper does not have`;
}

export const unknownKitsHint: string = `Toolkits are ${toolkits.join(', ')}; \`sandbox\` is ${sandbox.join(', ')} together. There is no shell.`;

function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  let isInBlock = false;
  for (const line of lines) {
    if (/^\s*#\+begin_/iu.test(line)) isInBlock = true;
    if (/^\s*#\+end_/iu.test(line)) isInBlock = false;
    const heading =
      isInBlock || line.length > longestLine ? null : /^(\*+)\s+(.*?)(?:\s+:([\w@#%:]+):)?\s*$/u.exec(line);
    if (heading === null) sections.at(-1)?.lines.push(line);
    else {
      const [, stars = '', title = '', tags = ''] = heading;
      const isOnlyTags = /^:[\w@#%:]+:$/u.test(title);
      sections.push({
        level: stars.length,
        title: isOnlyTags ? '' : title.trim(),
        tags: (isOnlyTags ? title.slice(1, -1) : tags).toLowerCase().split(':'),
        lines: [],
      });
    }
  }
  return sections;
}

/** The heading tagged `:agent:`; of several the one with this name, else the first. */
function indexOfAgent(sections: readonly Section[], agent: string): number {
  const isAgent = ({ tags }: Section): boolean => tags.includes('agent');
  const named = sections.findIndex((section) => isAgent(section) && section.title.toLowerCase() === agent);
  return named === -1 ? sections.findIndex(isAgent) : named;
}

/** Of several that could be meant, none is. */
function nameOf(sections: readonly Section[], own: Section | undefined, agent: string): string | undefined {
  const isAlone = sections.filter(({ tags }) => tags.includes('agent')).length === 1;
  const isMeant = isAlone || own?.title.toLowerCase() === agent;
  return own === undefined || own.title === '' || !isMeant ? undefined : own.title;
}

/** The first mention of a name counts. */
function propertiesOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of lines) {
    if (line.length > longestLine) continue;
    const [, name = '', value = ''] = /^\s*:([A-Za-z][\w-]*):\s+(\S.*?)\s*$/u.exec(line) ?? [];
    if (name !== '' && !values.has(name.toUpperCase())) values.set(name.toUpperCase(), value);
  }
  return values;
}

/** What stands under `System prompt`, deeper headings included; without one, what follows the first drawer. */
function promptOf(sections: readonly Section[], at: number, lines: readonly string[]): string {
  const level = at === -1 ? 0 : (sections[at]?.level ?? 0);
  const below = sections.slice(at + 1);
  const next = at === -1 ? -1 : below.findIndex((section) => section.level <= level);
  const within = next === -1 ? below : below.slice(0, next);
  const start = within.findIndex(({ title }) => /^system prompt$/iu.test(title));
  return start === -1 ? afterDrawer(lines) : textFrom(within.slice(start));
}

function textFrom([first, ...rest]: readonly Section[]): string {
  const depth = Math.max(2, first?.level ?? 2);
  const end = rest.findIndex(({ level }) => level <= depth);
  const deeper = (end === -1 ? rest : rest.slice(0, end)).map(({ level, title, lines }) =>
    [`${'*'.repeat(level)} ${title}`, ...lines].join('\n'),
  );
  return [withoutDrawer(first?.lines ?? []).join('\n'), ...deeper].join('\n');
}

function withoutDrawer(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => /^\s*:END:\s*$/iu.test(line));
  return /^\s*:PROPERTIES:\s*$/iu.test(lines[0] ?? '') && end !== -1 ? lines.slice(end + 1) : lines;
}

function afterDrawer(lines: readonly string[]): string {
  const end = lines.findIndex((line) => /^\s*:END:\s*$/iu.test(line));
  return end === -1 ? '' : lines.slice(end + 1).join('\n');
}

/** `src/`, `src/**` and `src/*` all mean the folder and what lies in it; `.` and `**` everything. */
function territoryOf(said: string): string[] {
  const places = said
    .split(/[\s,]+/u)
    .filter((path) => path !== '')
    .map((path) => path.replace(/^(?:\.\/)+/u, '').replace(/(^|\/)\*{1,2}$/u, '$1'));
  return places.some((path) => path === '' || path === '.') ? [] : places;
}
