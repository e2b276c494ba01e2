// What `dreamkeeper.yaml` may say. Every constant of the designs we implement has a key here, with the default they name.
import * as z from 'zod';

/** As people write it: `off` is plain text in YAML. */
const onOrOff = z.union([z.boolean(), z.enum(['on', 'off'])]).transform((said) => said === true || said === 'on');

const share = z.number().min(0).max(1);
const count = z.number().int().min(0);
const positive = z.number().int().min(1);

/** `30s`, `10m`, `2h`, `1d`, `1h30m`; a bare number is milliseconds. */
const duration = z.union([
  z.number().min(0),
  z.string().regex(/^\s*(?:\d+(?:ms|s|m|h|d)\s*)+$/u, 'a duration such as 30s, 10m, 2h or 1h30m'),
]);

/** Names become paths, so they are kept to what every filesystem and every shell takes for a plain word. */
export const agentName: z.ZodString = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/u,
    'lower-case letters, digits, - and _, starting and ending with a letter or digit',
  );

export const weights = z.strictObject({
  frequency: share.optional(),
  relevance: share.optional(),
  recency: share.optional(),
  diversity: share.optional(),
  consolidation: share.optional(),
});

/** One switch for curation (idle) and sweeps (heartbeat); `enable` and `enabled` are the same word in two seeds. */
export const dreaming = z.strictObject({
  enable: z.boolean().optional(),
  enabled: z.boolean().optional(),
  idle: z.boolean().optional(),
  sweep: z.boolean().optional(),
  idleMinutes: z.number().min(0).optional(),
  maxPerDay: count.optional(),
  prompt: z.string().max(20_000).optional(),
  tools: z.enum(['none', 'agent']).optional(),
  interval_secs: positive.optional(),
  min_score: share.optional(),
  min_recall_count: count.optional(),
  min_unique_queries: count.optional(),
  max_promotions_per_sweep: count.optional(),
  half_life_days: z.number().positive().optional(),
  dedupe: z.boolean().optional(),
  weights: weights.optional(),
});

export const heartbeat = z.strictObject({ enabled: z.boolean().optional(), interval: duration.optional() });

/** A model's *name* is home data; where it is reached and what it costs is the operator's. */
const modelName = z.string().regex(/^[^\s\p{C}]{1,200}$/u, 'a name without blanks');
const model = z.union([modelName, z.strictObject({ default: modelName.optional(), dreaming: modelName.optional() })]);

const rem = z.strictObject({
  min_interval: duration.optional(),
  daydream_interval: duration.optional(),
  commits: positive.optional(),
  board_chars: positive.optional(),
  steps: positive.optional(),
  previous_chars: positive.optional(),
  board_slice: z.enum(['digest', 'prefix']).optional(),
  checks: z.array(z.string().min(1).max(200)).max(200).optional(),
  keep: positive.optional(),
  keep_daydreams: positive.optional(),
  temperature: z.number().min(0).max(2).optional(),
  daydream_temperature: z.number().min(0).max(2).optional(),
  /** What becomes of the verdicts of a dream that came by clone or merge. A home may not say `apply`: that would come along. */
  foreign: z.enum(['advise', 'apply']).optional(),
});

const fatigue = z.strictObject({
  warning: positive.optional(),
  limit: positive.optional(),
  min_dream_interval: duration.optional(),
  quick_nap: duration.optional(),
  deep_sleep_every: positive.optional(),
  deep_sleep_pause: duration.optional(),
  keep_recent_messages: positive.optional(),
  max_context_chars: positive.optional(),
});

/** When it wakes, and how often. Without `continuous` a tick comes each `interval`; with it, a `breather` after the last one ended. */
const keeper = z.strictObject({
  interval: duration.optional(),
  continuous: z.boolean().optional(),
  breather: duration.optional(),
});

const path = z.string().regex(/^(?![/~])[^\0]{1,200}$/u, 'a path below the home');

/** Read by a run, never written by it; `when` are the kinds of run that need it, every one if nothing is said. */
const canon = z.array(z.strictObject({ path, when: z.array(z.string().min(1).max(64)).max(20).optional() })).max(50);

const work = z.strictObject({
  /** A run longer than this is ended. */
  limit: duration.optional(),
  canon: canon.optional(),
  canon_chars: count.optional(),
  /** Commits of a run have to pass the gate: all of them, or those that touch one of these paths. */
  gate: z.union([z.boolean(), z.strictObject({ paths: z.array(path).min(1).max(50) })]).optional(),
});

/** A night that takes longer than this goes on without what is not done yet. */
const night = z.strictObject({ limit: duration.optional() });

const perAgent = {
  keeper: keeper.optional(),
  work: work.optional(),
  night: night.optional(),
  heartbeat: heartbeat.optional(),
  dreaming: dreaming.optional(),
  model: model.optional(),
  rem: rem.optional(),
  fatigue: fatigue.optional(),
};

/** The whole file. Unknown names are errors: a setting that silently does nothing is worse than a message. */
export const homeSchema = z.strictObject({
  format: z.literal(1).optional(),
  agent: agentName.optional(),
  agents: z.array(z.strictObject({ id: agentName, ...perAgent })).optional(),
  ...perAgent,
  verdicts: z.enum(['apply', 'advise', 'off']).optional(),
  dreamer: z.strictObject({ min_record: share.optional(), after: positive.optional() }).optional(),
  carry: z.enum(['fresh', 'always']).optional(),
  timezone: z.string().max(64).optional(),
  wake: z.strictObject({ chars: z.number().int().min(500).max(9500).optional() }).optional(),
  record: z.strictObject({ prompts: onOrOff.optional() }).optional(),
  push: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/u, '`project` or the name of a remote that the operator has set up')
    .optional(),
  secrets: z.strictObject({ allow: z.array(z.string().min(1).max(500)).max(1000).optional() }).optional(),
});

export type HomeSettings = z.infer<typeof homeSchema>;
