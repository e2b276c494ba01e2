// What the operator's own `config.yaml` may say: all that costs money, runs programs or leaves the machine.
import { z } from 'zod';

/** Keys are never written down here, only where they are kept. */
const keyReference = z
  .string()
  .regex(
    /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/u,
    '`env:NAME` or `file:PATH`; the key itself does not belong into a file',
  );

const provider = z.strictObject({ url: z.url({ protocol: /^https?$/u }), key: keyReference.optional() });

export const operatorSchema = z.strictObject({
  format: z.literal(1).optional(),
  providers: z.record(z.string(), provider).optional(),
  commands: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
  budget: z
    .strictObject({
      usd_per_day: z.number().min(0).optional(),
      calls_per_day: z.number().int().min(0).optional(),
      tokens_per_day: z.number().int().min(0).optional(),
    })
    .optional(),
  remotes: z.record(z.string(), z.string().min(1)).optional(),
  secrets: z.strictObject({ allow: z.array(z.string().min(1).max(500)).max(1000).optional() }).optional(),
});

export type OperatorSettings = z.infer<typeof operatorSchema>;
