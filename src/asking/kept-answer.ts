// An answer of a model as it lies in a draft: kept before it is read, because it is paid for.
import { z } from 'zod';
import { forms } from '../config/config.ts';

export const keptAnswer = z.object({
  v: z.literal(1),
  prompt: z.string(),
  code: z.string(),
  form: z.enum(forms),
  text: z.string(),
});
export type KeptAnswer = Readonly<z.infer<typeof keptAnswer>>;

export function parseKept(bytes: Uint8Array | undefined): KeptAnswer | undefined {
  if (bytes === undefined) return undefined;
  try {
    return keptAnswer.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data;
  } catch {
    // Kept by an earlier version, or torn: it is asked for again.
    return undefined;
  }
}
