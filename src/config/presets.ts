// Providers and programs that people know by name: what `dk models use` writes into the operator's settings for each.
import type { OperatorSettings } from './operator-schema.ts';

type Provider = NonNullable<OperatorSettings['providers']>[string];

export interface Preset {
  readonly provider?: Provider;
  readonly argv?: readonly string[];
  /** The model that is taken if none is named. */
  readonly model?: string;
  readonly about: string;
}

export const presets: Readonly<Record<string, Preset>> = {
  openrouter: {
    provider: { url: 'https://openrouter.ai/api/v1', key: 'env:OPENROUTER_API_KEY' },
    model: 'inception/mercury-2',
    about: 'many models, one key',
  },
  openai: {
    provider: { kind: 'responses', url: 'https://api.openai.com/v1', key: 'env:OPENAI_API_KEY' },
    about: "OpenAI's own",
  },
  anthropic: {
    provider: { kind: 'anthropic', url: 'https://api.anthropic.com/v1', key: 'env:ANTHROPIC_API_KEY' },
    about: "Anthropic's own",
  },
  ollama: { provider: { url: 'http://127.0.0.1:11434/v1' }, about: 'on this machine' },
  lmstudio: { provider: { url: 'http://127.0.0.1:1234/v1' }, about: 'on this machine' },
  llamacpp: { provider: { url: 'http://127.0.0.1:8080/v1' }, model: 'default', about: 'llama-server on this machine' },
  vllm: { provider: { url: 'http://127.0.0.1:8000/v1' }, about: 'on this machine' },
  // How they are started is in known-programs.ts; here stands what an operator may change.
  claude: { argv: ['claude', '-p', '--model', 'haiku'], about: 'Claude Code, with the plan you have' },
  codex: { argv: ['codex', 'exec', '-'], about: 'Codex, with the plan you have' },
  llm: { argv: ['llm'], about: 'the program `llm`, with its own default model' },
};
