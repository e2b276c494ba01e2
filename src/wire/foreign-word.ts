// The operator's word on dreams that were not written here. A home cannot give it itself: its settings come with the same pull request.
import { basename, dirname, join } from 'node:path';
import { type HomeSettings, parseOperatorSettings } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import type { FoundHome, Standpoint, World } from '../world/world.ts';
import { operatorFile } from './operator-file.ts';

/** The home's settings with that word in them. */
export function withForeignWord(world: World, found: FoundHome, at: Standpoint, settings: HomeSettings): HomeSettings {
  const said = foreignWord(world, at);
  const places = [found.home, found.project.worktree, found.project.mainWorktree];
  const isMeant = said === 'apply' || (Array.isArray(said) && said.some((path) => places.includes(plain(path))));
  return isMeant ? { ...settings, rem: { ...settings.rem, foreign: 'apply' } } : settings;
}

const plain = (path: string): string => path.replace(/(?<=.)\/+$/u, '');

function foreignWord(world: World, at: Standpoint): 'advise' | 'apply' | readonly string[] | undefined {
  const file = operatorFile(at, join);
  try {
    if (world.disk.at(file) === undefined) return undefined;
    const bytes = world.files.read(dirname(file), basename(file));
    return bytes === undefined ? undefined : parseOperatorSettings(bytes, file).rem?.foreign;
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    // Whoever needs the rest of that file says what is wrong with it; until then dreams from elsewhere advise.
    return undefined;
  }
}
