// Our plugin as OpenCode loads it: a file that starts `dk hook` at its events. It is text here, because it runs there and not in us.

import type { PluginText } from '../plugin-form.ts';

const begin = '// dreamkeeper: begin. `dk install opencode` writes this, and `dk uninstall opencode` removes it.';
const end = '// dreamkeeper: end';

const about = `// It tells \`dk\` what happens in a session, and hands each session its pack. Whatever goes wrong, the session goes on.
import { spawn, spawnSync } from 'node:child_process';

const commands = {
`;

const code = `
// So many milliseconds a session waits for an answer.
const patience = 12000;

export const Dreamkeeper = async ({ directory }) => {
  // The sessions that people hold here: the pack that each was handed, and what its agent said last.
  const sessions = new Map();
  // Which session began in this process, whose subagent one is, and which message is an agent's.
  const begun = new Set();
  const parents = new Map();
  const speaking = new Map();
  const open = new Set();
  const rootOf = (id) => (parents.has(id) ? rootOf(parents.get(id)) : id);

  const tell = (word, session, more = {}) => {
    const told = new Promise((resolve) => {
      let said = '';
      const child = spawn('sh', ['-c', commands[word]], { cwd: directory, stdio: ['pipe', 'pipe', 'ignore'] });
      const timer = setTimeout(() => resolve(''), patience);
      child.on('error', () => resolve(''));
      child.on('close', () => resolve(said));
      child.stdin.on('error', () => undefined);
      child.stdout.on('data', (piece) => (said += piece));
      child.stdin.end(JSON.stringify({ session, directory, ...more }));
      child.on('close', () => clearTimeout(timer));
    }).catch(() => '');
    open.add(told);
    return told.finally(() => open.delete(told));
  };

  return {
    'chat.message': async ({ sessionID }, { message, parts }) => {
      if (parents.has(sessionID)) return;
      if (!sessions.has(sessionID)) {
        const source = begun.has(sessionID) ? 'startup' : 'resume';
        sessions.set(sessionID, { said: '', pack: tell('session-start', sessionID, { source }) });
      }
      await sessions.get(sessionID).pack;
      const text = parts.filter((part) => part.type === 'text' && !part.synthetic).map((part) => part.text).join('\\n');
      await tell('prompt', sessionID, { id: message.id, text });
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      const pack = await sessions.get(sessionID)?.pack;
      if (pack) system.push(pack);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, result) => {
      const output = result.output ?? result.content;
      const metadata = { exit: result.metadata?.exit };
      const said = await tell('step', rootOf(sessionID), { tool, call: callID, input: args, output, metadata });
      if (said && typeof result.output === 'string') result.output += '\\n\\n' + said;
    },
    event: async ({ event: { type, properties: told } }) => {
      const { info, part } = told ?? {};
      if (type === 'session.created' && info?.parentID) parents.set(info.id, info.parentID);
      else if (type === 'session.created') begun.add(told.sessionID ?? info?.id);
      else if (type === 'message.updated' && info?.role === 'assistant') speaking.set(info.sessionID, info.id);
      else if (type === 'message.part.updated' && part?.type === 'tool' && part.state?.status === 'error') {
        const { input, error } = part.state;
        await tell('failed', rootOf(part.sessionID), { tool: part.tool, call: part.callID, input, error });
      } else if (type === 'message.part.updated' && part?.type === 'text') {
        const session = sessions.get(part.sessionID);
        if (session && speaking.get(part.sessionID) === part.messageID) session.said = part.text;
      } else if (type === 'session.idle' && sessions.has(told.sessionID))
        await tell('stop', told.sessionID, { text: sessions.get(told.sessionID).said });
      else if (type === 'session.compacted' && sessions.has(told.sessionID)) await tell('compact', told.sessionID);
    },
    dispose: async () => {
      await Promise.all(open);
      for (const session of sessions.keys()) {
        const input = JSON.stringify({ session, directory, reason: 'dispose' });
        spawnSync('sh', ['-c', commands['session-end']], { cwd: directory, input, timeout: patience });
      }
      sessions.clear();
    },
  };
};
`;

export const plugin: PluginText = { begin, end, about, code };
