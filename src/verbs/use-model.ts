// Use of a model: it is chosen, in the operator's own settings and nowhere else.
import { basename, dirname, resolve } from 'node:path';
import {
  type ModelSource,
  type ModelWish,
  type OperatorSettings,
  ownOf,
  presets,
  type StartedProgram,
  sourceNamed,
  startOf,
  withModel,
} from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { type Operator, openHome, openModels, realWorld, refuseOthersPlaces } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { fileChanges, type LineChange } from './line-changes.ts';

export interface UseRequest {
  /** `provider/model`, a program, or `builtin`. */
  readonly name: string;
  /** A program that reads the prompt on stdin, to go by that name. */
  readonly command?: readonly string[] | undefined;
  /** Where a provider is reached that is not known by name. */
  readonly url?: string | undefined;
  /** Where its key is: `env:NAME` or `file:PATH`. */
  readonly key?: string | undefined;
  readonly kind?: 'chat' | 'responses' | 'anthropic' | undefined;
  /** For what; for dreaming if nobody says. */
  readonly for?: ModelWish['tier'] | undefined;
  /** Says what would change, and changes nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface UsedModel {
  readonly file: string;
  readonly chosen: string;
  readonly for: ModelWish['tier'];
  /** False if the file says so already. */
  readonly isChanged: boolean;
  /** Why it could not be asked right now; null if it could. */
  readonly missing: string | null;
  /** How it is started, if it is a program. */
  readonly program: StartedProgram | null;
  /** The lines of the file that come and go. */
  readonly changes: readonly LineChange[];
  /** Key and facts would travel over plain http. */
  readonly isUnencrypted: boolean;
  /** What dreams here instead, and who closer to this home said so. */
  readonly other: { readonly name: string; readonly by: string } | null;
}

export async function useModel(at: Standpoint, request: UseRequest): Promise<UsedModel> {
  const [world, { openOperator, whyNotReady }] = await Promise.all([realWorld(at.env, at.complain), openModels()]);
  const { file, bytes, settings } = openOperator(world, at);
  const wish = wishFor(request, settings, at.cwd);
  const written = withModel(bytes, file, wish);
  const isChanged = bytes === undefined || !Buffer.from(bytes).equals(written);
  if (request.dryRun !== true && isChanged) {
    await refuseOthersPlaces([dirname(file)], at);
    world.files.makeFolder(dirname(file), true);
    const expect = world.files.hash(bytes);
    if (world.files.write(dirname(file), basename(file), written, { expect, mode: 0o600 }) !== 'written')
      throw new DreamkeeperError('E_CHANGED_MEANWHILE', `${printSafe(file)} changed while it was being edited`, {
        hint: 'Another program changed it, and that change stays. Run the command again.',
      });
  }
  // As it will be, also if nothing is written now.
  const operator = openOperator(world, at, written);
  const source = sourceNamed(wish.chosen, operator.settings);
  const { chosen, tier, setUp } = wish;
  return {
    file,
    chosen,
    for: tier,
    isChanged,
    missing: typeof source === 'string' ? null : ((await whyNotReady(source, at)) ?? null),
    program: setUp?.argv === undefined ? null : startOf(setUp.argv),
    changes: fileChanges(bytes, written),
    isUnencrypted: typeof source === 'object' && isOpenLetter(source),
    other: await otherHere(wish, at, operator),
  };
}

/** Somebody closer to this home may have said otherwise. */
async function otherHere({ chosen, tier }: ModelWish, at: Standpoint, operator: Operator): Promise<UsedModel['other']> {
  if (tier === 'default' || tier === 'daydream') return null;
  try {
    const [opened, { chosenFor }] = await Promise.all([openHome(at), openModels()]);
    const { name, by } = chosenFor('dream', opened, at, undefined, operator);
    return name === chosen ? null : { name, by };
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    // No home here, or none that can be read: then nobody says otherwise.
    return null;
  }
}

function isOpenLetter(source: ModelSource): boolean {
  if (source.kind === 'builtin' || source.kind === 'command' || !source.url.startsWith('http:')) return false;
  return !/^http:\/\/(?:localhost|127\.|\[::1\])/u.test(source.url);
}

/** What a name means here: something set up already, something known, or something new that is told of on the line. */
function wishFor(
  { name, command = [], url, key, kind, for: tier = 'dreaming' }: UseRequest,
  settings: OperatorSettings,
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
