// What `dk uninstall` says and does, once its words are understood.
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import type { HomeData, Left, Removal, Setup, UninstallPlan } from '../install/install.ts';
import { serviceThere } from '../install/install.ts';
import { counted } from '../text/text.ts';
import { refuseOthersPlaces } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { type InstallOptions, mayGoOn, refuseUnasked, scopeOf, tellFile } from './show-first.ts';
import { paint, type Terminal } from './terminal.ts';

export async function uninstall(harness: string, options: InstallOptions, terminal: Terminal): Promise<void> {
  refuseUnasked(options);
  const { planUninstall, carryOutUninstall, openSite } = await import('../install/install.ts');
  const site = await openSite(terminal.standpoint(), harness);
  const { at } = site;
  const planned = await planUninstall(site, scopeOf(options), options.data === true);
  const plan = { ...planned, left: [...planned.left, ...programLeft(at)] };
  const { found, data } = plan;
  await refuseOthersPlaces([found?.home, ...placesOf(plan)], at);
  const removesData = data !== undefined && data.stays === undefined;
  const isChange = plan.removals.length > 0 || removesData || plan.traces.length > 0;
  if (options.json !== true) tell(site.setup, plan, options.data === true, terminal);
  const goes =
    isChange &&
    (options.json === true ? options.yes === true && options.dryRun !== true : await mayGoOn(options, terminal));
  if (goes) carryOutUninstall(site, plan);
  if (options.json === true) return terminal.json(asJson(plan, goes, options.dryRun === true));
  if (!goes) return;
  terminal.say(
    paint('bold', 'Done. '),
    'Sessions that are open now may still try our hooks until they end; that does no harm.',
  );
  if (found !== undefined && !removesData)
    terminal.say(`What was remembered is still in ${found.home}. \`dk install ${harness}\` takes it up again.`);
}

/** Where something goes: settings, and the git folders whose exclude file loses a line. */
function placesOf({ removals, traces }: UninstallPlan): string[] {
  return [
    ...removals.flatMap(({ file, exclude }) => [file.folder, ...(exclude === undefined ? [] : [exclude.commonDir])]),
    ...traces.flatMap(({ path, line }) => (line === undefined ? [path] : [line.commonDir, path])),
  ];
}

/** What belongs to the program, and not to a project. A service may keep other homes, and may be running: it is its owner's to stop. */
function programLeft({ env }: Standpoint): readonly Left[] {
  const service = serviceThere(env);
  const cache = getCompileCacheDir();
  return [
    ...(service === undefined
      ? []
      : [{ path: service.path, what: 'the service that keeps homes', how: `${service.stop}, then remove the file.` }]),
    ...(cache === undefined
      ? []
      : [
          {
            path: cache,
            what: 'Node’s cache of programs, ours among them',
            how: 'It is temporary, and not ours alone.',
          },
        ]),
  ];
}

function tell(
  setup: Setup,
  { removals, others, plugin, data, traces, left }: UninstallPlan,
  wantsData: boolean,
  terminal: Terminal,
): void {
  if (removals.length === 0)
    terminal.say(
      `None of our hooks were found ${others.length === 0 ? 'for this project' : 'here'}. There is nothing to take out.`,
    );
  for (const { scope, file } of others)
    terminal.say(
      `Our hooks are ${removals.length === 0 ? '' : 'also '}in ${file.path}; \`dk uninstall ${setup.name} --${scope}\` takes them out there.`,
    );
  if (plugin !== undefined)
    terminal.say(`Our plugin is on (${plugin.file.path}); \`${setup.plugin?.uninstall}\` takes it out.`);
  for (const removal of removals) tellRemoval(removal, terminal);
  if (wantsData && data === undefined) terminal.say('There is no home here.');
  if (data !== undefined) tellData(data, terminal);
  for (const { path, what, line } of traces) {
    terminal.say(paint('bold', path), `  (${what})`);
    terminal.say('  ', paint('red', `- ${line?.line ?? 'all of it'}`));
  }
  if (left.length > 0) terminal.say('This stays as it is:');
  for (const { path, what, how } of left) terminal.say(`  ${path}  (${what})  ${how}`);
}

function tellData(data: HomeData, terminal: Terminal): void {
  const open = data.uncommitted === 0 ? '' : `, ${counted(data.uncommitted ?? 0, 'file')} in no commit`;
  const size =
    data.commits === null
      ? 'damaged, so that nobody can count what is in it'
      : `${counted(data.dreams, 'dream')}, ${counted(data.commits, 'commit')}${open}`;
  if (data.stays !== undefined) return terminal.say(`The home ${data.home} (${size}) stays: ${data.stays}`);
  terminal.say(paint('bold', data.home), `  (the home: ${size})`);
  terminal.say('  ', paint('red', '- all of it, for good'));
}

function tellRemoval({ scope, file, how, after, exclude, note }: Removal, terminal: Terminal): void {
  const why =
    how === 'restored'
      ? 'as it was before us'
      : note === undefined
        ? 'our hooks go'
        : 'it was edited since; only our hooks go';
  terminal.say(paint('bold', file.path), `  (${scope}: ${after === null ? 'there was no such file before us' : why})`);
  tellFile(Buffer.from(file.bytes ?? []).toString('utf8'), Buffer.from(after ?? []).toString('utf8'), terminal);
  if (exclude === undefined) return;
  terminal.say(paint('bold', join(exclude.commonDir, 'info', 'exclude')));
  terminal.say('  ', paint('red', `- ${exclude.line}`));
}

function asJson({ removals, data, traces, left }: UninstallPlan, changed: boolean, dryRun: boolean): object {
  const { privateDir: _, ...home } = data ?? {};
  return {
    changed,
    dryRun,
    files: removals.map(({ scope, file, how, after }) => ({ file: file.path, scope, how, removed: after === null })),
    data: data === undefined ? null : { ...home, stays: data.stays ?? null },
    traces: traces.map(({ path, what, line }) => ({ path, what, line: line?.line ?? null })),
    left,
  };
}
