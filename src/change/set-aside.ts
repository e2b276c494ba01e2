// A sealed change that nobody can ever carry out: a whole copy of it is kept, and the home goes on without it.
import { type DreamkeeperError, requireOurs } from '../errors/errors.ts';
import type { FoundHome, Store, Unfinished, World } from '../world/world.ts';
import { type Desk, targetsOf } from './apply.ts';
import type { Intent } from './plan.ts';

/** In the private folder. */
const folder = 'lost-and-found';

/** Ends it, with the reason; before that all of it is written where a person finds it. */
export function setAside(world: World, home: FoundHome, store: Store, sealed: Unfinished, why: string): void {
  const { id, time, body, images, outbox } = sealed;
  const encoded = [...images].map(([name, content]) => [name, Buffer.from(content).toString('base64')]);
  const copy = JSON.stringify({ id, time, body, outbox, images: Object.fromEntries(encoded) });
  const name = `${folder}/sealed-${/^[a-z]-[a-z2-7]{1,10}$/u.test(id) ? id : world.random(8)}.json`;
  world.files.write(home.privateDir, name, Buffer.from(`${copy}\n`), { mode: 0o600 });
  store.finish(id, 'aside', `${why}; a copy is ${name} in the private folder`);
}

/**
 * Why it can never be carried out, if that is what an error means: it names a path that is none in a home, or one that leads through a link or
 * lies where no file can be. Anything else may be over by the next time.
 */
export async function lastingObstacle(
  desk: Desk,
  intent: Intent,
  error: DreamkeeperError,
): Promise<string | undefined> {
  if (error.code === 'E_BAD_PATH' || error.code === 'E_BAD_NAME') return error.message;
  if (error.code !== 'E_NOT_A_FILE') return undefined;
  try {
    // The files themselves, and not something that git or the disk has in the way.
    await targetsOf(desk, intent, true);
    return undefined;
  } catch (again) {
    const { code, message } = requireOurs(again);
    return code === 'E_NOT_A_FILE' ? message : undefined;
  }
}
