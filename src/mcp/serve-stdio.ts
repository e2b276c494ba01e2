// Over standard input and output: one client, for as long as it keeps the input open.
import { randomBytes } from 'node:crypto';
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { oneLine, printSafe } from '../text/text.ts';
import type { Standpoint } from '../world/world.ts';
import { largestMessage, usualLimits } from './limits.ts';
import { serverFor } from './server.ts';
import { openSession, placeOf } from './session.ts';
import { watch } from './watch.ts';

export interface StdioWish {
  readonly version: string;
}

/** Comes back when the client has gone. */
export async function serveStdio(at: Standpoint, { version }: StdioWish): Promise<void> {
  const session = await openSession({
    ...{ at, limits: usualLimits, asksRoots: true, now: Date.now },
    random: () => randomBytes(6).toString('hex'),
  });
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: largestMessage });
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  const stops: (() => void)[] = [];
  const handle = serve(
    ({ era }) => {
      const heard = new Set<string>();
      const server = serverFor({ session, version, era, heard });
      const stop = watch({
        where: () => placeOf(session),
        // The newer protocol keeps its own list of who listens, and drops what nobody asked for.
        isHeard: () => era === 'modern' || heard.size > 0,
        updated: (uri) => {
          if (era === 'modern' || heard.has(uri)) server.sendResourceUpdated({ uri }).catch(() => undefined);
        },
        listed: () => {
          server.sendResourceListChanged().catch(() => undefined);
        },
      });
      stops.push(stop);
      server.onclose = stop;
      return server;
    },
    { transport, maxSubscriptions: 16, onerror: tell },
  );
  process.stdin.once('close', leave);
  process.stdin.once('end', leave);
  await gone;
  for (const stop of stops) stop();
  // What is under way writes whole changes, or is finished by the next dk.
  await session.patient.idle();
  await handle.close();
}

function tell(error: Error): void {
  process.stderr.write(`${printSafe(oneLine(error.message, 300))}\n`);
}
