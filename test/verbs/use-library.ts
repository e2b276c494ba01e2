// A program of somebody who has only the packed library: `.ci/packed` checks its types in an empty project. It is never run.
import { DreamkeeperError, type Home, init, install, openHome, planInstall, type Slept } from 'dreamkeeper';

await using home: Home = await openHome({ cwd: '/srv/site' });
const slept: Slept = await home.sleep({ force: true, signal: AbortSignal.timeout(60_000) });
const { tasks } = await home.board.list({ open: true });
const title: string | undefined = tasks[0]?.title;
// @ts-expect-error There is no such verb.
await home.dance();
// @ts-expect-error A budget is a number.
await home.wake({ budget: 'large' });
// @ts-expect-error A task needs a title.
await home.board.add({});
const founded = await init({ dryRun: true });
const shown = await planInstall({ harness: 'claude', scope: 'user' });
await install({ harness: 'claude', scope: 'user', shown, firstNight: true, mayDream: async ({ steps }) => steps > 9 });
// @ts-expect-error Whose settings?
await install({});
const error = new DreamkeeperError('E_USAGE', 'what happened', { hint: 'what to do' });
process.stdout.write([slept.outcome, title, founded.home, error.exit].join(' '));
