// What `dk uninstall` says, before it asks and afterwards.
import { counted } from '../text/text.ts';
import { planUninstall, type Uninstalled, uninstall } from '../verbs/verbs.ts';
import { type InstallOptions, mayGoOn, refuseUnasked, scopeOf, tellLines } from './show-first.ts';
import { paint, type Terminal } from './terminal.ts';

export async function runUninstall(harness: string, options: InstallOptions, terminal: Terminal): Promise<void> {
  refuseUnasked(options);
  const at = terminal.standpoint();
  const request = { harness, scope: scopeOf(options), data: options.data };
  if (options.json === true)
    return terminal.json(await (options.dryRun === true ? planUninstall(at, request) : uninstall(at, request)));
  const plan = await planUninstall(at, request);
  const { files, data, traces, home } = plan;
  const removesData = data?.stays === null;
  tell(harness, plan, terminal, {
    wantsData: options.data === true,
    isExact: options.show === true || options.dryRun === true,
  });
  if (files.length === 0 && !removesData && traces.length === 0) return;
  if (!(await mayGoOn(options, terminal))) return;
  await uninstall(at, { ...request, shown: plan });
  terminal.say(
    paint('bold', 'Done. '),
    ...(files.length === 0
      ? []
      : ['Sessions that are open now may still try our hooks until they end; that does no harm.']),
  );
  if (home !== null && !removesData)
    terminal.say(`What was remembered is still in ${home}. \`dk install ${harness}\` takes it up again.`);
}

function tell(
  harness: string,
  { files, others, plugin, data, traces, left }: Uninstalled,
  terminal: Terminal,
  { wantsData, isExact }: { readonly wantsData: boolean; readonly isExact: boolean },
): void {
  const hasMore = data?.stays === null || traces.length > 0;
  if (files.length === 0)
    terminal.say(
      `None of our hooks were found ${others.length === 0 ? 'for this project' : 'here'}.${hasMore ? '' : ' There is nothing to remove.'}`,
    );
  for (const { scope, file } of others)
    terminal.say(
      `Our hooks are ${files.length === 0 ? '' : 'also '}in ${file}; \`dk uninstall ${harness} --${scope}\` takes them out there.`,
    );
  if (plugin !== null) terminal.say(`Our plugin is on (${plugin.file}); \`${plugin.uninstall}\` takes it out.`);
  for (const each of files) tellFile(each, terminal, isExact);
  if (wantsData && data === null) terminal.say('There is no home here.');
  if (data !== null) tellData(data, terminal);
  for (const { path, what, line } of traces) {
    terminal.say(paint('bold', path), `  (${what})`);
    tellLines([{ sign: '-', text: line ?? 'all of it' }], terminal);
  }
  if (left.length > 0) terminal.say('This stays as it is:');
  for (const { path, what, how } of left) terminal.say(`  ${path}  (${what})  ${how}`);
}

function tellData(
  { home, dreams, commits, uncommitted, stays }: NonNullable<Uninstalled['data']>,
  terminal: Terminal,
): void {
  const open = uncommitted === 0 ? '' : `, ${counted(uncommitted ?? 0, 'file')} in no commit`;
  const size =
    commits === null
      ? 'damaged, so its content cannot be counted'
      : `${counted(dreams, 'dream')}, ${counted(commits, 'commit')}${open}`;
  if (stays !== null) return terminal.say(`The home ${home} (${size}) stays: ${stays}`);
  terminal.say(paint('bold', home), `  (the home: ${size})`);
  tellLines([{ sign: '-', text: 'all of it, for good' }], terminal);
}

function tellFile(
  { file, scope, how, isEdited, removed, changes, exclude, skill }: Uninstalled['files'][number],
  terminal: Terminal,
  isExact: boolean,
): void {
  if (skill !== null) {
    terminal.say(paint('bold', skill), '  (our skill)');
    tellLines([{ sign: '-', text: 'all of it' }], terminal);
  }
  if (changes.length === 0 && exclude === null) return;
  const why =
    how === 'restored' ? 'as it was before us' : isEdited ? 'it was edited since; only our hooks go' : 'our hooks go';
  terminal.say(
    paint('bold', file),
    `  (${scope}: ${removed ? 'there was no such file before us, and it goes' : why}${isExact ? '' : '; `--show` for the diff'})`,
  );
  if (isExact) tellLines(changes, terminal);
  if (exclude === null) return;
  terminal.say(paint('bold', exclude.file));
  tellLines([{ sign: '-', text: exclude.line }], terminal);
}
