// remember: one thing worth knowing tomorrow, kept as `dk remember` keeps it.
import * as z from 'zod/mini';
import { changeId, keepNote, makeChange } from '../../change/change.ts';
import { worthNoting } from '../../memory/memory.ts';
import { said, type Tool, tool } from './tool.ts';

export const remember: Tool = tool({
  name: 'remember',
  kit: 'memory',
  does: 'Keep one thing for later, in one line. No credentials.',
  schema: z.strictObject({ text: z.string().check(z.maxLength(100_000)) }),
  // What is remembered may be told in its note; the record of the day only says that something was.
  target: () => 'notes',
  use: async ({ worker }, { text: given }) => {
    const { world, home, settings, agent } = worker;
    const text = worthNoting(given, settings.secrets?.allow ?? []);
    const id = changeId(world, 'k');
    const { path, files, subject } = keepNote(worker, text, id);
    const changed = await makeChange(world, home, { files, subject, agent, id, secrets: settings.secrets });
    return said(changed.kind === 'unchanged' ? `it is in ${path} already` : `remembered in ${path}`);
  },
});
