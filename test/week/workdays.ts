// What a model asks for on each day of the week, told by what it was told: it knows nothing else.
import { type Behaviour, good, status, type Turn } from '../models/server.ts';
import { asks, type WantedCall } from '../models/talking.ts';

/** The run in which it does not answer, and the one in which it cannot. */
export const hangs = 2;
const fails = 5;

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** One behaviour for all requests: a new conversation is a new run. */
export function workdays(): readonly Behaviour[] {
  let runs = 0;
  return [
    (turn) => {
      const messages = (turn.body.messages ?? []) as readonly Message[];
      const turns = messages.filter(({ role }) => role === 'assistant').length;
      if (turns === 0) runs += 1;
      if (runs === hangs && turns === 1) return undefined;
      if (runs === fails) return status(400)(turn);
      const calls = callsOf(JSON.stringify(messages.filter(({ role }) => role === 'user')), runs)[turns];
      return calls === undefined ? saying(turn, runs) : asks(calls)(turn);
    },
  ];
}

function saying(turn: Turn, runs: number): unknown {
  return good()({ ...turn, text: runs > 0 ? 'NO-WORK: nothing on the board is mine' : '' });
}

/** Turn by turn. */
function callsOf(told: string, runs: number): readonly (readonly WantedCall[])[] {
  const kind = /This run \(\S+?\): `(\w+)`/u.exec(told)?.[1];
  const task = /Your task, already claimed: \\"(.*?)\\"\\n/u.exec(told)?.[1];
  const call = (name: string, given: unknown): WantedCall => ({ name, arguments: given });
  const done = [call('done', { summary: `${kind ?? ''} is done` })];
  if (kind === 'audit' && runs < 16)
    return [
      [call('list', { folder: 'pages' }), call('log', { count: 5 })],
      [call('write', { path: 'audit.md', content: `every page has a heading (${runs})\n` })],
      [call('git', { message: 'audit: every page has a heading' })],
      done,
    ];
  if (kind === 'plan')
    return runs < 12 ? [[call('board', {})], [call('file_issue', { title: `page ${runs}` })], done] : [];
  if (task === undefined) return [];
  const path = `pages/${task.replaceAll(/\W+/gu, '-')}.md`;
  return [
    [call('write', { path, content: `# ${task}\n` })],
    [call('read', { path }), call('finish', { task, note: `add: ${task}` })],
    [call('remember', { text: `The page ${path} is written` })],
    done,
  ];
}
