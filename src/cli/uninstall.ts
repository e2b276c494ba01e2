// What `dk uninstall claude` says and does, once its words are understood.
import { join } from 'node:path';
import type { HomeData, Removal, UninstallPlan } from '../install/install.ts';
import { counted } from '../text/text.ts';
import { realWorld, standpoint } from '../wire/wire.ts';
import { type InstallOptions, mayGoOn, refuseUnasked, scopeOf, tellFile } from './show-first.ts';
import { paint, type Terminal } from './terminal.ts';

export async function uninstall(options: InstallOptions, terminal: Terminal): Promise<void> {
  refuseUnasked(options);
  const { planUninstall, carryOutUninstall, lookAtData, removeData, readNotes } = await import('../install/install.ts');
  const at = standpoint();
  const world = await realWorld();
  const plan = await planUninstall(world, at, scopeOf(options));
  const { found } = plan;
  const data = options.data === true && found !== undefined ? await lookAtData(world, found) : undefined;
  const removesData = data !== undefined && data.stays === undefined;
  const isChange = plan.removals.length > 0 || removesData;
  if (options.json !== true) tell(plan, data, options.data === true, terminal);
  const goes =
    isChange &&
    (options.json === true ? options.yes === true && options.dryRun !== true : await mayGoOn(options, terminal));
  if (goes) {
    const notes = found === undefined ? [] : readNotes(world, found, at);
    carryOutUninstall(world, at, plan);
    if (removesData && found !== undefined) removeData(world, found, notes);
  }
  if (options.json === true) return terminal.json(asJson(plan.removals, data, goes, options.dryRun === true));
  if (!goes) return;
  terminal.say(
    paint('bold', 'Done. '),
    'Sessions that are open now may still try our hooks until they end; that does no harm.',
  );
  if (found !== undefined && !removesData)
    terminal.say(`What was remembered is still in ${found.home}. \`dk install claude\` takes it up again.`);
}

function tell(
  { removals, found, others, plugin }: UninstallPlan,
  data: HomeData | undefined,
  wantsData: boolean,
  terminal: Terminal,
): void {
  if (removals.length === 0)
    terminal.say(
      `None of our hooks were found ${others.length === 0 ? 'for this project' : 'here'}. There is nothing to take out.`,
    );
  for (const { scope, file } of others)
    terminal.say(
      `Our hooks are ${removals.length === 0 ? '' : 'also '}in ${file.path}; \`dk uninstall claude --${scope}\` takes them out there.`,
    );
  if (plugin !== undefined)
    terminal.say(`Our plugin is on (${plugin.file.path}); \`claude plugin uninstall dreamkeeper\` takes it out.`);
  for (const removal of removals) tellRemoval(removal, terminal);
  if (wantsData && found === undefined) terminal.say('There is no home here.');
  if (data === undefined) return;
  const open = data.uncommitted === 0 ? '' : `, ${counted(data.uncommitted, 'file')} in no commit`;
  const size = `${counted(data.dreams, 'dream')}, ${counted(data.commits, 'commit')}${open}`;
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

function asJson(removals: readonly Removal[], data: HomeData | undefined, changed: boolean, dryRun: boolean): object {
  return {
    changed,
    dryRun,
    files: removals.map(({ scope, file, how, after }) => ({ file: file.path, scope, how, removed: after === null })),
    data: data === undefined ? null : { ...data, stays: data.stays ?? null },
  };
}
