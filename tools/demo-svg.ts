// `npm run demo:svg`: runs the demo and draws it into `docs/demo.svg`.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { recordingOf } from './recording.ts';
import { terminalSvg } from './terminal-svg.ts';

const ran = spawnSync(process.execPath, ['src/bin.ts', 'demo'], {
  encoding: 'utf8',
  env: { ...process.env, TZ: 'UTC' },
});
if (ran.status !== 0) throw new Error(`the demo ended with ${ran.status}: ${ran.stderr}`);
const folder = /It is all still there: (\S+)/u.exec(ran.stdout)?.[1];
if (folder !== undefined) rmSync(dirname(folder), { recursive: true, force: true });
const svg = terminalSvg(recordingOf(ran.stdout));
writeFileSync('docs/demo.svg', svg);
console.log(`docs/demo.svg: ${Buffer.byteLength(svg)} bytes`);
