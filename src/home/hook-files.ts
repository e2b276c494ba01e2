// Where a hook finds things in a home without reading its settings as a whole: there is no time for that.
import { join } from 'node:path';
import { type FoundHome, linkFile, names } from './find.ts';
import { smallText } from './git-place.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What a hook keeps, and whether sessions tire: after so many actions, if they do. */
export interface Keeps {
  readonly prompts: boolean;
  readonly lastWords: boolean;
  readonly conversation: boolean;
  readonly tires: { readonly warning: number; readonly limit: number } | undefined;
}

/**
 * Whether people's prompts, and what the agent said last, may be recorded. The settings are not read as YAML here, so only what is plain counts: no word of it is a
 * yes, one plain mention that says so is a yes, and everything else (spelled otherwise, said twice, too long to read) is a no. Last words may repeat a prompt: where
 * nobody speaks of them, what is said of prompts counts.
 */
export function keepsOf({ home }: FoundHome): Keeps {
  const text = smallText(join(home, names.settings));
  if (text === undefined) return { prompts: false, lastWords: false, conversation: false, tires: undefined };
  const isHidden = /\\[uUx]|^[ \t]*\?(?:[ \t]|$)/mu.test(text);
  const said = (name: string): boolean | undefined => {
    const mentions = text.split(name).length - 1;
    if (mentions === 0 && !isHidden) return undefined;
    const yes = new RegExp(`(?:^[ \\t]*|[{,][ \\t]*)${name}[ \\t]*:[ \\t]*(?:true|on)[ \\t]*(?:$|[,}#])`, 'mu');
    return !isHidden && mentions === 1 && yes.test(text);
  };
  const prompts = said('prompts') ?? true;
  return {
    prompts,
    lastWords: said('last_words') ?? prompts,
    // Word for word, and so never without being asked to.
    conversation: text.includes('conversation') && said('conversation') === true,
    tires: text.includes('hooks') && said('hooks') === true ? tiringOf(text) : undefined,
  };
}

/** The two numbers, as far as they are written plainly in their block; else those of the design. */
function tiringOf(text: string): NonNullable<Keeps['tires']> {
  const block = /^fatigue:[ \t]*(?:#.*)?\r?\n((?:[ \t]+.*\r?\n?|[ \t]*\r?\n)*)|^fatigue:[ \t]*(\{.*\})/mu.exec(text);
  const within = block?.[1] ?? block?.[2] ?? '';
  const number = (name: string, usual: number): number =>
    Number(new RegExp(`(?:^[ \\t]*|[{,][ \\t]*)${name}[ \\t]*:[ \\t]*(\\d{1,9})\\b`, 'mu').exec(within)?.[1] ?? usual);
  return { warning: number('warning', 60), limit: number('limit', 80) };
}

/** Whether the settings say anything of dreaming; what exactly is for whoever reads them as a whole. */
export function speaksOfDreaming({ home }: FoundHome): boolean {
  return smallText(join(home, names.settings))?.includes('dreaming') === true;
}

/** The files that hold packs: of the last night, and of the last wake. */
export function packFiles(home: FoundHome, env: Env): string[] {
  const agent = hookAgent(home, env);
  return [`pack-${agent}.json`, `woken-${agent}.json`].map((name) => join(home.privateDir, name));
}

/** Whose home it is, as far as that is written plainly. */
export function hookAgent({ home }: Pick<FoundHome, 'home'>, env: Env): string {
  const text = smallText(join(home, names.settings)) ?? '';
  const named =
    env.DREAMKEEPER_AGENT ||
    /^agent:[ \t]*["']?([a-z0-9_-]+)/mu.exec(text)?.[1] ||
    // The first of several; one that is spelled otherwise gets the pack of the next tick, which reads the settings as a whole.
    /^agents:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*-[ \t]+id:[ \t]*["']?([a-z0-9_-]+)/mu.exec(text)?.[1];
  return named !== undefined && /^[a-z0-9_-]{1,64}$/u.test(named) ? named : 'agent';
}

/** Where the agent of a hook keeps what it lived through; as `selfFolder` says it of settings that were read as a whole. */
export function selfFolderOf({ home }: Pick<FoundHome, 'home'>, env: Env): string {
  const named = env.DREAMKEEPER_AGENT;
  const isOther = named !== undefined && /^[a-z0-9_-]{1,64}$/u.test(named) && named !== hookAgent({ home }, {});
  return isOther ? `.self/${named}` : '.self';
}

/** Where drops of a home are counted: in it, else beside the person's other state, else in the temporary folder. */
export function dropFolders({ home, privateDir }: Pick<FoundHome, 'home' | 'privateDir'>, env: Env): string[] {
  // Only when something was dropped, or is counted.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const { tmpdir } = process.getBuiltinModule('node:os');
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const state = env.XDG_STATE_HOME || (env.HOME ? join(env.HOME, '.local', 'state') : '');
  return [
    privateDir,
    ...(state === '' ? [] : [join(state, 'dreamkeeper', name)]),
    join(tmpdir(), `dreamkeeper-${process.getuid?.() ?? 0}-${name}`),
  ];
}

/**
 * Whether a home is that of the repository it was found from, and not of one around it: a harness works in any folder, and what it does in a
 * repository inside another must not be taken for work on the outer one.
 */
export function isOwnHome({ home, shape, repository, project }: FoundHome, env: Env): boolean {
  if (env.DREAMKEEPER_HOME) return true;
  if (shape === 'one') return project.commonDir === repository.commonDir;
  if (project.mainWorktree !== undefined && home === join(project.mainWorktree, names.nested)) return true;
  return smallText(linkFile(project))?.replace(/\r?\n$/u, '') === home;
}
