// How our hooks stand in the settings of a harness.
import type { Env } from './harness.ts';

/** `local`: this project with all its worktrees, this person. `shared`: everybody in the project. `user`: this person, everywhere. */
export type Scope = 'local' | 'shared' | 'user';

/** One event of which we want to be told. */
export interface HarnessHook {
  readonly event: string;
  /** What `dk hook` is told. */
  readonly word: string;
  /** How it stands in the settings: by itself, so that it can go without touching any other. */
  entry(command: string): object;
  /** What earlier versions of ours set in that entry, and what does harm: it goes when the hooks are put in again. */
  readonly outdated?: readonly string[];
}

export interface HarnessSettings {
  readonly hooks: readonly HarnessHook[];
  /** The files in a project, seen from its main worktree for `local`; a scope that is missing is one it has not. */
  readonly files: Readonly<Partial<Record<Exclude<Scope, 'user'>, string>>>;
  userFile(env: Env): string | undefined;
  /** What its program is called, and the folder it keeps for a person: by either it is known to be on a machine. */
  readonly program: string;
  folder(env: Env): string | undefined;
  /** The first version that reads `local` ones of the main worktree in the others, too; without it every one does, with `never` none. */
  readonly worktreesFrom?: string;
  /** What a person has to do once after the installation, in sentences; without it, nothing. */
  readonly afterwards?: string;
  /** Whether it waits for something before it starts the hooks in a file, as far as that can be seen; undefined if it does not. */
  awaits?(file: string, project: string | undefined, env: Env): Awaited | undefined;
  /** `json`: `hooks` → event → list of entries, each with a list `hooks` of commands, as most have it. */
  readonly form: 'json' | FlatForm | ((isOurs: (command: string) => boolean) => SettingsForm);
  /** Why it takes no notice of our hooks in a file, though they are in it; undefined if it does. */
  ignoredBecause(text: string): string | undefined;
  /** The folder in which it looks for skills, in a project or as a full path of the person's; without one it has none. */
  skills?(scope: Scope, env: Env): string | undefined;
  /** It leaves out skills that a `.gitignore` hides: such a one is not hidden, and has to lie where no git looks. */
  readonly plainSkills?: true;
  /** The file in a project that lists the servers (MCP) it starts; without one, nothing can be put in for it. */
  readonly servers?: string;
  /** The beginning of its own command that adds a server for all projects; the server's command line follows. */
  readonly addsServer?: string;
  /** Our hooks as a plugin of its own: whether a file switches it on, and how it goes. */
  readonly plugin?: { isOn(text: string): boolean; readonly uninstall: string };
  /** The setting by which a file lets it rewrite its own memory by itself. */
  dreams?(text: string): string | undefined;
}

/** `hooks` → event → list of commands; beside `hooks` there has to be a version. */
export interface FlatForm {
  /** The field of an entry that holds the command. */
  readonly command: string;
  readonly version: number;
}

/** What a harness waits for, in words that follow its name, and how it is given. */
export interface Awaited {
  readonly what: string;
  readonly how: string;
}

export interface OurCommand {
  readonly event: string;
  readonly command: string;
  /** The entry is as an earlier version of ours wrote it, and does harm. */
  readonly isOutdated?: boolean;
}

/** A settings file as a text: what is not ours keeps its bytes. */
export interface SettingsForm {
  /** Why it cannot be edited, in words that follow the file's name; undefined if it can. */
  problemIn(text: string): string | undefined;
  /** All commands of ours in it; none if it cannot be read. */
  commandsIn(text: string): readonly OurCommand[];
  /** With our hooks in it, each once and as it is now. Those that are there keep their place and what else was set for them. */
  withHooks(text: string, commandOf: (hook: HarnessHook) => string): string;
  /** Without them. `before` is the text as we found it, if that is known. */
  withoutHooks(text: string, before?: string): string;
  /** Whether nothing is in it that anybody could miss. */
  isEmpty(text: string): boolean;
}
