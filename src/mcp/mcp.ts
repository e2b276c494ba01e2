// Agents ask for memory over MCP.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { config } from 'zod/mini';
import { DreamkeeperError } from '../errors/errors.ts';
import { standpoint } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

const options = { http: { type: 'boolean' }, port: { type: 'string' }, in: { type: 'string' } } as const;

/** `dk mcp`: serves until its client goes, or, over HTTP, until it is told to stop. What goes to standard output is the protocol's. */
export async function runMcp(args: readonly string[], version: string): Promise<void> {
  const { http, port = '7373', in: folder } = parsed(args);
  // To compile a checker for each tool takes longer than to check.
  config({ jitless: true });
  const here = standpoint();
  const at = folder === undefined ? here : { ...here, cwd: resolve(here.cwd, folder) };
  // Only now: the protocol's own package is a hundred milliseconds, and nobody else is to wait for it.
  if (http !== true) return (await import('./serve-stdio.ts')).serveStdio(at, { version });
  return listen(at, numberOf(port), version);
}

async function listen(at: Standpoint, port: number, version: string): Promise<void> {
  const { serveHttp } = await import('./serve-http.ts');
  const { url, tokenFile, isNewToken, close } = await serveHttp(at, { port, version });
  const token = `The token is ${isNewToken ? 'new, and ' : ''}in ${tokenFile}. Clients send it as: Authorization: Bearer <token>`;
  process.stdout.write(`Listening on ${url}, for this machine only.\n${token}\n`);
  await new Promise<void>((done) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => done());
  });
  await close();
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false, strict: true }).values;
  } catch (cause) {
    const why = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause);
    throw new DreamkeeperError('E_USAGE', why, { hint: 'Run `dk mcp --help` for the options.', cause });
  }
}

function numberOf(port: string): number {
  if (/^\d{1,5}$/u.test(port) && Number(port) < 65_536) return Number(port);
  throw new DreamkeeperError('E_USAGE', '--port takes a number from 0 to 65535', {
    hint: '0 is any port that is free.',
  });
}
