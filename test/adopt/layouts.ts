// Small sources, one for each layout, in the form that its own pages describe; written for these tests, and copied from nobody.

export interface Fixture {
  /** The name of the layout. */
  readonly layout: string;
  readonly files: Readonly<Record<string, string>>;
  /** What is named to `dk adopt`, below the folder. */
  readonly named?: string;
  /** Lines of these files that are found in the home: all but what is left out on purpose. */
  readonly isLeft?: RegExp;
  /** Each with the file of the home in which it has to stand. */
  readonly stands: Readonly<Record<string, string>>;
  /** Words of what is left out and told. */
  readonly told?: RegExp;
}

export const fixtures: readonly Fixture[] = [
  {
    layout: 'claude',
    named: 'projects/-work-shop/memory',
    files: {
      'projects/-work-shop/memory/MEMORY.md':
        '# Memory index\n\n- [Release order](release-order.md): tags come after the publish check\n- [Who reviews](who-reviews.md): Ana reviews billing\n',
      'projects/-work-shop/memory/release-order.md':
        '---\nname: release-order\ndescription: tags come after the publish check\nmetadata:\n  type: project\n  modified: 2026-09-10T10:00:00.000Z\n---\n\nThe tag is pushed only after the registry shows the package.\n\n**Why:** a tag without a package broke the mirror once. See [[who-reviews]].\n',
      'projects/-work-shop/memory/who-reviews.md':
        '---\nname: who-reviews\ndescription: Ana reviews billing\nmetadata:\n  type: user\n---\n\n- Ana reviews billing\n- Tom reviews search\n',
    },
    stands: { 'tags come after the publish check': 'MEMORY.md', 'Tom reviews search': 'MEMORY.md' },
  },
  {
    layout: 'claude-rules',
    files: {
      'CLAUDE.md': '# Shop\n\nRun `npm test` before each commit.\n\n## Style\n\n- British spelling\n- no emoji\n',
      'CLAUDE.local.md': 'My sandbox is at port 4400.\n',
      '.claude/rules/sql.md': '---\npaths: "db/**"\n---\n# SQL\n\n1. no `select *`\n2. migrations are never edited\n',
      '.claude/settings.json': '{"model":"x"}\n',
      'src/memory/notes.md': 'not of a memory\n',
    },
    isLeft: /"model"|not of a memory/u,
    stands: { 'no emoji': 'MEMORY.md', 'migrations are never edited': 'MEMORY.md' },
  },
  {
    layout: 'agents-md',
    files: { 'AGENTS.md': '# For agents\n\n- build with `make all`\n\n> Ask before a force push.\n' },
    stands: { 'build with `make all`': 'MEMORY.md' },
  },
  {
    layout: 'codex',
    named: '.codex/memories',
    files: {
      '.codex/memories/MEMORY.md':
        '# Task Group: shop releases\n\nscope: publishing the shop.\napplies_to: cwd=/work/shop\n\n## Task 1: publish 25.3.1, success\n\n### rollout_summary_files\n\n- rollout_summaries/2026-09-09T13-12-38-vuPJ-release.md (cwd=/work/shop)\n\n### keywords\n\n- publish, tag, registry\n\n## Reusable knowledge\n\n- Run `npm pack --dry-run` before a release.\n',
      '.codex/memories/memory_summary.md': 'v1\n\n## User preferences\n\n- short answers\n',
      '.codex/memories/rollout_summaries/2026-09-09T13-12-38-vuPJ-release.md':
        'thread_id: 1\n\n# Published 25.3.1\n\nThe registry needed two tries.\n',
      '.codex/memories/raw_memories.md': '# Raw\n\nthe same again, unsorted\n',
      '.codex/memories/skills/release/SKILL.md': 'how to release\n',
    },
    isLeft: /the same again|^# Raw$|how to release/u,
    stands: { 'short answers': 'MEMORY.md', 'The registry needed two tries.': 'notes/2026-09-09.md' },
    told: /raw_memories\.md is what MEMORY\.md was made of/u,
  },
  {
    layout: 'openclaw',
    files: {
      'MEMORY.md':
        '# Long-term memory\n\n## People\n\n- Luis lives in Bogota\n  - prefers Spanish\n- Kate answers briefly\n',
      'memory/2026-05-01.md':
        '# 2026-05-01\n\nTalked to Ana about the release.\nShe wants it on Monday.\n\n- the demo is at ten\n\n```sh\nnpm run demo\n```\n',
      'memory/2026-05-02-flight.md': '## Flight\n\n| from | to |\n|---|---|\n| BOG | BER |\n',
      'memory/projects/shop.md': 'The shop sells lamps.\n',
      'USER.md': '- Name: Luis\n',
      'SOUL.md': 'Warm, and sharp.\n',
      'HEARTBEAT.md': 'Look at the inbox.\n',
      'DREAMS.md': '# Dream Diary\n\nit slept well\n',
      'memory/pic.png': 'no text\n',
    },
    isLeft: /inbox|slept well|Dream Diary|no text/u,
    stands: {
      'prefers Spanish': 'MEMORY.md',
      'The shop sells lamps.': 'MEMORY.md',
      'Warm, and sharp.': 'MEMORY.md',
      'She wants it on Monday.': 'notes/2026-05-01.md',
      'npm run demo': 'notes/2026-05-01.md',
      '| BOG | BER |': 'notes/2026-05-02.md',
    },
    told: /HEARTBEAT\.md says what each of its runs is to do/u,
  },
  {
    layout: 'letta-file',
    named: 'sam.af',
    files: {
      'sam.af': JSON.stringify({
        agents: [{ name: 'sam', system: 'You help.', block_ids: ['block-0', 'block-1'], messages: [{ role: 'user' }] }],
        blocks: [
          {
            id: 'block-0',
            label: 'human',
            description: 'Who I talk to.',
            value: 'First name: Chad\n\n- likes sailing\n',
          },
          { id: 'block-1', label: 'persona', description: null, value: '# Sam\n\nI am curious.\n' },
        ],
      }),
    },
    isLeft: /./u,
    stands: {
      'First name: Chad': 'MEMORY.md',
      '- likes sailing': 'MEMORY.md',
      'Who I talk to.': 'MEMORY.md',
      'I am curious.': 'MEMORY.md',
      human: 'MEMORY.md',
    },
    told: /also has 1 messages/u,
  },
  {
    layout: 'letta',
    files: {
      'system/persona.md': '---\ndescription: "Who I am"\n---\nI remember what lasts.\n',
      'system/project/conventions.md': '---\ndescription: Conventions\nlimit: 5000\n---\n## Tests\n\n- `make test`\n',
      'reference/history.md': '---\ndescription: What happened\ncreated: 2026-03-04\n---\nMoved to Postgres.\n',
      'skills/pdf/SKILL.md': 'how to read one\n',
    },
    isLeft: /how to read one/u,
    stands: { 'I remember what lasts.': 'MEMORY.md', 'Moved to Postgres.': 'MEMORY.md', '`make test`': 'MEMORY.md' },
  },
  {
    layout: 'nanobot',
    files: {
      'SOUL.md': 'Short and friendly.\n',
      'USER.md': '# User\n\n- prefers dark mode\n',
      'memory/MEMORY.md': '## Project\n\nThe database is PostgreSQL.\n',
      'memory/history.jsonl':
        '{"cursor": 41, "timestamp": "2026-04-02 23:50", "content": "- Asked for a chart"}\n{"cursor": 42, "timestamp": "2026-04-03 00:02", "content": "- User prefers dark mode\\n- Decided to use PostgreSQL"}\n',
    },
    isLeft: /cursor/u,
    stands: {
      'The database is PostgreSQL.': 'MEMORY.md',
      'Asked for a chart': 'notes/2026-04-02.md',
      'Decided to use PostgreSQL': 'notes/2026-04-03.md',
    },
  },
  {
    layout: 'ethos',
    files: {
      'personalities/engineer/MEMORY.md': '## In flight\n\nThe parser is half done.\n',
      'personalities/engineer/config.yaml': 'model: x\n',
      'personalities/engineer/memory-archive.md': 'what was dropped\n',
      'users/u-1/USER.md': 'Works in Berlin.\n',
    },
    isLeft: /model: x|was dropped/u,
    stands: { 'The parser is half done.': 'MEMORY.md', 'Works in Berlin.': 'MEMORY.md' },
    told: /memory-archive\.md is what it had taken out/u,
  },
  {
    layout: 'openseed',
    files: {
      '.self/observations.md':
        '# Observations\n\n## 2026-02-12\n\nRED 09:32 PR #50 merged on the repo\nYLW 09:33 no answers yet\nGRN 09:34 the environment works\nWORKFLOW: fork, branch, pull request\n',
      '.self/priorities.md': '1. answer reviews\n2. find a second repo\n',
      '.self/diary.md': '## 2026-02-13T01:00:00Z\n\nA good day.\n',
      '.self/dreams.jsonl':
        '{"t":"2026-02-12T09:37:44Z","actions":62,"reflection":"Real progress made.","priority":"Watch the comments.","observations":3,"deep":false}\n',
      '.self/conversation.jsonl': '{"t":"x","role":"user","content":"hello"}\n',
    },
    isLeft: /"t":|^# Observations$/u,
    stands: {
      'RED 09:32 PR #50 merged on the repo': '.self/observations.md',
      'GRN 09:34 the environment works': '.self/observations.md',
      'WORKFLOW: fork, branch, pull request': 'notes/2026-02-12.md',
      'Watch the comments.': 'notes/2026-02-12.md',
      'find a second repo': 'MEMORY.md',
      'A good day.': 'MEMORY.md',
    },
    told: /conversation\.jsonl is a log/u,
  },
  {
    layout: 'nexo',
    files: {
      'IDENTITY.md': '- **Name:** Kate\n- **Emoji:** 🐙\n',
      'MEMORY.md':
        '## People\n\n- Ana uses a Samsung\n\n## Dreamed 2026-04-23 03:00 UTC\n\n- The time zone is America/Bogota _(score=0.42, hits=5, days=3)_\n',
      'DREAMS.md': '# DREAMS.md — Dream Diary\n\n- candidates: 4\n',
      'notes/2026-04-22.md': '- asked for a short reply\n',
    },
    isLeft: /DREAMS\.md|candidates/u,
    stands: { 'The time zone is America/Bogota': 'MEMORY.md', 'asked for a short reply': 'notes/2026-04-22.md' },
  },
  {
    layout: 'memory-md',
    files: { 'MEMORY.md': '- one thing\n', 'README.md': 'a project\n' },
    isLeft: /a project/u,
    stands: { 'one thing': 'MEMORY.md' },
  },
  {
    layout: 'markdown',
    named: 'wiki.md',
    files: { 'wiki.md': 'Title\n=====\n\nA *page*.\n\n* star\n+ plus\n', 'other.md': 'another page\n' },
    isLeft: /another page|^=+$/u,
    stands: { 'A *page*.': 'MEMORY.md' },
  },
];
