// A model that can be asked, as its operator set it up. Data only: who it is and where, never its key.

/** Where a key is kept; never the key itself. */
export type KeyPlace = { readonly env: string } | { readonly file: string };

/** How much form a provider can be asked for, the strictest first. */
export const forms = ['schema', 'json', 'text'] as const;
export type Form = (typeof forms)[number];

export type ModelSource = BuiltinSource | HttpSource | CommandSource;

export interface BuiltinSource {
  readonly kind: 'builtin';
}

export interface HttpSource {
  /** `chat` is OpenAI's older form, which nearly everybody speaks; `responses` its newer one. */
  readonly kind: 'chat' | 'responses' | 'anthropic';
  readonly provider: string;
  readonly model: string;
  readonly url: string;
  readonly key: KeyPlace | undefined;
  readonly isStreamed: boolean;
  /** The form to begin with; if the provider does not take it, the next is tried. */
  readonly form: Form;
  readonly price: Price | undefined;
}

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

export interface CommandSource {
  readonly kind: 'command';
  readonly provider: string;
  readonly argv: readonly string[];
}

/** What a person calls it: `provider/model`, the name of a command, or `builtin`. */
export function nameOfSource(source: ModelSource): string {
  if (source.kind === 'builtin') return 'builtin';
  return source.kind === 'command' ? source.provider : `${source.provider}/${source.model}`;
}
