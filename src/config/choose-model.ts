// Which model an act is done with, and who decided that. The first that says something, and can be meant, wins.
import type { ModelAct } from './act-names.ts';
import type { HomeSettings } from './home-schema.ts';
import { type KeyPlace, type ModelSource, nameOfSource } from './model-source.ts';
import type { OperatorSettings } from './operator-schema.ts';

export interface ChoiceContext {
  readonly home: HomeSettings;
  readonly operator: OperatorSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly agent: string;
  /** What `:MODEL:` in the agent's own definition says; it works, and never dreams. */
  readonly declared: string | undefined;
}

export interface ChosenModel {
  readonly act: ModelAct;
  /** As people call it, and as it stands in a dream's header. */
  readonly name: string;
  readonly source: ModelSource;
  /** Who said so, in words. */
  readonly by: string;
  /** Who said something before that could not be used, and why. */
  readonly passedOver: readonly string[];
}

/**
 * In this order: the environment (it is the operator's), the operator's word for this act; then, for sleep, the cheaper tier `dreaming`
 * before the tier `default`, and in each the agent before its home before the operator. Nobody said anything: no model is asked at all. A
 * key that lies in the environment decides nothing. `:MODEL:` in agent.org is for work alone: whoever did the work does not dream of it.
 */
export function chooseModel(act: ModelAct, context: ChoiceContext): ChosenModel {
  const passedOver: string[] = [];
  for (const [name, by] of wishes(act, context)) {
    if (name === undefined || name === '') continue;
    const meant = sourceNamed(name, context.operator);
    if (typeof meant !== 'string') return { act, name: nameOfSource(meant), source: meant, by, passedOver };
    passedOver.push(`${by} asks for \`${name}\`: ${meant}`);
  }
  const nobody = 'you have not chosen a model; `dk models use` chooses one';
  return { act, name: 'builtin', source: { kind: 'builtin' }, by: nobody, passedOver };
}

type Wish = readonly [name: string | undefined, by: string];

function wishes(act: ModelAct, { home, operator, env, agent, declared }: ChoiceContext): Wish[] {
  const own = home.agents?.find(({ id }) => id === agent)?.model;
  const operators = operator.model;
  const tier = (which: 'dreaming' | 'default'): Wish[] => [
    [tierOf(own, which), `dreamkeeper.yaml (agents: ${agent}, model.${which})`],
    [which === 'default' && act === 'work' ? declared : undefined, 'agent.org (:MODEL:)'],
    [tierOf(home.model, which), `dreamkeeper.yaml (model.${which})`],
    [ownOf(operators?.agents, agent)?.[which], `the operator's config.yaml (model.agents.${agent}.${which})`],
    [operators?.[which], `the operator's config.yaml (model.${which})`],
  ];
  const inEnv = (name: string): Wish => [env[name], `${name} in the environment`];
  if (act === 'work') return [inEnv('DREAMKEEPER_MODEL'), ...tier('default')];
  return [
    inEnv('DREAMKEEPER_DREAM_MODEL'),
    inEnv('WB_DREAM_MODEL'),
    [operators?.acts?.[act], `the operator's config.yaml (model.acts.${act})`],
    ...tier('dreaming'),
    ...tier('default'),
  ];
}

/** `model: name` is the tier `default`. */
function tierOf(model: HomeSettings['model'], which: 'dreaming' | 'default'): string | undefined {
  if (typeof model === 'string') return which === 'default' ? model : undefined;
  return model?.[which];
}

/** The source a name stands for, or why it cannot be meant. Only what the operator set up can. */
export function sourceNamed(name: string, operator: OperatorSettings): ModelSource | string {
  if (name === 'builtin' || name === 'none') return { kind: 'builtin' };
  const argv = ownOf(operator.commands, name);
  if (argv !== undefined) return { kind: 'command', provider: name, argv };
  const slash = name.indexOf('/');
  const prefix = slash === -1 ? '' : name.slice(0, slash);
  const direct = ownOf(operator.providers, prefix);
  const [provider, model] = direct !== undefined ? [prefix, name.slice(slash + 1)] : [operator.model?.provider, name];
  const settings = provider === undefined ? undefined : ownOf(operator.providers, provider);
  if (provider === undefined || settings === undefined) {
    return Object.keys(operator.providers ?? {}).length === 0
      ? 'no provider is set up; `dk models use` sets one up'
      : `it has to begin with one of ${Object.keys(operator.providers ?? {}).join(', ')} and a slash, or \`model.provider\` in your config.yaml says whose it is`;
  }
  if (model === '') return 'it names a provider, and no model of it';
  if (settings.models !== undefined && !settings.models.includes(model))
    return `of ${provider} only ${settings.models.join(', ')} may be asked (\`models\` in your config.yaml)`;
  return {
    kind: settings.kind ?? 'chat',
    provider,
    model,
    url: settings.url,
    key: keyPlace(settings.key),
    isStreamed: settings.stream ?? false,
    form: settings.form ?? 'schema',
    price: settings.price,
  };
}

/** What somebody set up under this name; not what every object has. */
export function ownOf<Value>(all: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return all !== undefined && Object.hasOwn(all, name) ? all[name] : undefined;
}

export function keyPlace(reference: string | undefined): KeyPlace | undefined {
  if (reference === undefined) return undefined;
  return reference.startsWith('env:') ? { env: reference.slice(4) } : { file: reference.slice(5) };
}
