// Programs of agents that are asked as models: how each is started so that it can do as little as it can be made to, and what we know of that.

export interface StartedProgram {
  /** As it is started, whatever of it stands in the settings. */
  readonly argv: readonly string[];
  /** What it can do then: nothing but answer, only some things, or nobody here knows what. */
  readonly hands: 'none' | 'bound' | 'unknown';
  /** The same for people, in one sentence. */
  readonly about: string;
  /** Why we do not know, of a program that we know by name. */
  readonly doubt: string | undefined;
  /** About so many tokens it sends beside what it is told: its own instructions. */
  readonly besides: number;
  /** How its answer comes. */
  readonly reply: 'claude' | 'text';
  /** Its word for the longest answer, as a variable of its environment. */
  readonly lengthVariable: string | undefined;
}

interface Recipe {
  /** The words it is called with; they carry no wish. */
  readonly words: readonly string[];
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** What an operator may choose, each with a value: it changes who answers, and gives nobody hands. */
  readonly theirs: readonly string[];
  /** The model that is asked if they chose none: a small one does. */
  readonly model?: readonly [option: string, name: string];
  readonly ours: readonly (readonly [option: string, value?: string])[];
  readonly known: Omit<StartedProgram, 'argv' | 'doubt'>;
}

/** Instead of the long one for agents: shorter, and it speaks of no tools. */
const instruction = 'You are asked for a text. Answer with that text and nothing else.';

const off = (...features: readonly string[]): (readonly [string, string])[] =>
  features.map((name) => ['-c', `features.${name}=false`]);

/** Tried with the real programs: `npm run test:agents` looks at what they send. */
const recipes: Readonly<Record<string, Recipe>> = {
  claude: {
    words: ['-p', '--print'],
    first: ['-p'],
    last: [],
    theirs: ['--model', '--fallback-model', '--effort', '--max-budget-usd'],
    model: ['--model', 'haiku'],
    ours: [
      ['--tools', ''],
      ['--setting-sources', ''],
      ['--strict-mcp-config'],
      ['--disable-slash-commands'],
      ['--no-session-persistence'],
      ['--system-prompt', instruction],
      ['--output-format', 'json'],
    ],
    known: {
      hands: 'none',
      besides: 600,
      reply: 'claude',
      lengthVariable: 'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
      about: 'It is started without tools, settings, servers and memory of yours, and keeps no session.',
    },
  },
  codex: {
    words: ['exec', 'e', '-'],
    first: ['exec'],
    last: ['-'],
    theirs: ['-m', '--model'],
    ours: [
      ['--skip-git-repo-check'],
      ['--ephemeral'],
      ['--ignore-user-config'],
      ['--ignore-rules'],
      ['--sandbox', 'read-only'],
      ['-c', 'approval_policy="never"'],
      ['-c', 'web_search="disabled"'],
      ...off('shell_tool', 'unified_exec', 'apps', 'plugins', 'hooks', 'multi_agent', 'goals'),
      ...off('view_image', 'image_generation', 'tool_suggest'),
      ['-c', 'project_doc_max_bytes=0'],
      ['-c', 'include_environment_context=false'],
      ['-c', 'skills.include_instructions=false'],
      ['-c', `instructions="${instruction}"`],
    ],
    known: {
      hands: 'bound',
      besides: 7500,
      reply: 'text',
      lengthVariable: undefined,
      about:
        'It cannot be started without any tools: it has no shell, no servers and no config.toml of yours, may write nothing and keeps no session; but it reads your own AGENTS.md, and has other tools of its own.',
    },
  },
};

/** How a program of the settings is started. One that is not known, or not in this way, is started as its operator wrote it. */
export function startOf(argv: readonly string[]): StartedProgram {
  const [program = '', ...args] = argv;
  const name = nameOf(program);
  const recipe = Object.hasOwn(recipes, name) ? recipes[name] : undefined;
  if (recipe === undefined) return unknown(argv, undefined);
  const chosen = choicesIn(args, recipe);
  if (typeof chosen === 'string')
    return unknown(argv, `\`${chosen}\` is none of the options that are known to give it no hands`);
  const model = recipe.model === undefined || chosen.includes(recipe.model[0]) ? [] : recipe.model;
  const ours = recipe.ours.flatMap((option) => option.filter((part) => part !== undefined));
  return {
    argv: [program, ...recipe.first, ...chosen, ...model, ...ours, ...recipe.last],
    ...recipe.known,
    doubt: undefined,
  };
}

function unknown(argv: readonly string[], doubt: string | undefined): StartedProgram {
  const about =
    'What it can do is not known here: it runs as you, with your environment; it may have tools, and may keep what it is told.';
  return { argv, hands: 'unknown', about, doubt, besides: 0, reply: 'text', lengthVariable: undefined };
}

/** What the operator chose; or the first thing that is neither theirs to choose nor ours. */
function choicesIn(args: readonly string[], { words, theirs, ours }: Recipe): string[] | string {
  const chosen: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [arg = '', next] = args.slice(at, at + 2);
    const [option = '', inline] = arg.startsWith('--') ? splitOnce(arg) : [arg];
    const value = inline ?? next;
    const isOurs = ours.some(([name, wanted]) => name === option && (wanted === undefined || wanted === value));
    const hasValue = theirs.includes(option) || ours.some(([name, wanted]) => name === option && wanted !== undefined);
    if (words.includes(arg)) continue;
    if (!isOurs && (!theirs.includes(option) || value === undefined || value.startsWith('-'))) return arg;
    if (!isOurs) chosen.push(option, value ?? '');
    if (hasValue && inline === undefined) at += 1;
  }
  return chosen;
}

function splitOnce(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=');
  return at === -1 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}

/** `claude` for `/usr/local/bin/claude` and `claude.exe`, too. */
function nameOf(program: string): string {
  return (program.split(/[\\/]/u).at(-1) ?? '').replace(/\.(?:exe|cmd)$/iu, '');
}
