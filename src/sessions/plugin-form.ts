// The plugin as a settings file: all between two lines is ours, and what somebody wrote around it is theirs.
import { jsonIn } from '../text/text.ts';
import type { OurCommand, SettingsForm } from './settings.ts';

/** What a harness loads, but for the command of each event. */
export interface PluginText {
  /** Its first line and its last. */
  readonly begin: string;
  readonly end: string;
  /** What stands before the commands, and behind them. */
  readonly about: string;
  readonly code: string;
}

export function pluginForm(
  words: readonly string[],
  isOurs: (command: string) => boolean,
  plugin: PluginText,
): SettingsForm {
  const blockIn = (text: string): Block => blockOf(text, plugin);
  const commandsIn = (text: string): OurCommand[] =>
    [...blockIn(text).ours.matchAll(/^ {2}'(?<word>[a-z-]+)': (?<command>".*"),$/gmu)].flatMap(({ groups = {} }) => {
      const command = plain(groups.command ?? '');
      return command !== undefined && isOurs(command) ? [{ event: groups.word ?? '', command }] : [];
    });
  return {
    problemIn: (text) => {
      const { ours } = blockIn(text);
      return text.trim() !== '' && ours === '' ? 'is there already, and is not ours' : undefined;
    },
    commandsIn,
    withHooks: (text, commandOf) => {
      const { before, after } = blockIn(text);
      const commands = words.map((word) => [word, commandOf({ event: word, word, entry: () => ({}) })] as const);
      return before + textOf(plugin, commands) + after;
    },
    withoutHooks: (text) => {
      const { before, after } = blockIn(text);
      return before + after;
    },
    isEmpty: (text) => text.trim() === '',
  };
}

interface Block {
  readonly before: string;
  readonly ours: string;
  readonly after: string;
}

function blockOf(text: string, { begin, end }: PluginText): Block {
  const from = text.indexOf(begin.slice(0, begin.indexOf('.')));
  const last = text.indexOf(end, from);
  // A file of blanks only has nothing that could stand around ours.
  if (from === -1 || last === -1) return { before: text.trim() === '' ? text : '', ours: '', after: '' };
  const to = text.slice(last + end.length).startsWith('\n') ? last + end.length + 1 : last + end.length;
  return { before: text.slice(0, from), ours: text.slice(from, to), after: text.slice(to) };
}

function textOf({ begin, end, about, code }: PluginText, commands: readonly (readonly [string, string])[]): string {
  const lines = commands.map(([word, command]) => `  '${word}': ${JSON.stringify(command)},\n`);
  return `${begin}\n${about}${lines.join('')}};\n${code}${end}\n`;
}

/** Undefined if it was edited by hand, and is no text any more. */
function plain(json: string): string | undefined {
  const text = jsonIn(json);
  return typeof text === 'string' ? text : undefined;
}
