// What `dk doctor` says of a home, where there is such a verb.
import type { Sandbox } from '../sandbox.ts';
import type { Fault } from './checks.ts';
import type { Life } from './life.ts';

/** Looks once whether there is a doctor, and gives the question to ask. */
export function doctorFor(box: Sandbox): (life: Pick<Life, 'project'>) => Promise<Fault[]> {
  const isThere = box.dk('.', ['doctor', '--help']).stdout.includes('dk doctor');
  return async ({ project }) => {
    if (!isThere) return [];
    const { code, stdout, stderr } = box.dk(project.slice(box.folder.length + 1), ['doctor', '--strict']);
    return code === 0 ? [] : [{ ill: 'torn', what: `dk doctor leaves with ${code}: ${stdout}${stderr}` }];
  };
}
