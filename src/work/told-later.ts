// What the next runs have to be told of an earlier one: remembered in the private store, and said twice, because a pack may not arrive.
import * as z from 'zod';
import { type AllowedSecrets, netOf, withStore } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { heldFilesOf, heldNote } from '../night/night.ts';
import type { AgentHome, Store } from '../world/world.ts';

const note = z.object({ text: z.string(), told: z.number().int().min(0) });
const all = z.array(note);
type Note = Readonly<z.infer<typeof note>>;

const kept = 5;
const toldTimes = 2;

type Place = Pick<AgentHome, 'world' | 'home' | 'agent'>;

/** Remembers a line for the next packs, without credentials. */
export function tellLater(place: Place & { readonly settings: AllowedSecrets }, line: string): void {
  const text = netOf(place.settings).redact(line);
  try {
    place.world.files.makeFolder(place.home.privateDir, true);
    withStore(place.world, place.home, (store) => {
      write(store, place.agent, [...read(store, place.agent), { text, told: 0 }].slice(-kept));
    });
  } catch (error) {
    // Then whoever asked for the run is the only one who is told.
    if (!(error instanceof DreamkeeperError)) throw error;
  }
}

/**
 * What is to be told now; with `isDry` it does not count as told. What the last night did not commit is told every time. Asks no git, and
 * nothing at all where there is no store.
 */
export function notesToTell(place: Place, isDry: boolean): string[] {
  const { world, home, agent } = place;
  try {
    if (!world.stores.exists(home.privateDir)) return [];
    const held = heldNote(heldFilesOf(place));
    return withStore(world, home, (store) => {
      const notes = read(store, agent).filter(({ told }) => told < toldTimes);
      if (!isDry && notes.length > 0)
        write(
          store,
          agent,
          notes.map(({ text, told }) => ({ text, told: told + 1 })).filter(({ told }) => told < toldTimes),
        );
      return [...held, ...notes.map(({ text }) => text)];
    });
  } catch (error) {
    // A store that cannot be read or written is no reason not to wake; `dk doctor` speaks of it.
    if (error instanceof DreamkeeperError) return [];
    throw error;
  }
}

const nameOf = (agent: string): string => `unsaved:${agent}`;

function read(store: Store, agent: string): readonly Note[] {
  try {
    return all.safeParse(JSON.parse(store.memo(nameOf(agent)) ?? '[]')).data ?? [];
  } catch {
    // Not as we wrote it: then there is nothing to tell.
    return [];
  }
}

function write(store: Store, agent: string, notes: readonly Note[]): void {
  store.setMemo(nameOf(agent), notes.length === 0 ? undefined : JSON.stringify(notes));
}
