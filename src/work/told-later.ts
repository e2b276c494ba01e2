// What the next runs have to be told of an earlier one: remembered in the private store, and said twice, because a pack may not arrive.
import * as z from 'zod/mini';
import { type AllowedSecrets, netOf, withStore } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import { heldFilesOf, heldNote } from '../night/night.ts';
import { jsonIn } from '../text/text.ts';
import type { AgentHome, Store } from '../world/world.ts';

const note = z.object({ text: z.string(), told: z.int().check(z.minimum(0)) });
const all = z.array(note);
type Note = Readonly<z.infer<typeof note>>;

const kept = 5;
const toldTimes = 2;

type Place = Pick<AgentHome, 'world' | 'home' | 'agent'>;

/** Remembers a line for the next packs, without credentials. */
export function tellLater(place: Place & { readonly settings: AllowedSecrets }, line: string): void {
  const text = netOf(place.settings).redact(line);
  const remember = (): void => {
    place.world.files.makeFolder(place.home.privateDir, true);
    withStore(place.world, place.home, (store) => {
      write(store, place.agent, [...read(store, place.agent), { text, told: 0 }].slice(-kept));
    });
  };
  // If that fails, whoever asked for the run is the only one who is told.
  tryOr(remember);
}

/**
 * What is to be told now; with `isDry` it does not count as told. What the last night did not commit is told every time. Asks no git, and
 * nothing at all where there is no store.
 */
export function notesToTell(place: Place, isDry: boolean): string[] {
  const { world, home, agent } = place;
  const notes = (): string[] =>
    withStore(world, home, (store) => {
      const due = read(store, agent).filter(({ told }) => told < toldTimes);
      const after = due.map(({ text, told }) => ({ text, told: told + 1 })).filter(({ told }) => told < toldTimes);
      if (!isDry && due.length > 0) write(store, agent, after);
      return [...heldNote(heldFilesOf(place)), ...due.map(({ text }) => text)];
    });
  // A store that cannot be read or written is no reason not to wake; `dk doctor` speaks of it.
  return tryOr(() => (world.stores.exists(home.privateDir) ? notes() : [])) ?? [];
}

const nameOf = (agent: string): string => `unsaved:${agent}`;

function read(store: Store, agent: string): readonly Note[] {
  // Not as we wrote it: then there is nothing to tell.
  return all.safeParse(jsonIn(store.memo(nameOf(agent)))).data ?? [];
}

function write(store: Store, agent: string, notes: readonly Note[]): void {
  store.setMemo(nameOf(agent), notes.length === 0 ? undefined : JSON.stringify(notes));
}
