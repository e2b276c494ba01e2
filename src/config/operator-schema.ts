// What the operator's own `config.yaml` may say: all that costs money, runs programs or leaves the machine.
import * as z from 'zod';
import { askedActs } from './act-names.ts';
import { forms } from './model-source.ts';

/** Keys are never written down here, only where they are kept. */
const keyReference = z
  .string()
  .regex(
    /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/u,
    '`env:NAME` or `file:PATH`; the key itself does not belong into a file',
  );

/** Names stand before the first slash of a model's name. */
const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/u, 'lower-case letters, digits, - and _')
  .refine((given) => given !== 'builtin', '`builtin` is the one without a provider');
const modelName = z.string().regex(/^[^\s\p{C}]{1,200}$/u, 'a name without blanks');
const cost = z.number().min(0);
const count = z.number().int().min(0);

const provider = z.strictObject({
  kind: z.enum(['chat', 'responses', 'anthropic']).optional(),
  url: z.url({ protocol: /^https?$/u, error: 'an address such as http://127.0.0.1:11434/v1' }),
  key: keyReference.optional(),
  /** Only these may be named, by whomever; any if there is no list. */
  models: z.array(modelName).optional(),
  stream: z.boolean().optional(),
  form: z.enum(forms).optional(),
  /** US dollars for a million tokens; for the budget, where the provider does not say what a call cost. */
  price: z.strictObject({ input: cost, output: cost }).optional(),
});

/** Limits count failed calls, too. What is not set has the default that docs/models.md lists. */
const budget = z.strictObject({
  usd_per_night: cost.optional(),
  usd_per_day: cost.optional(),
  calls_per_night: count.optional(),
  calls_per_day: count.optional(),
  tokens_per_night: count.optional(),
  tokens_per_day: count.optional(),
  seconds_per_call: z.number().positive().max(300).optional(),
  seconds_per_night: count.optional(),
  seconds_per_day: count.optional(),
  bytes_per_night: count.optional(),
  bytes_per_day: count.optional(),
  /** A waking run on our own tool loop; a day has room for twelve of them. */
  usd_per_run: cost.optional(),
  calls_per_run: count.optional(),
  tokens_per_run: count.optional(),
  seconds_per_run: count.optional(),
  bytes_per_run: count.optional(),
});

/** Found on the PATH, or by its full path: what a relative one means depends on who runs it where. */
const command = z
  .array(z.string().regex(/^[^\0]*$/u, 'plain text'))
  .min(1)
  .refine(([program]) => program !== '', 'a program by its name or full path')
  .refine(([program = '']) => !program.includes('/') || program.startsWith('/'), 'a program by its name or full path');

/** As in the home's settings: `30s`, `10m`, `2h`, `1h30m`; a bare number is milliseconds. */
const duration = z.union([
  z.number().min(1),
  z.string().regex(/^\s*(?:\d+(?:ms|s|m|h|d)\s*)+$/u, 'a duration such as 30s, 10m, 2h or 1h30m'),
]);

/** Who wakes when the keeper says so: our own tool loop on the model of the act `work`, or somebody else's program. */
const runner = z.strictObject({
  kind: z.enum(['builtin', 'command']).optional(),
  command: command.optional(),
  /** How the program gets the wake pack: on its standard input, or in a file named by DREAMKEEPER_PACK. */
  pack: z.enum(['stdin', 'file']).optional(),
  limit: duration.optional(),
  /** Variables it gets although a model of ours has its key there. */
  env: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, 'the name of a variable'))
    .max(50)
    .optional(),
});

const tiers = { default: modelName.optional(), dreaming: modelName.optional() };

export const operatorSchema = z.strictObject({
  format: z.literal(1).optional(),
  providers: z.record(name, provider).optional(),
  commands: z.record(name, command).optional(),
  model: z
    .strictObject({
      ...tiers,
      /** Whose models a home means that names one without its provider. */
      provider: name.optional(),
      acts: z.partialRecord(z.enum(askedActs), modelName).optional(),
      agents: z.record(z.string(), z.strictObject(tiers)).optional(),
    })
    .optional(),
  budget: budget.optional(),
  /** For every home, or for agents by their names. */
  runner: runner.extend({ agents: z.record(z.string(), runner).optional() }).optional(),
  /** The homes (or their projects) that `dk keep` keeps if it is told none. */
  homes: z.array(z.string().startsWith('/', 'a full path')).max(10_000).optional(),
  /** Homes that may be written although they are somebody else's: all, or those in these folders. `home/owner.ts` reads it, too. */
  owners: z
    .union(
      [z.literal('allow'), z.array(z.string().startsWith('/', 'a full path')).max(1000)],
      '`allow`, or a list of full paths',
    )
    .optional(),
  /** Whether the verdicts of dreams that were not written here are carried out: in every home, or in these (or their projects). */
  rem: z
    .strictObject({
      foreign: z
        .union(
          [z.enum(['advise', 'apply']), z.array(z.string().startsWith('/', 'a full path')).max(1000)],
          '`advise`, `apply`, or a list of full paths',
        )
        .optional(),
    })
    .optional(),
  remotes: z.record(z.string(), z.string().min(1)).optional(),
  secrets: z.strictObject({ allow: z.array(z.string().min(1).max(500)).max(1000).optional() }).optional(),
});

export type OperatorSettings = z.infer<typeof operatorSchema>;
