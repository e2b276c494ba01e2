// What can be read as a resource: the pack, the carry, dreams, the plan and the memory. Reading changes nothing.
import { DreamkeeperError } from '../errors/errors.ts';
import {
  board,
  type ForAgents,
  forAgents,
  journal,
  journalList,
  memory,
  type ReadDream,
  wake,
} from '../verbs/verbs.ts';
import type { Standpoint } from '../world/world.ts';
import { short } from './call.ts';

const scheme = 'dreamkeeper://';

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'text/plain';
}

const resource = (path: string, title: string, description: string): ListedResource => ({
  ...{ uri: scheme + path, name: path, title, description },
  mimeType: 'text/plain',
});

const fixed: readonly ListedResource[] = [
  resource('pack', 'The hand-over', 'What a session is handed when it begins. Reading it carries nothing out.'),
  resource('carry', 'Where the last session stopped', 'What is under way, the next action, and what was verified.'),
  resource('board', 'The plan', 'The open tasks of plan.org, with their states.'),
  resource('memory', 'What is remembered', 'MEMORY.md and the newest notes.'),
];

export const journalTemplate = {
  uriTemplate: `${scheme}journal/{night}`,
  name: 'journal',
  title: 'One dream',
  description: 'The journal entry of one night, by its id or its file in rem/; `last` is the newest.',
  mimeType: 'text/plain',
} as const;

const newestDreams = 12;

/** The newest dreams are listed, too; of a home that is missing only what there could be. */
export async function listResources(at: Standpoint): Promise<readonly ListedResource[]> {
  try {
    const { dreams } = await journalList(at, { most: newestDreams });
    const names = dreams.flatMap(({ path, id }) => (/^rem\/[\w.-]+\.org$/u.test(path) ? [id ?? path.slice(4)] : []));
    return [...fixed, ...names.map((name) => resource(`journal/${name}`, 'A dream', `The journal entry of ${name}.`))];
  } catch (error) {
    if (error instanceof DreamkeeperError) return fixed;
    throw error;
  }
}

/** Undefined if there is no such resource. */
export async function readResource(at: Standpoint, uri: string): Promise<string | undefined> {
  const path = uri.startsWith(scheme) ? uri.slice(scheme.length) : '';
  const words = await forAgents(at);
  const text = await textOf(at, path, words);
  return text === undefined ? undefined : short(text);
}

async function textOf(at: Standpoint, path: string, words: ForAgents): Promise<string | undefined> {
  if (path === 'pack') return (await wake(at, { dryRun: true })).pack;
  if (path === 'carry') return carryText(at, words);
  if (path === 'board') return boardText(at, words);
  if (path === 'memory') return memoryText(at, words);
  const night = /^journal\/([\w.%-]{1,200})$/u.exec(path)?.[1];
  if (night === undefined) return undefined;
  return dreamText(await journal(at, { dream: night }), words);
}

/** What its headings say is said in our own words: in somebody else's text they would give orders. */
function dreamText({ path, text, dream, verdicts, problem }: ReadDream, words: ForAgents): string {
  if (dream === null)
    return words.text([`This cannot be read as a dream: ${words.title(problem ?? '')}.`], text, 'dk journal');
  const { header, tale, goals, blueSky, fears, carry } = dream;
  const list = (name: string, lines: readonly string[]): string[] => lines.map((line) => `${name}: ${line}`);
  const judged = verdicts.map(({ line, became }) => {
    const [, word = '', rest = line] = /^([a-z][a-z ]{0,20}):\s*(.*)$/u.exec(line) ?? [];
    return `suggested${word === '' ? '' : ` (${word})`}, ${became}: ${rest}`;
  });
  const lines = [
    ...[`file: ${path}`, `by ${header.model}, ${header.time ?? 'at no known time'}`, tale],
    ...[...list('goal', goals), ...list('idea', blueSky), ...list('fear', fears), ...judged],
    ...[...list('was under way', carry.doing === null ? [] : [carry.doing])],
    ...[...list('came next', carry.next === null ? [] : [carry.next]), ...list('in flight', carry.midFlight)],
  ];
  return words.text(['A dream: what a sleep wrote about the time before it.'], lines.join('\n'), 'dk journal');
}

async function carryText(at: Standpoint, words: ForAgents): Promise<string> {
  const { carry } = await wake(at, { dryRun: true });
  // What comes next was put into our own words by the wake.
  const ours = [`DOING: ${carry.doing === null ? 'nothing' : words.title(carry.doing)}`, `Next action: ${carry.next}`];
  const lines = [
    ...carry.midFlight.map((path) => `In flight: ${path}`),
    ...carry.verified.map(
      ({ text, fresh, why }) => `${fresh ? 'Verified' : `Not verified any more (${why})`}: ${text}`,
    ),
  ];
  return words.text(ours, lines.join('\n'), 'dk wake');
}

async function boardText(at: Standpoint, words: ForAgents): Promise<string> {
  const { tasks, next } = await board(at, { open: true });
  const lines = tasks.slice(0, 200).map(({ state, title, level }) => `${'*'.repeat(level)} ${state} ${title}`);
  const ours = [tasks.length === 0 ? 'There is no open task.' : 'The open tasks.'];
  return words.text(ours, [...lines, ...(next === null ? [] : [`next: ${next}`])].join('\n'), 'dk board');
}

async function memoryText(at: Standpoint, words: ForAgents): Promise<string> {
  const { memory: known, notes } = await memory(at);
  const parts = [
    ...(known === null ? [] : [`${known.path}\n${known.text}`]),
    ...notes.map(({ path, bullets }) => [path, ...bullets.map((each) => `- ${each}`)].join('\n')),
  ];
  const ours = [parts.length === 0 ? 'Nothing is remembered yet.' : 'What is remembered.'];
  return words.text(ours, parts.join('\n'), 'dk memory');
}
