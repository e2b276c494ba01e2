// An adoption in a process of its own that dies at a probe: the first of this name, or the nth (`applied:2`).
import { writeSync } from 'node:fs';
import { adopt } from '../../src/verbs/verbs.ts';

const [folder = '', source = '', at = ''] = process.argv.slice(2);
const [place = '', nth = '1'] = at.split(':');
const seen = new Map<string, number>();
const probe = (name: string): void => {
  seen.set(name, (seen.get(name) ?? 0) + 1);
  if (name !== place || seen.get(name) !== Number(nth)) return;
  writeSync(1, 'dead\n');
  process.kill(process.pid, 'SIGKILL');
};
const standpoint = { cwd: folder, env: process.env, complain: () => undefined };
const { result } = await adopt({ ...standpoint, changed: (real) => ({ ...real, probe }) }, { path: source });
writeSync(1, `${JSON.stringify({ result, seen: [...seen] })}\n`);
