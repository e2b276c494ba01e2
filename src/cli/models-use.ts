// `dk models use`: a model chosen, in the operator's own settings and nowhere else.
import { basename, dirname, resolve } from 'node:path';
import { type ModelSource, type ModelWish, ownOf, presets, sourceNamed, startOf, withModel } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { lineChanges } from '../verbs/verbs.ts';
import { openHome, openModels, realWorld, refuseOthersPlaces } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { tellProgram } from './program-told.ts';
import { paint, type Terminal } from './terminal.ts';

export interface UseOptions {
  readonly url?: string;
  readonly key?: string;
  readonly kind?: 'chat' | 'responses' | 'anthropic';
  readonly for: ModelWish['tier'];
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export async function useModel(
  name: string,
  command: readonly string[],
  options: UseOptions,
  terminal: Terminal,
): Promise<void> {
  const at = terminal.standpoint();
  const [world, { openOperator, whyNotReady }] = await Promise.all([realWorld(at.env, at.complain), openModels()]);
  const { file, bytes, settings } = openOperator(world, at);
  const wish = wishFor(name, command, options, settings, at.cwd);
  const written = withModel(bytes, file, wish);
  const isNew = bytes === undefined || !Buffer.from(bytes).equals(written);
  if (options.dryRun !== true && isNew) {
    await refuseOthersPlaces([dirname(file)], at);
    world.files.makeFolder(dirname(file), true);
    const expect = world.files.hash(bytes);
    if (world.files.write(dirname(file), basename(file), written, { expect, mode: 0o600 }) !== 'written')
      throw new DreamkeeperError('E_CHANGED_MEANWHILE', `${printSafe(file)} changed while it was being edited`, {
        hint: 'Your file is as the other writer left it. Run the command again.',
      });
  }
  const { settings: after } = options.dryRun === true ? { settings } : openOperator(world, at);
  const source = sourceNamed(wish.chosen, after);
  const missing = typeof source === 'string' ? undefined : await whyNotReady(source, at);
  const program = wish.setUp?.argv === undefined ? undefined : startOf(wish.setUp.argv);
  if (options.json === true)
    return terminal.json({
      ...{ file, chosen: wish.chosen, for: wish.tier, isChanged: isNew, missing: missing ?? null },
      program: program ?? null,
    });
  for (const { sign, text } of lineChanges(Buffer.from(bytes ?? []).toString(), written.toString()))
    terminal.say(paint(sign === '+' ? 'green' : 'red', `${sign} ${text}`));
  terminal.say(
    isNew ? `${options.dryRun === true ? 'Would write' : 'Written to'} ${file}.` : `${file} says so already.`,
  );
  if (program !== undefined) tellProgram(program, terminal);
  if (missing !== undefined) terminal.say(paint('yellow', `Not ready yet: ${missing}.`));
  if (typeof source === 'object' && isOpenLetter(source))
    terminal.say(paint('yellow', 'The address is plain http: key and facts travel unencrypted.'));
  const other = await otherHere(wish, at);
  if (other !== undefined) terminal.say(paint('yellow', other));
  terminal.hint(paint('dim', '`dk models` shows what each act uses; `dk models test` asks once.'));
}

/** Somebody closer to this home may have said otherwise. */
async function otherHere({ chosen, tier }: ModelWish, at: Standpoint): Promise<string | undefined> {
  if (tier === 'default' || tier === 'daydream') return undefined;
  try {
    const [opened, { chosenFor }] = await Promise.all([openHome(at), openModels()]);
    const { name, by } = chosenFor('dream', opened, at);
    return name === chosen ? undefined : `In this home ${by} wins: dreams use ${name}.`;
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    // No home here, or none that can be read: then nobody says otherwise.
    return undefined;
  }
}

function isOpenLetter(source: ModelSource): boolean {
  if (source.kind === 'builtin' || source.kind === 'command' || !source.url.startsWith('http:')) return false;
  return !/^http:\/\/(?:localhost|127\.|\[::1\])/u.test(source.url);
}

/** What a name means here: something set up already, something known, or something new that is told of on the line. */
function wishFor(
  name: string,
  command: readonly string[],
  { url, key, kind, for: tier }: UseOptions,
  settings: Parameters<typeof sourceNamed>[1],
  cwd: string,
): ModelWish {
  if (name === 'builtin') return { chosen: 'builtin', tier };
  const [given = '', ...rest] = name.split('/');
  if (command.length > 0) return { setUp: { name: given, argv: fromHere(command, cwd) }, chosen: given, tier };
  const preset = ownOf(presets, given);
  const before = ownOf(settings.providers, given) ?? preset?.provider;
  const argv = ownOf(settings.commands, given) ?? (before === undefined ? preset?.argv : undefined);
  if (argv !== undefined && url === undefined) {
    if (rest.length > 0)
      throw usage(
        `${given} is a program; name its model as its own option: \`dk models use ${given} -- ${argv.join(' ')} …\``,
      );
    return { setUp: { name: given, argv }, chosen: given, tier };
  }
  const model = rest.join('/') || preset?.model || '';
  if (before === undefined && url === undefined)
    throw usage(
      `\`${printSafe(oneLine(given, 40))}\` is none of ${Object.keys(presets).join(', ')}, and nothing of that name is set up`,
    );
  if (model === '') throw usage(`${given} needs a model behind a slash, such as ${given}/its-model`);
  // What is not said anew stays as it is.
  const said = { ...(kind === undefined ? {} : { kind }), ...(key === undefined ? {} : { key }) };
  const provider = { ...before, ...said, url: url ?? before?.url ?? '' };
  return { setUp: { name: given, provider }, chosen: `${given}/${model}`, tier };
}

/** A program of this folder is meant by where it is now, whoever runs it later. */
function fromHere([program = '', ...args]: readonly string[], cwd: string): string[] {
  return [program.includes('/') ? resolve(cwd, program) : program, ...args];
}

function usage(problem: string): DreamkeeperError {
  return new DreamkeeperError('E_USAGE', problem, {
    hint: 'Examples: `dk models use openrouter`, `dk models use ollama/llama3.2`, `dk models use mine/some-model --url http://…/v1`, `dk models use mine -- program its arguments`.',
  });
}
