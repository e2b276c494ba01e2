// A model asked in a test: sources that point at a server of the test, requests with short patience.
import type { HttpSource, ModelSource } from '../../src/config/config.ts';
import {
  askModel,
  type CallLimits,
  type ModelOutcome,
  type ModelRequest,
  type Outside,
} from '../../src/models/models.ts';
import type { Wire } from './shapes.ts';

/** A key nobody else has; it must never be read in any message. */
export const key = 'sk-test-0123456789abcdef/THE+KEY';
export const env: Readonly<Record<string, string>> = { TEST_KEY: key, PATH: process.env.PATH ?? '' };

export function sourceAt(url: string, kind: Wire, isStreamed: boolean, more: Partial<HttpSource> = {}): HttpSource {
  const place = { provider: 'acme', model: 'dreamer-1', url, key: { env: 'TEST_KEY' } };
  return { kind, isStreamed, ...place, form: 'schema', price: undefined, ...more };
}

/** Somebody who can be asked. */
export interface Model {
  ask(request: ModelRequest): Promise<ModelOutcome>;
}

export function openModel(source: ModelSource, outside: Outside): Model {
  return { ask: (request) => askModel(source, request, outside) };
}

export const shortLimits: CallLimits = { total: 700, idle: 300, bytes: 64 * 1024 };
export const patientLimits: CallLimits = { ...shortLimits, total: 20_000, idle: 10_000 };

export function requestWith(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    ...{ system: 'You sleep.', prompt: 'What happened?', temperature: 0.8, maxTokens: 600, form: 'text' },
    ...{ schema: undefined, byRules: () => 'By rules.', limits: patientLimits, ...more },
  };
}

export function ask(source: HttpSource, more: Partial<ModelRequest> = {}): Promise<ModelOutcome> {
  return askModel(source, requestWith(more), { env, random: () => 'call-1' });
}
