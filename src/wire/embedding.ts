// Texts as vectors: the hands that it takes, each loaded by whoever needs it.
import type { EmbedSource } from '../config/config.ts';
import type { EmbedOutcome, EmbedRequest, Standpoint, World } from '../world/world.ts';

/** Vectors of 64 texts from the largest models there are, in figures. */
const mostBytes = 32 * 1024 * 1024;

/** The table is read when it is first needed, and once for all that follows. */
export function embedIn(env: Standpoint['env']): World['embed'] {
  let meaning: Promise<ReturnType<typeof import('../recall/recall.ts').meaningBy>> | undefined;
  return async (source: EmbedSource, request: EmbedRequest): Promise<EmbedOutcome> => {
    const { embedTexts, neighbourTable } = await import('../embed/embed.ts');
    return embedTexts(source, request, {
      meaning: () => {
        meaning ??= import('../recall/recall.ts').then((recall) =>
          recall.meaningBy(recall.neighboursIn(neighbourTable())),
        );
        return meaning;
      },
      post: async (path, body, signal) => {
        if (source.kind !== 'http') return { kind: 'failed', reason: 'none', status: null };
        const { url, key, limit } = source;
        const limits = { total: limit, idle: limit, bytes: mostBytes };
        const { postJson } = await import('../models/models.ts');
        return postJson({ url, path, key, body, limits, signal }, { env });
      },
    });
  };
}
