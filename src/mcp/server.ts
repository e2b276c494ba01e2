// One server for one connection: what it offers, and what is done when it is asked.
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { DreamkeeperError } from '../errors/errors.ts';
import { isRecord, oneLine, printSafe } from '../text/text.ts';
import { forAgents } from '../verbs/verbs.ts';
import type { Standpoint } from '../world/world.ts';
import { callTool, toldError } from './call.ts';
import { instructions } from './instructions.ts';
import { prompts, promptText } from './prompts.ts';
import { journalTemplate, listResources, readResource } from './resources.ts';
import { foldersIn, placeOf, type Session } from './session.ts';
import { listTools, toolsFor } from './tools.ts';

export interface Serving {
  readonly session: Session;
  readonly version: string;
  readonly era: 'legacy' | 'modern';
  /** What somebody subscribed to, in the older protocol. */
  readonly heard: Set<string>;
}

const mostHeard = 100;

/** How long a client may take to name its folders. */
const patience = 3000;

export function serverFor({ session, version, era, heard }: Serving): Server {
  const server = new Server(
    { name: 'dreamkeeper', title: 'Dreamkeeper', version },
    { capabilities: { tools: {}, resources: { subscribe: true, listChanged: true }, prompts: {} }, instructions },
  );
  const rootsNeeded = (context: ServerContext): Promise<'ask' | 'known'> => learnRoots(server, session, era, context);
  server.setRequestHandler('tools/list', async () => ({ tools: await listTools(session) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = (await toolsFor(session)).find(({ name }) => name === params.name);
    if (tool === undefined) throw notThere('tool', params.name);
    if ((await rootsNeeded(context)) === 'ask') return askRoots();
    const progress = progressOf(context);
    return callTool(session, { tool, given: params.arguments, signal: context.mcpReq.signal, progress });
  });
  server.setRequestHandler('resources/list', async () => ({
    resources: [...(await listResources(await placeOf(session)))],
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [journalTemplate] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    if ((await rootsNeeded(context)) === 'ask') return askRoots();
    const text = await within(session, (at) => readResource(at, uri));
    if (text === undefined) throw new ResourceNotFoundError(shown(uri));
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map((each) => ({ ...each })) }));
  server.setRequestHandler('prompts/get', async ({ params: { name } }, context) => {
    if ((await rootsNeeded(context)) === 'ask') return askRoots();
    const text = await within(session, (at) => promptText(at, name));
    if (text === undefined) throw notThere('prompt', name);
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (heard.size >= mostHeard) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'too many subscriptions');
    heard.add(uri.slice(0, 300));
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    heard.delete(uri.slice(0, 300));
    return {};
  });
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    session.roots = undefined;
  });
  return server;
}

/** Within limits, as tools are; an error of ours is told in the frame, too. */
async function within(
  session: Session,
  does: (at: Standpoint) => Promise<string | undefined>,
): Promise<string | undefined> {
  const wait = session.limiter.take();
  if (wait > 0)
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `too many requests; wait ${Math.ceil(wait / 1000)} s`);
  const at = await placeOf(session);
  try {
    return await does(at);
  } catch (error) {
    if (error instanceof DreamkeeperError) return toldError(error, await forAgents(at));
    throw error;
  }
}

/** Asked once for each connection; who does not answer works where the process stands. */
async function learnRoots(
  server: Server,
  session: Session,
  era: Serving['era'],
  { mcpReq }: ServerContext,
): Promise<'ask' | 'known'> {
  if (!session.asksRoots || session.roots !== undefined) return 'known';
  if (era === 'legacy') {
    const hasRoots = server.getClientCapabilities()?.roots !== undefined;
    const asked = hasRoots ? server.listRoots({}, { timeout: patience }).catch(() => undefined) : undefined;
    session.roots = foldersIn((await asked)?.roots);
    return 'known';
  }
  const told = mcpReq.inputResponses?.roots;
  const capabilities: unknown = Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY);
  if (told === undefined && isRecord(capabilities) && capabilities.roots !== undefined) return 'ask';
  session.roots = foldersIn(isRecord(told) ? told.roots : undefined);
  return 'known';
}

function askRoots(): ReturnType<typeof inputRequired> {
  return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
}

function progressOf({ mcpReq }: ServerContext): (message: string) => void {
  const token = mcpReq._meta?.progressToken;
  let count = 0;
  return (message) => {
    if (token === undefined) return;
    count += 1;
    const params = { progressToken: token, progress: count, message };
    // Who does not listen any more has missed nothing that matters.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function notThere(what: string, name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no ${what} "${shown(name)}"`);
}

function shown(text: string): string {
  return printSafe(oneLine(text, 80));
}
