// Ends a program and everything it started, also what moved out of its process group.
import { readdirSync, readFileSync } from 'node:fs';
import { ifPossible } from '../errors/errors.ts';

/** By this everything a program starts is known to be ours, whatever it does to its process group. */
export const callMark = 'DREAMKEEPER_CALL';
/** Somebody may be born while we look; whoever is quicker than this many looks has won. */
const looks = 20;

/**
 * The program, its process group, and (where the system tells) its session, its descendants and everybody who carries our mark. Without its
 * number only the last.
 */
export function killAll(pid: number | undefined, call: string): void {
  signalAll(pid, call, 'SIGKILL');
  for (let look = 1; look < looks; look += 1) {
    const more = relatives(pid, call);
    if (more.length === 0) return;
    for (const each of more) kill(each, 'SIGKILL');
  }
}

/** Tells all of them once: whoever wants to leave in peace has the chance. */
export function signalAll(pid: number | undefined, call: string, signal: NodeJS.Signals): void {
  const found = relatives(pid, call);
  // Its own number, too: one that shares our terminal is in our group, and leads none.
  const itself = pid === undefined ? [] : process.platform === 'win32' ? [pid] : [-pid];
  const alone = pid === undefined || found.length > 0 ? [] : [pid];
  for (const each of [...itself, ...alone, ...found]) kill(each, signal);
}

/** Whether any of them lives. Where the system tells nothing, whether its group does. */
export function isAnybodyLeft(pid: number | undefined, call: string): boolean {
  if (process.platform === 'linux') return relatives(pid, call).length > 0;
  return pid !== undefined && kill(-pid, 0);
}

/** False if it is gone already. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  return ifPossible(() => process.kill(pid, signal)) === true;
}

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly isOurs: boolean;
}

function relatives(pid: number | undefined, call: string): number[] {
  if (process.platform !== 'linux') return [];
  const living = readdirSync('/proc').flatMap((name): Seen[] => (/^\d+$/u.test(name) ? seen(name, pid, call) : []));
  const ours = new Set(living.filter(({ isOurs }) => isOurs).map((each) => each.pid));
  for (let size = -1; size !== ours.size; ) {
    size = ours.size;
    for (const each of living) if (ours.has(each.parent)) ours.add(each.pid);
  }
  return [...ours];
}

/** Nobody if it is gone, or dead and only not yet taken note of. */
function seen(name: string, pid: number | undefined, call: string): Seen[] {
  const stat = ifPossible(() => readFileSync(`/proc/${name}/stat`, 'latin1'));
  if (stat === undefined) return [];
  // Behind the name of the program, which may hold anything: state, parent, group, session.
  const [state = '', parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (/[ZX]/u.test(state)) return [];
  const isNear = [name, group, session].includes(String(pid));
  return [{ pid: Number(name), parent: Number(parent), isOurs: isNear || isMarked(name, call) }];
}

/** What we may not read is somebody else's. */
function isMarked(name: string, call: string): boolean {
  const environ = ifPossible(() => readFileSync(`/proc/${name}/environ`, 'latin1'));
  return environ?.split('\0').includes(`${callMark}=${call}`) === true;
}
