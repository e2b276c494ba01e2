// git: the work of this run as one commit, with a message; by name, and nothing else that lies about.
import * as z from 'zod/mini';
import { changeId, makeChange } from '../../change/change.ts';
import { unlessBug } from '../../errors/errors.ts';
import { oneLine, printSafe } from '../../text/text.ts';
import { whyNotThroughGate } from '../gate.ts';
import { type Bench, refused, said, type Tool, type ToolAnswer, tool } from './tool.ts';
import { leakIn, workFiles } from './work-files.ts';

const notPermitted = 'git not permitted (no exec capability)';
/** As git says it: of what this run wrote, everything is committed. */
const nothingToCommit = 'nothing to commit (working tree clean)';

export const git: Tool = tool({
  name: 'git',
  kit: 'git',
  does: 'Commit the files you wrote in this run, with a message. Nothing is pushed.',
  schema: z.strictObject({ message: z.optional(z.string().check(z.maxLength(4000))) }),
  target: ({ message }) => message ?? '',
  use: (bench, { message = '' }) => {
    if (!bench.agent.mayExec) return refused(notPermitted);
    if (!bench.ground.isHome)
      return refused('git commits only where home and project are one repository; leave it to their owner');
    const [subject = '', ...body] = message.trim().split('\n');
    return commitWork(bench, oneLine(subject) === '' ? 'agent update' : subject, body.join('\n'));
  },
});

async function commitWork(bench: Bench, subject: string, body: string): Promise<ToolAnswer> {
  const { world, home, agent } = bench.worker;
  const files = workFiles(bench);
  if (files.length === 0) return said(nothingToCommit);
  const paths = files.map(({ path }) => path);
  const shut = whyNotThroughGate(bench.worker.settings, `${subject}\n${body}`, paths);
  if (shut !== undefined) return refused(`not committed: ${shut}`);
  const leak = leakIn(bench);
  if (leak !== undefined) return refused(`git error: ${leak}`);
  const changed = await makeChange(world, home, {
    files,
    subject,
    body: oneLine(body) === '' ? undefined : body,
    agent,
    id: changeId(world, 'a'),
    secrets: bench.worker.settings.secrets,
  }).catch(unlessBug(({ message }) => refused(`git error: ${printSafe(oneLine(message, 120))}`)));
  if ('isOk' in changed) return changed;
  const note = changed.note === undefined ? '' : ` (${printSafe(changed.note)})`;
  if (changed.kind === 'unchanged') return said(`${nothingToCommit}${note}`);
  if (changed.commit === undefined) return refused(`not committed${note}`);
  bench.written.clear();
  return said(`committed ${changed.commit.slice(0, 7)}${note}`);
}
