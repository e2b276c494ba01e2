// Our extension as Pi loads it: a file that starts `dk hook` at its events. It is text here, because it runs there and not in us.
import type { PluginText } from '../plugin-form.ts';

const begin = '// dreamkeeper: begin. `dk install pi` writes this, and `dk uninstall pi` removes it.';
const end = '// dreamkeeper: end';

const about = `// It tells \`dk\` what happens in a session, and hands each session its pack. Whatever goes wrong, the session goes on.
import { spawn, spawnSync } from 'node:child_process';

const commands = {
`;

const code = `
// So many milliseconds a session waits for an answer.
const patience = 12000;
const textOf = (content) =>
  typeof content === 'string'
    ? content
    : (content ?? []).filter((part) => part.type === 'text').map((part) => part.text).join('\\n');

export default function dreamkeeper(pi) {
  // The session that was begun here, and why Pi opened it.
  let begun;
  let source = 'startup';
  const open = new Set();

  const about = ({ cwd, sessionManager }) => ({
    session: sessionManager.getSessionId(),
    directory: cwd,
    file: sessionManager.getSessionFile(),
  });
  const tell = (word, context, more = {}) => {
    const told = new Promise((resolve) => {
      let said = '';
      const child = spawn('sh', ['-c', commands[word]], { cwd: context.cwd, stdio: ['pipe', 'pipe', 'ignore'] });
      const timer = setTimeout(() => resolve(''), patience);
      child.on('error', () => resolve(''));
      child.on('close', () => resolve(said));
      child.stdin.on('error', () => undefined);
      child.stdout.on('data', (piece) => (said += piece));
      child.stdin.end(JSON.stringify({ ...about(context), ...more }));
      child.on('close', () => clearTimeout(timer));
    }).catch(() => '');
    open.add(told);
    return told.finally(() => open.delete(told));
  };

  pi.on('session_start', ({ reason }) => {
    source = reason;
  });
  pi.on('before_agent_start', async ({ prompt }, context) => {
    const now = about(context);
    const isNew = begun?.session !== now.session;
    begun = now;
    const pack = isNew ? await tell('session-start', context, { source }) : '';
    await tell('prompt', context, { text: prompt });
    if (pack) return { message: { customType: 'dreamkeeper', content: pack, display: false } };
  });
  pi.on('tool_result', async ({ toolName: tool, toolCallId: call, input, content, isError }, context) => {
    const said = await tell('step', context, { tool, call, input, text: textOf(content), isError });
    if (said) return { content: [...content, { type: 'text', text: said }] };
  });
  pi.on('agent_end', async ({ messages = [] }, context) => {
    const last = messages.findLast(({ role }) => role === 'assistant');
    await tell('stop', context, { text: textOf(last?.content) });
  });
  pi.on('session_compact', async (event, context) => {
    await tell('compact', context);
  });
  pi.on('session_shutdown', async ({ reason }) => {
    // What is loaded again goes on.
    if (begun === undefined || reason === 'reload') return;
    await Promise.all(open);
    const input = JSON.stringify({ ...begun, reason });
    spawnSync('sh', ['-c', commands['session-end']], { cwd: begun.directory, input, timeout: patience });
    begun = undefined;
  });
}
`;

export const extension: PluginText = { begin, end, about, code };
