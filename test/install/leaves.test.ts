// After a life with sessions and nights, `dk uninstall claude` leaves nothing of ours anywhere that it does not name.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { realWorld } from '../../src/wire/wire.ts';
import { bash } from '../hooks/harness.ts';
import { project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';

/** What git itself keeps of commits, which are told as such. */
const isCommits = /(?:^|\/)\.git\/(?:objects|refs\/heads|logs|index$|COMMIT_EDITMSG$)/u;

function world(box: Sandbox): Record<string, string> {
  return snapshot(box.folder, (name) => name === 'project/.git/index');
}

/** Everything the machine of a person has before us, and everything ours that a life there can leave. */
async function lived(box: Sandbox, home: string): Promise<void> {
  const dk = (args: readonly string[], input?: string): void => {
    const ran = box.process('project', args, {
      env: { TMPDIR: box.path('tmp') },
      ...(input === undefined ? {} : { input }),
    });
    assert.equal(ran.code, 0, `${args.join(' ')}: ${ran.stderr}`);
  };
  const tell = (payload: object): void =>
    dk(['hook', 'any', '--from', 'claude'], JSON.stringify({ session_id: 's1', cwd: box.path('project'), ...payload }));
  dk(['install', 'claude', '--yes']);
  tell({ hook_event_name: 'SessionStart', source: 'startup' });
  tell(bash('npm test', 0, 't1'));
  dk(['sleep', '--force']);
  // As `dk keep --install-service`, `dk off --everywhere` and `dk models use` write them.
  box.write('person/.config/systemd/user/dreamkeeper.service', '[Unit]\n');
  box.write('person/.local/state/dreamkeeper/off.json', '{"since":"2026-06-10T14:30:00.000Z","until":null}\n');
  box.write('person/.config/dreamkeeper/config.yaml', 'model: {default: builtin}\n');
  // As on a disk that was full, or that has no locks.
  const found = { home: box.path(home), privateDir: box.path(home, '.git', 'dreamkeeper') };
  const { places } = await realWorld(box.env);
  for (const folder of places.outside(found)) {
    const name = folder.startsWith(box.folder) ? folder.slice(box.folder.length) : join('tmp', basename(folder));
    box.write(join(name, 'drops'), 'd');
  }
}

/** What is otherwise than before and was not named. */
function unnamed(before: Record<string, string>, box: Sandbox, said: string): string[] {
  const after = world(box);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  const told = [...said.matchAll(/^ {2}(\/\S+) {2}\(/gmu)].map(([, path = '']) => path);
  return names.filter((name) => {
    const path = box.path(name);
    const isTold = told.some((each) => path === each || path.startsWith(`${each}/`) || each.startsWith(`${path}/`));
    return !isTold && !(isCommits.test(name) && /commits/u.test(said));
  });
}

for (const [shape, home, here] of [
  ['a home beside the project', 'project/.dream', false],
  ['home and project in one repository', 'project', true],
] as const)
  test(`${shape}: all of it goes, or is named`, async (t) => {
    const box = sandbox(t);
    for (const folder of ['person/.local/state', 'person/.config/systemd/user', 'tmp'])
      mkdirSync(box.path(folder), { recursive: true });
    project(box);
    const before = world(box);
    if (here) assert.equal(box.process('project', ['init', '--here']).code, 0);
    await lived(box, home);
    const dk = (...args: readonly string[]): string => {
      const ran = box.process('project', args, { env: { TMPDIR: box.path('tmp') } });
      assert.equal(ran.code, 0, ran.stderr);
      return ran.stdout.replaceAll(/^ {2}[-+] {2,}.*\n/gmu, '');
    };
    if (!here) {
      const kept = dk('uninstall', 'claude', '--yes');
      assert.deepEqual(unnamed(before, box, kept), [], kept);
      assert.match(kept, /`dk uninstall claude --data` removes it/u);
      dk('install', 'claude', '--yes', '--no-first-night');
    }
    const would = here ? dk('uninstall', 'claude', '--dry-run') : '';
    const said = dk('uninstall', 'claude', '--data', '--yes');
    assert.deepEqual(unnamed(before, box, said), [], said);
    // What the one names as staying, the other takes.
    for (const [, path = ''] of would.matchAll(/^ {2}(\/\S+) {2}\(.*`dk uninstall claude --data` removes it/gmu))
      assert.ok(said.includes(`${path}  (`), path);
    if (here) return;
    const again = dk('uninstall', 'claude', '--data', '--dry-run');
    assert.match(again, /None of our hooks were found/u);
    assert.doesNotMatch(again, /^ {2}- /mu, 'nothing is left to take');
  });
