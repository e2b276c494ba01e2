// Who turns texts into vectors: the table that comes with the package, nobody, or an address that the operator set up and chose.
import { keyPlace, ownOf } from './choose-model.ts';
import type { KeyPlace } from './model-source.ts';
import type { OperatorSettings } from './operator-schema.ts';

export type EmbedSource =
  | { readonly kind: 'table' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'http';
      readonly provider: string;
      readonly model: string;
      readonly url: string;
      readonly key: KeyPlace | undefined;
      /** Milliseconds for one call. */
      readonly limit: number;
    };

/** A person waits for the answer. */
const usualSeconds = 10;

/** What a person calls it: `table`, `none`, or `provider/model`. */
export function nameOfEmbedder(source: EmbedSource): string {
  return source.kind === 'http' ? `${source.provider}/${source.model}` : source.kind;
}

/** The one that the operator chose, or why it cannot be meant. Nothing is sent anywhere unless they chose so. */
export function embedderIn({ embedder, providers }: OperatorSettings): EmbedSource | string {
  const name = embedder?.model ?? 'table';
  if (name === 'table' || name === 'none') return { kind: name };
  const slash = name.indexOf('/');
  const provider = name.slice(0, Math.max(0, slash));
  const model = name.slice(slash + 1);
  const settings = ownOf(providers, provider);
  if (settings === undefined || model === '')
    return 'it has to be `table`, `none`, or one of your providers with a slash and a model';
  if (settings.kind === 'anthropic') return 'providers of the kind `anthropic` have no embeddings';
  if (settings.models !== undefined && !settings.models.includes(model))
    return `of ${provider} only ${settings.models.join(', ')} may be asked`;
  const limit = (embedder?.seconds ?? usualSeconds) * 1000;
  return { kind: 'http', provider, model, url: settings.url, key: keyPlace(settings.key), limit };
}
