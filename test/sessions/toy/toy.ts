// A harness that nobody has: it speaks in lines instead of JSON, names its events nowhere but in the command, and has settings of its own form.
import { join } from 'node:path';
import type { Harness, HarnessEvent, SettingsForm } from '../../../src/sessions/sessions.ts';

export const toy: Harness = {
  name: 'toy',
  title: 'Toy Agent',
  payload: (text, word) => {
    const said = new Map(
      text.split('\n').map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]),
    );
    if (!said.has('in')) return undefined;
    const of = (name: string): string | null => said.get(name) ?? null;
    return { session: of('run'), cwd: of('in'), transcript: of('book'), events: eventsOf(word, said) };
  },
  projectDir: (env) => env.TOY_ROOM,
  session: (env) => env.TOY_RUN,
  names: /^[rn]\d+$/u,
  shell: 'sh',
  worktrees: ['.toybox/'],
  packOutput: (pack) => `<<<${pack}>>>\n`,
  mostChars: 2000,
  sends: [],
  goesOn: ['back'],
  rules: ['TOY.md'],
  kept: async () => ({
    transcripts: () => [],
    transcript: () => ({ session: null, cwd: null, events: [], unfinished: [] }),
    notes: (project) => [{ path: join(project, 'TOY.md'), by: 'people' }],
  }),
  settings: async () => ({
    hooks: ['begin', 'said', 'did', 'rest', 'leave'].map((word) => ({ event: word, word, entry: () => ({}) })),
    files: { local: 'toy.conf' },
    program: 'toy',
    folder: () => undefined,
    userFile: ({ HOME }) => (HOME === undefined ? undefined : join(HOME, '.toyrc')),
    form: lines,
    ignoredBecause: (text) => (/^quiet$/mu.test(text) ? 'it is told to be quiet' : undefined),
  }),
};

function eventsOf(word: string, said: ReadonlyMap<string, string>): HarnessEvent[] {
  const number = (name: string): number | undefined =>
    /^\d+$/u.test(said.get(name) ?? '') ? Number(said.get(name)) : undefined;
  const exit = number('end');
  const call = {
    tool: said.get('hand') ?? 'sh',
    target: said.get('with') ?? '',
    call: said.get('no'),
    durationMs: number('ms'),
  };
  const events: Readonly<Record<string, HarnessEvent>> = {
    begin: { kind: 'start', source: said.get('why') ?? 'new' },
    said: { kind: 'prompt', text: said.get('words') ?? '', id: undefined },
    did: { kind: 'call', report: exit === undefined ? call : { ...call, exit }, output: said.get('out') },
    rest: { kind: 'active', what: 'stop' },
    leave: { kind: 'end', reason: said.get('why') ?? 'bye' },
  };
  const event = Object.hasOwn(events, word) ? events[word] : undefined;
  const last = said.get('last');
  return [
    ...(event === undefined ? [] : [event]),
    ...(word === 'rest' && last !== undefined ? [{ kind: 'said', text: last } as const] : []),
  ];
}

/** `on <event>: <command>`, a line each. */
function lines(isOurs: (command: string) => boolean): SettingsForm {
  const read = (line: string) =>
    /^on (?<event>\w+): (?<command>.*)$/u.exec(line)?.groups as { event: string; command: string };
  const isOur = (line: string): boolean => isOurs(read(line)?.command ?? '');
  const without = (text: string): string =>
    text
      .split(/(?<=\n)/u)
      .filter((line) => !isOur(line.trimEnd()))
      .join('');
  const hooks = ['begin', 'said', 'did', 'rest', 'leave'];
  return {
    problemIn: (text) => (text.includes('\0') ? 'is no text' : undefined),
    commandsIn: (text) => text.split('\n').filter(isOur).map(read),
    withHooks: (text, commandOf) => {
      const rest = without(text);
      const own = hooks.map((word) => `on ${word}: ${commandOf({ event: word, word, entry: () => ({}) })}\n`);
      return `${rest}${rest === '' || rest.endsWith('\n') ? '' : '\n'}${own.join('')}`;
    },
    withoutHooks: (text, before) => {
      const left = without(text);
      return left === `${before}\n` ? (before ?? '') : left;
    },
    isEmpty: (text) => text.trim() === '',
  };
}
