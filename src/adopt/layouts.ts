// How other agents keep what they know, as their own pages describe it: which files make a layout, and what each file is.

/**
 * What becomes of a file. `memory`: entries of `MEMORY.md`. `day`: notes of the day in its name. `observations`: lines of RED, YLW and GRN. `lines`: one record
 * in each line, with its day. `blocks`: an exported agent. Any other text says why it is left out, behind its name.
 */
export type Use = 'memory' | 'day' | 'observations' | 'lines' | 'blocks' | { readonly left: string };

export interface Layout {
  readonly name: string;
  /** `an OpenClaw workspace` */
  readonly title: string;
  /** In a heading: `From OpenClaw: MEMORY.md`. */
  readonly short: string;
  /** By the paths of its files, by what is in them, and by what the folder is called. */
  isHere(files: ReadonlyMap<string, string>, folder: string): boolean;
  /** The first that fits. A file that none fits belongs to another layout, or to nobody. */
  readonly files: readonly (readonly [path: RegExp, use: Use])[];
  /** A sentence for a person who has one, and nothing more. */
  readonly told?: string;
}

const day = String.raw`\d{4}-\d\d-\d\d`;
const left = (why: string): Use => ({ left: why });
const diary = left('is a diary of what its sleeps did; what they kept stands in MEMORY.md');
const forEachRun = left('says what each of its runs is to do, which is no memory');
const persona: Layout['files'] = [[/^(?:USER|SOUL|IDENTITY|TOOLS|AGENTS)\.md$/su, 'memory']];
const anyOf = (files: ReadonlyMap<string, string>, path: RegExp): boolean =>
  [...files.keys()].some((name) => path.test(name));

/** Its files are Markdown that says at the top what it is about; those that its agent always sees lie in `system/`. */
export function isMemFs(files: ReadonlyMap<string, string>): boolean {
  return [...files].some(
    ([path, text]) => /^system\/.+\.md$/u.test(path) && /^---\n(?:\w.*\n)*?description:/u.test(text),
  );
}

/** In this order: a file belongs to the first that is here and has a use for it. */
export const layouts: readonly Layout[] = [
  {
    ...{ name: 'dreamkeeper', title: 'a home of Dreamkeeper', short: 'Dreamkeeper', files: [] },
    isHere: (files) => files.has('dreamkeeper.yaml'),
    told: 'It is a home already, so there is nothing to take over. Work in it, or name it with DREAMKEEPER_HOME.',
  },
  {
    ...{ name: 'workbooks', title: 'a context repository of Workbooks', short: 'Workbooks', files: [] },
    isHere: (files) => files.has('plan.org') && anyOf(files, /^rem\/[^/]+\.org$/u),
    told: 'It works as it is, board and dreams included: run `dk init --here` in it.',
  },
  {
    ...{ name: 'board', title: 'a to-do file, plan.org', short: 'plan.org', files: [] },
    isHere: (files) => files.has('plan.org') && !anyOf(files, /^rem\/[^/]+\.org$/u),
    told: 'Tasks are not memory, so the board is not taken over. To use it, copy its tasks into the plan.org of your home.',
  },
  {
    ...{ name: 'letta-file', title: 'an agent exported from Letta (.af)', short: 'Letta' },
    isHere: (files) => anyOf(files, /^[^/]+\.af$/u),
    files: [[/^[^/]+\.af$/su, 'blocks']],
  },
  {
    ...{ name: 'letta', title: 'a memory of Letta (MemFS)', short: 'Letta' },
    isHere: isMemFs,
    files: [
      [/^skills\//su, left('is a skill, which is no memory')],
      [/\.md$/su, 'memory'],
    ],
  },
  {
    ...{ name: 'openseed', title: 'a creature of OpenSeed (.self)', short: 'OpenSeed' },
    isHere: (files) => anyOf(files, /^(?:\.self\/)?observations\.md$/u) || anyOf(files, /^\.self\/dreams\.jsonl$/u),
    files: [
      [/^(?:\.self\/)?observations\.md$/su, 'observations'],
      [/^(?:\.self\/)?dreams\.jsonl$/su, 'lines'],
      [/^(?:\.self\/)?(?:priorities|diary|rules|briefing)\.md$/su, 'memory'],
      [/^(?:\.self\/)?[^/]+\.jsonl$/su, left('is a log of what was said and done, which is no memory')],
    ],
  },
  {
    ...{ name: 'codex', title: 'memories of Codex', short: 'Codex' },
    isHere: (files) => anyOf(files, /^(?:memories\/)?(?:memory_summary\.md|raw_memories\.md|rollout_summaries\/)/u),
    files: [
      [/^(?:memories\/)?(?:MEMORY|memory_summary)\.md$/su, 'memory'],
      [/^(?:memories\/)?rollout_summaries\/.+\.md$/su, 'day'],
      [/^(?:memories\/)?raw_memories\.md$/su, left('is what MEMORY.md was made of')],
      [/^(?:memories\/)?(?:skills|extensions)\//su, left('is a skill or an extension, which is no memory')],
      [/^memories\//su, left('is no file that its pages describe')],
    ],
  },
  {
    ...{ name: 'nanobot', title: 'a workspace of nanobot', short: 'nanobot' },
    isHere: (files) => anyOf(files, /^memory\/(?:MEMORY\.md|HISTORY\.md|history\.jsonl)$/u),
    files: [
      [/^memory\/(?:MEMORY|HISTORY)\.md$/su, 'memory'],
      [/^memory\/history\.jsonl$/su, 'lines'],
      ...persona,
      [/^HEARTBEAT\.md$/su, forEachRun],
      [/^memory\//su, left('is no file that its pages describe')],
    ],
  },
  {
    ...{ name: 'ethos', title: 'personalities of Ethos', short: 'Ethos' },
    isHere: (files) =>
      anyOf(files, /^(?:personalities\/[^/]+\/MEMORY\.md|users\/[^/]+\/USER\.md)$/u) ||
      (files.has('MEMORY.md') && anyOf(files, /^(?:memory-(?:history\.jsonl|archive\.md)|dream-state\.json)$/u)),
    files: [
      [/^(?:personalities\/[^/]+\/)?MEMORY\.md$/su, 'memory'],
      [/^(?:users\/[^/]+\/)?USER\.md$/su, 'memory'],
      [/^(?:personalities\/[^/]+\/)?memory-archive\.md$/su, left('is what it had taken out of its memory')],
      [/^(?:personalities|users)\//su, left('is no memory, or none that its pages describe')],
    ],
  },
  {
    ...{ name: 'nexo', title: 'a workspace of nexo', short: 'nexo' },
    isHere: (files) =>
      (anyOf(files, new RegExp(`^notes/[^/]*${day}[^/]*\\.md$`, 'u')) &&
        anyOf(files, /^(?:MEMORY|IDENTITY|SOUL)\.md$/u)) ||
      (/^## Dreamed \d{4}/mu.test(files.get('MEMORY.md') ?? '') && !anyOf(files, /^memory\//u)),
    files: [
      [new RegExp(`^notes/[^/]*${day}[^/]*\\.md$`, 'su'), 'day'],
      [/^notes\/.+\.md$/su, 'memory'],
      [/^MEMORY\.md$/su, 'memory'],
      ...persona,
      [/^DREAMS\.md$/su, diary],
    ],
  },
  {
    ...{ name: 'openclaw', title: 'an OpenClaw workspace', short: 'OpenClaw' },
    isHere: (files) =>
      anyOf(files, new RegExp(`^memory/${day}`, 'u')) ||
      (files.has('MEMORY.md') && anyOf(files, /^(?:USER|SOUL|IDENTITY|TOOLS|HEARTBEAT)\.md$/u)),
    files: [
      [new RegExp(`^memory/(?:.+/)?${day}[^/]*\\.md$`, 'su'), 'day'],
      [/^memory\/.+\.md$/su, 'memory'],
      [/^(?:MEMORY|memory)\.md$/su, 'memory'],
      ...persona,
      [/^DREAMS\.md$/iu, diary],
      [/^(?:HEARTBEAT|BOOT|BOOTSTRAP)\.md$/su, forEachRun],
      [/^memory\//su, left('is no file that its pages describe')],
    ],
  },
  {
    ...{ name: 'claude', title: 'a folder of memory, as Claude Code keeps one', short: 'Claude Code’s memory' },
    isHere: (files, folder) => folder === 'memory' && files.has('MEMORY.md'),
    files: [[/\.md$/su, 'memory']],
  },
  {
    ...{ name: 'memory-md', title: 'a MEMORY.md', short: 'another memory' },
    isHere: (files) => files.has('MEMORY.md'),
    files: [[/^MEMORY\.md$/su, 'memory']],
  },
  {
    ...{ name: 'claude-rules', title: 'instructions for Claude Code', short: 'CLAUDE.md' },
    isHere: (files) => anyOf(files, /^(?:(?:\.claude\/)?CLAUDE\.md|CLAUDE\.local\.md|\.claude\/rules\/.+\.md)$/u),
    files: [[/^(?:(?:\.claude\/)?CLAUDE\.md|CLAUDE\.local\.md|\.claude\/rules\/.+\.md)$/su, 'memory']],
  },
  {
    ...{ name: 'agents-md', title: 'instructions for agents (AGENTS.md)', short: 'AGENTS.md' },
    isHere: (files) => files.has('AGENTS.md'),
    files: [[/^AGENTS\.md$/su, 'memory']],
  },
];

/** A file of Markdown that a person named. */
export const oneFile: Layout = {
  ...{ name: 'markdown', title: 'a file of Markdown', short: 'a file' },
  isHere: (files) => files.size === 1,
  files: [[/\.(?:md|markdown)$/iu, 'memory']],
};

/** Folders that are looked into, below the one that was named. */
export const folders = /^(?:memory|notes|\.self|memories|rollout_summaries|personalities|users|system|rem|\.claude)$/u;

/** Of these folders everything is a memory, or is told of. */
export const ofMemory = /^(?:memory|memories|\.self)$/u;

/** Files of the named folder itself that are read; there may lie anything else. */
export const ownFiles =
  /^(?:(?:MEMORY|memory|USER|SOUL|IDENTITY|TOOLS|AGENTS|CLAUDE|CLAUDE\.local|HEARTBEAT|BOOT|BOOTSTRAP|DREAMS|dreams|memory_summary|raw_memories|memory-archive|observations|priorities|diary|rules|briefing)\.md|plan\.org|dreamkeeper\.yaml|[^/]+\.af|(?:dreams|memory-history)\.jsonl|dream-state\.json)$/u;

/** What lies beside instructions, and is none. */
export const settings = /^\.claude\/(?!CLAUDE\.md$|rules(?:\/|$))/u;

/** Logs that can be long, and are never read. */
export const logs = /(?:^|\/)(?:conversation|iterations|memory|creator-log|transcript|memory-history)\.jsonl$/u;
