// Which arms there are: every file in `arms/` is one, those in `peers/` are programs of others that have to be installed first, and any other file can be named.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Arm } from './arm.ts';

const folder = import.meta.dirname;

function filesIn(name: string): string[] {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .map((file) => join(path, file));
}

/** The file of an arm, as it is named on the command line: `no-sleep`, or a path. */
export function armFile(named: string): string {
  const known = [...filesIn('arms'), ...filesIn('peers')].find((file) => file.endsWith(`/${named}.ts`));
  if (known !== undefined) return known;
  const path = resolve(named);
  if (existsSync(path)) return path;
  const names = [...filesIn('arms'), ...filesIn('peers')].map((file) => file.replace(/^.*\/|\.ts$/gu, ''));
  throw new Error(`there is no arm "${named}". Arms are: ${names.join(', ')}; or give the path of a file.`);
}

/** All that need nothing but this repository, the plainest first. */
export function ownArms(): string[] {
  const first = ['no-sleep', 'append-only', 'faulty-rewrite', 'ours'];
  const place = (file: string): number => {
    const at = first.findIndex((name) => file.endsWith(`/${name}.ts`));
    return at === -1 ? first.length : at;
  };
  return filesIn('arms').toSorted((one, other) => place(one) - place(other));
}

export function peerArms(): string[] {
  return filesIn('peers');
}

export async function loadArm(file: string): Promise<Arm> {
  const module: { readonly arm?: Partial<Arm> } = await import(pathToFileURL(file).href);
  const { arm } = module;
  if (typeof arm?.name !== 'string' || typeof arm.about !== 'string' || typeof arm.open !== 'function')
    throw new Error(`${file} is no arm: it exports no \`arm\` with name, about and open.`);
  return arm as Arm;
}
