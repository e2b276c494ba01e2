// Where a hook finds things in a home without reading its settings as a whole: there is no time for that.
import { join } from 'node:path';
import { type FoundHome, names } from './find.ts';
import { smallText } from './git-place.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether people's prompts may be recorded. Anything but a clear yes, once the word is there, is a no. */
export function keepsPrompts({ home }: FoundHome): boolean {
  const said = /^[^#\n]*\bprompts["']?[ \t]*:[ \t]*["']?([^\s,}"'#]*)/mu.exec(
    smallText(join(home, names.settings)) ?? '',
  );
  return said === null || /^(?:true|on|yes)$/iu.test(said[1] ?? '');
}

/** The files that hold packs: of the last night, and of the last wake. */
export function packFiles({ home, privateDir }: FoundHome, env: Env): string[] {
  const named =
    env.DREAMKEEPER_AGENT || /^agent:[ \t]*["']?([a-z0-9_-]+)/mu.exec(smallText(join(home, names.settings)) ?? '')?.[1];
  const agent = /^[a-z0-9_-]{1,64}$/u.test(named ?? '') ? named : 'agent';
  return [`pack-${agent}.json`, `woken-${agent}.json`].map((name) => join(privateDir, name));
}

/** Where drops of a home are counted: in it, else beside the person's other state, else in the temporary folder. */
export function dropFolders({ home, privateDir }: FoundHome, env: Env): string[] {
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
