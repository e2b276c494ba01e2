// Indexes of large folders that cannot be read any more. They are made from files, so nothing is lost with one.
import { tryOr } from '../errors/errors.ts';
import { type Found, finding } from './finding.ts';
import type { Patient } from './patient.ts';

export function checkCorpora({ world, home }: Patient): Found {
  return world.corpora.names(home.privateDir).map((name) => {
    const problem = tryOr(
      () => {
        const corpus = world.corpora.look(home.privateDir, name);
        const [first] = corpus?.problems() ?? [];
        corpus?.close();
        return first;
      },
      ({ message }) => message,
    );
    if (problem === undefined) return false;
    return finding(
      'corpus-damaged',
      `The index ${name} cannot be read (${problem}).`,
      `Nothing else is lost by it. \`dk index remove ${name}\`, then \`dk index add ${name} <folder>\` makes it anew.`,
    );
  });
}
