// What the operator's own `config.yaml` may say: all that costs money, runs programs or leaves the machine.
import * as z from 'zod/mini';
import { askedActs } from './act-names.ts';
import { forms } from './model-source.ts';
import { count, durationFrom, modelName, section, words } from './setting-parts.ts';

/** Keys are never written down here, only where they are kept. */
const keyReference = z
  .string()
  .check(
    z.regex(
      /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/u,
      '`env:NAME` or `file:PATH`; the key itself does not belong into a file',
    ),
  );

/** Names stand before the first slash of a model's name. */
const name = z.string().check(
  z.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/u, 'lower-case letters, digits, - and _'),
  z.refine((given) => given !== 'builtin', '`builtin` is the one without a provider'),
);
const cost = z.number().check(z.minimum(0));

const provider = z.lazy(() =>
  z.strictObject({
    kind: z.optional(z.enum(['chat', 'responses', 'anthropic'])),
    url: z.url({ protocol: /^https?$/u, error: 'an address such as http://127.0.0.1:11434/v1' }),
    key: z.optional(keyReference),
    /** Only these may be named, by whomever; any if there is no list. */
    models: z.optional(z.array(modelName)),
    stream: z.optional(z.boolean()),
    form: z.optional(z.enum(forms)),
    /** US dollars for a million tokens; for the budget, where the provider does not say what a call cost. */
    price: z.optional(z.strictObject({ input: cost, output: cost })),
  }),
);

/** Limits count failed calls, too. What is not set has the default that docs/models.md lists. */
const budget = z.lazy(() =>
  section({
    usd_per_night: cost,
    usd_per_day: cost,
    calls_per_night: count,
    calls_per_day: count,
    tokens_per_night: count,
    tokens_per_day: count,
    seconds_per_call: z.number().check(z.positive(), z.maximum(300)),
    seconds_per_night: count,
    seconds_per_day: count,
    bytes_per_night: count,
    bytes_per_day: count,
    /** A waking run on our own tool loop; a day has room for twelve of them. */
    usd_per_run: cost,
    calls_per_run: count,
    tokens_per_run: count,
    seconds_per_run: count,
    bytes_per_run: count,
  }),
);

/** Found on the PATH, or by its full path: what a relative one means depends on who runs it where. */
const command = z.array(z.string().check(z.regex(/^[^\0]*$/u, 'plain text'))).check(
  z.minLength(1),
  z.refine(([program]) => program !== '', 'a program by its name or full path'),
  z.refine(([program = '']) => !program.includes('/') || program.startsWith('/'), 'a program by its name or full path'),
);

/** Who wakes when the keeper says so: our own tool loop on the model of the act `work`, or somebody else's program. */
const runner = () =>
  section({
    kind: z.enum(['builtin', 'command']),
    command,
    /** How the program gets the wake pack: on its standard input, or in a file named by DREAMKEEPER_PACK. */
    pack: z.enum(['stdin', 'file']),
    limit: durationFrom(1),
    /** Variables it gets although a model of ours has its key there. */
    env: z
      .array(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, 'the name of a variable')))
      .check(z.maxLength(50)),
  });

const tiers = { default: modelName, dreaming: modelName };
const fullPaths = (most: number) =>
  z.array(z.string().check(z.startsWith('/', 'a full path'))).check(z.maxLength(most));

export const operatorSchema = section({
  format: z.literal(1),
  providers: z.record(name, provider),
  commands: z.record(name, command),
  model: section({
    ...tiers,
    /** Whose models a home means that names one without its provider. */
    provider: name,
    acts: z.partialRecord(z.enum(askedActs), modelName),
    agents: z.record(z.string(), section(tiers)),
  }),
  budget,
  /** Who turns texts into vectors for recall: `table`, `none`, or `provider/model`; and how long one call may take. */
  embedder: section({ model: modelName, seconds: z.number().check(z.positive(), z.maximum(60)) }),
  /** For every home, or for agents by their names. */
  runner: z.lazy(() => z.extend(runner(), { agents: z.optional(z.record(z.string(), runner())) })),
  /** The homes (or their projects) that `dk keep` keeps if it is told none. */
  homes: fullPaths(10_000),
  /** Homes that may be written although they are somebody else's: all, or those in these folders. `home/owner.ts` reads it, too. */
  owners: z.union([z.literal('allow'), fullPaths(1000)], '`allow`, or a list of full paths'),
  /** Whether the verdicts of dreams that were not written here are carried out: in every home, or in these (or their projects). */
  rem: section({
    foreign: z.union([z.enum(['advise', 'apply']), fullPaths(1000)], '`advise`, `apply`, or a list of full paths'),
  }),
  /** What agents may do over MCP besides what they always may. */
  mcp: section({ undo: z.boolean() }),
  remotes: z.record(z.string(), z.string().check(z.minLength(1))),
  secrets: section({ allow: words(1000, 500) }),
});

export type OperatorSettings = z.infer<typeof operatorSchema>;
