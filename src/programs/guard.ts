// What is left to do for a program whose keeper died: it is ended, with all it started, and its folder goes. Run as a process of its own.
import { setTimeout as pause } from 'node:timers/promises';
import { isAnybodyLeft, killAll, signalAll } from './kill-all.ts';
import { removeScratch } from './scratch.ts';

const [, , mark = '', grace = '', scratch = '', givenPid = ''] = process.argv;
// Nobody could say any more which one it is: then the mark has to do.
const pid = /^\d+$/u.test(givenPid) ? Number(givenPid) : undefined;
if (Number(grace) > 0) {
  signalAll(pid, mark, 'SIGTERM');
  for (let left = Number(grace); left > 0 && isAnybodyLeft(pid, mark); left -= 50) await pause(50);
}
killAll(pid, mark);
if (scratch !== '') removeScratch(scratch);
