// One command in a process of its own that dies at a probe: the first of this name, or the nth (`applied:2`).
import { writeSync } from 'node:fs';
import { act, type Deed, livingIn } from './state-lost-life.ts';

const [folder = '', deed = 'night', task = '', at = ''] = process.argv.slice(2);
const { world, home } = await livingIn(folder);
const [place = '', nth = '1'] = at.split(':');
let count = 0;
const probe = (name: string): void => {
  if (name !== place) return;
  count += 1;
  if (count < Number(nth)) return;
  writeSync(1, `${name}\n`);
  process.kill(process.pid, 'SIGKILL');
};
const said = await act({ world: { ...world, probe }, home }, deed as Deed, task);
writeSync(1, `alive: ${said}\n`);
