// What the operator's own `config.yaml` may say: all that costs money, runs programs or leaves the machine.
import { z } from 'zod';
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
});

/** Found on the PATH, or by its full path: what a relative one means depends on who runs it where. */
const command = z
  .array(
    z
      .string()
      .min(1)
      .regex(/^[^\0]*$/u, 'plain text'),
  )
  .min(1)
  .refine(([program = '']) => !program.includes('/') || program.startsWith('/'), 'a program by its name or full path');

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
      acts: z.strictObject({ dream: modelName.optional(), daydream: modelName.optional() }).optional(),
      agents: z.record(z.string(), z.strictObject(tiers)).optional(),
    })
    .optional(),
  budget: budget.optional(),
  remotes: z.record(z.string(), z.string().min(1)).optional(),
  secrets: z.strictObject({ allow: z.array(z.string().min(1).max(500)).max(1000).optional() }).optional(),
});

export type OperatorSettings = z.infer<typeof operatorSchema>;
