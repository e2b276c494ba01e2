// The plugin as a settings file: all between two lines is ours, and what somebody wrote around it is theirs.
import type { OurCommand, SettingsForm } from '../settings.ts';
import { begin, end, pluginText } from './plugin.ts';

export function pluginForm(words: readonly string[], isOurs: (command: string) => boolean): SettingsForm {
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
      const commands = words.map((word) => [word, commandOf({ event: word, word, entry: () => ({}) })]);
      return before + pluginText(Object.fromEntries(commands)) + after;
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

function blockIn(text: string): Block {
  const from = text.indexOf(begin.slice(0, begin.indexOf('.')));
  const last = text.indexOf(end, from);
  // A file of blanks only has nothing that could stand around ours.
  if (from === -1 || last === -1) return { before: text.trim() === '' ? text : '', ours: '', after: '' };
  const to = text.slice(last + end.length).startsWith('\n') ? last + end.length + 1 : last + end.length;
  return { before: text.slice(0, from), ours: text.slice(from, to), after: text.slice(to) };
}

function plain(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    // Edited by hand: not a text any more.
    return undefined;
  }
}
