// A session as Cursor would tell it, put together from its published code. Nothing of it was recorded.
import type { Message } from './harness-contract.ts';

export function cursorMessages(project: string): Message[] {
  const base = {
    ...{
      conversation_id: '2b9a3f3e-8f0b-4f0e-9a55-2f6cf0f7c001',
      generation_id: '6f0a1a62-5f3f-4d2b-8a53-1b2b7a4d9002',
    },
    ...{ model: 'fake', cursor_version: '1.0', workspace_roots: [project] },
  };
  const say = (hook_event_name: string, word: string, more: object): Message => ({
    word,
    text: JSON.stringify({ ...base, hook_event_name, ...more }),
  });
  const run = (command: string, id: string): object => ({
    ...{ tool_name: 'Shell', tool_input: { command }, duration: 12, tool_use_id: id, cwd: project },
  });
  return [
    say('sessionStart', 'session-start', { is_background_agent: false, session_id: base.conversation_id }),
    say('beforeSubmitPrompt', 'prompt', { prompt: 'run it', attachments: [] }),
    say('postToolUse', 'step', {
      ...run('echo hello-tool', 'toolu_01a'),
      tool_output: JSON.stringify({ output: 'hello-tool\n', exitCode: 0 }),
    }),
    say('postToolUseFailure', 'failed', {
      ...run('ls /nonexistent-xyz', 'toolu_01b'),
      ...{ error_message: "ls: cannot access '/nonexistent-xyz'", failure_type: 'error', is_interrupt: false },
    }),
    say('afterAgentResponse', 'said', { text: 'done' }),
    say('stop', 'stop', { status: 'completed', loop_count: 0 }),
    say('sessionEnd', 'session-end', { reason: 'completed', duration_ms: 1000, final_status: 'completed' }),
  ];
}
