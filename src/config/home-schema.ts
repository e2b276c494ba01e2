// What `dreamkeeper.yaml` may say. Every constant of the designs we implement has a key here, with the default they name.
// Larger sections are made ready when a file has them: most files have few, and every command reads one.
import * as z from 'zod/mini';
import { isZone } from '../text/text.ts';
import { count, durationFrom, modelName, section, words } from './setting-parts.ts';

/** As people write it: `off` is plain text in YAML. */
const onOrOff = z.pipe(
  z.union([z.boolean(), z.enum(['on', 'off'])]),
  z.transform((said) => said === true || said === 'on'),
);

const share = z.number().check(z.minimum(0), z.maximum(1));
const positive = z.int().check(z.minimum(1));

const duration = durationFrom(0);

/** Names become paths, so they are kept to what every filesystem and every shell takes for a plain word. */
export const agentName: z.ZodMiniString = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/u,
      'lower-case letters, digits, - and _, starting and ending with a letter or digit',
    ),
  );

export const weights = section({
  frequency: share,
  relevance: share,
  recency: share,
  diversity: share,
  consolidation: share,
});

/** One switch for curation (idle) and sweeps (heartbeat); `enable` and `enabled` are the same word in two seeds. */
export const dreaming = section({
  enable: z.boolean(),
  enabled: z.boolean(),
  idle: z.boolean(),
  sweep: z.boolean(),
  idleMinutes: z.number().check(z.minimum(0)),
  /** A message ends a night that began because nobody was there, instead of waiting for it. */
  interrupt: z.boolean(),
  maxPerDay: count,
  prompt: z.string().check(z.maxLength(20_000)),
  tools: z.enum(['none', 'agent']),
  interval_secs: positive,
  min_score: share,
  min_recall_count: count,
  min_unique_days: count,
  min_unique_queries: count,
  max_promotions_per_sweep: count,
  half_life_days: z.number().check(z.minimum(0)),
  count_once_per: z.enum(['none', 'hour', 'session']),
  dedupe: z.boolean(),
  weights,
});

export const heartbeat = section({ enabled: z.boolean(), interval: duration });

/** A model's *name* is home data; where it is reached and what it costs is the operator's. */
const model = z.union([modelName, section({ default: modelName, dreaming: modelName })]);

const rem = z.lazy(() =>
  section({
    min_interval: duration,
    daydream_interval: duration,
    commits: positive,
    board_chars: positive,
    steps: positive,
    previous_chars: positive,
    board_slice: z.enum(['digest', 'prefix']),
    checks: words(200, 200),
    keep: positive,
    keep_daydreams: positive,
    temperature: z.number().check(z.minimum(0), z.maximum(2)),
    daydream_temperature: z.number().check(z.minimum(0), z.maximum(2)),
    /** What becomes of the verdicts of a dream that came by clone or merge. A home may not say `apply`: that would come along. */
    foreign: z.enum(['advise', 'apply']),
  }),
);

const fatigue = z.lazy(() =>
  section({
    warning: positive,
    limit: positive,
    min_dream_interval: duration,
    quick_nap: duration,
    deep_sleep_every: positive,
    deep_sleep_pause: duration,
    keep_recent_messages: positive,
    max_context_chars: positive,
    /** Sessions of other programs tire as well. */
    hooks: z.boolean(),
  }),
);

/** When it wakes, and how often. Without `continuous` a tick comes each `interval`; with it, a `breather` after the last one ended. */
const keeper = section({ interval: duration, continuous: z.boolean(), breather: duration });

const path = z.string().check(z.regex(/^(?![/~])[^\0]{1,200}$/u, 'a path below the home'));

/** Read by a run, never written by it; `when` are the kinds of run that need it, every one if nothing is said. */
const canon = z.array(z.strictObject({ path, when: z.optional(words(20, 64)) })).check(z.maxLength(50));

const work = z.lazy(() =>
  section({
    /** A run longer than this is ended. */
    limit: duration,
    canon,
    canon_chars: count,
    /** Commits of a run have to pass the gate: all of them, or those that touch one of these paths. */
    gate: z.union([z.boolean(), z.strictObject({ paths: z.array(path).check(z.minLength(1), z.maxLength(50)) })]),
  }),
);

/** A night that takes longer than this goes on without what is not done yet. */
const night = section({ limit: duration });

/** Who our commits are by; `{agent}` is the agent's name. That Dreamkeeper made them stays to be seen: it is the committer. */
const identity = z.lazy(() =>
  section({
    name: z.string().check(z.regex(/^(?=.*[\p{L}\p{N}])[^<>\p{C}]{1,60}$/u, 'a name without < and >')),
    email: z
      .string()
      .check(
        z.regex(
          /^(?:[A-Za-z0-9]|\{agent\})(?:[A-Za-z0-9._+-]|\{agent\}){0,40}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,100}[A-Za-z0-9])?$/u,
          'an address such as {agent}@example.org',
        ),
      ),
  }),
);

const perAgent = { identity, keeper, work, night, heartbeat, dreaming, model, rem, fatigue };

/** What a wake does with a dream's verdicts. */
const fateOfVerdicts = z.enum(['apply', 'advise', 'off']);
const fateOfMoves = z.enum(['apply', 'always', 'advise', 'off']);

/** The whole file. Unknown names are errors: a setting that silently does nothing is worse than a message. */
export const homeSchema = section({
  format: z.literal(1),
  agent: agentName,
  agents: z.array(z.lazy(() => z.strictObject({ id: agentName, ...section(perAgent).shape }))),
  ...perAgent,
  /** What a curation proposes and a person decides before it is done. */
  review: z.enum(['off', 'risky', 'all']),
  verdicts: z.union([fateOfMoves, section({ moves: fateOfMoves, done: fateOfVerdicts })]),
  dreamer: section({ min_record: share, after: positive }),
  carry: z.enum(['fresh', 'always']),
  timezone: z.string().check(z.maxLength(64), z.refine(isZone, 'a zone of time, such as `Europe/Berlin`')),
  wake: section({ chars: z.int().check(z.minimum(500), z.maximum(9500)) }),
  record: section({ prompts: onOrOff, last_words: onOrOff, recalls: onOrOff, conversation: onOrOff }),
  push: z
    .string()
    .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/u, '`project` or the name of a remote that the operator has set up')),
  secrets: section({ allow: words(1000, 500) }),
});

export type HomeSettings = z.infer<typeof homeSchema>;
