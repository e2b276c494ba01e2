// The demo's working day as data: three adds, an audit that finds something, work left mid-flight. A night test lives the same day.

/** One thing the sample agent does. */
export interface DemoEvent {
  readonly at: string;
  readonly prompt?: string;
  readonly read?: string;
  /** Writes a file, as the agent. */
  readonly edit?: string;
  readonly content?: string;
  /** Runs a command, for real; `exit` is how it must end. */
  readonly run?: string;
  readonly exit?: number;
  /** Commits everything. */
  readonly commit?: string;
}

const check = `// Every page has a title, and no link leads nowhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

for (const name of readdirSync('pages')) {
  const text = readFileSync(\`pages/\${name}\`, 'utf8');
  const dead = [...text.matchAll(/\\]\\(([^)]+)\\)/g)].filter(([, link]) => !existsSync(\`pages/\${link}\`));
  if (!text.startsWith('# ') || dead.length > 0) process.exitCode = 1;
}
`;

export const demoBoard = `* board
** TODO objective: a complete page
*** TODO comparison table for the landscape
*** TODO honest faq
** TODO tweet copy for launch

* log
`;

/** What the agent remembers since earlier days; two lines say the same. */
export const demoMemory = `# MEMORY.md

- Every page begins with a title of one line.
- Run \`node check.mjs\` before each commit.
- Before every commit, run \`node check.mjs\`.
`;

/** How git is to join what sweeps write: an earlier one said so. */
export const demoEarlier: Readonly<Record<string, string>> = { '.gitattributes': '/DREAMS.md merge=union\n' };

export const demoBefore: Readonly<Record<string, string>> = {
  'check.mjs': check,
  'pages/index.md': '# Waldo\n\nA page that tends itself.\n',
};

export const demoDay: readonly DemoEvent[] = [
  { at: '09:00', prompt: 'Make the page complete. Audit what is there before you go on.' },
  { at: '09:02', edit: 'pages/index.md', content: '# Waldo\n\nA page that tends itself. [How](mechanism.md)\n' },
  { at: '09:05', edit: 'pages/mechanism.md', content: '# How it works\n\nIt sleeps between runs.\n' },
  { at: '09:06', run: 'node check.mjs', exit: 0 },
  { at: '09:07', commit: 'add: how it works' },
  { at: '09:20', edit: 'pages/pricing.md', content: '# Pricing\n\nFree, also [offline](offline.md).\n' },
  { at: '09:21', commit: 'add: pricing' },
  { at: '09:35', edit: 'pages/blog.md', content: '# Field notes\n\nWhat a page dreams of.\n' },
  { at: '09:36', commit: 'add: field notes' },
  { at: '10:00', read: 'pages/pricing.md' },
  { at: '10:01', run: 'node check.mjs', exit: 1 },
  { at: '10:04', edit: 'pages/pricing.md', content: '# Pricing\n\nFree.\n' },
  { at: '10:05', run: 'node check.mjs', exit: 0 },
  { at: '10:06', commit: 'audit: cut a claim about offline that led nowhere' },
  { at: '10:20', read: 'pages/blog.md' },
  {
    at: '10:25',
    edit: 'pages/comparison-table.md',
    content: '# Comparison\n\n| | sleeps |\n|---|---|\n| Waldo | yes |\n',
  },
  { at: '10:26', run: 'node check.mjs', exit: 0 },
];
