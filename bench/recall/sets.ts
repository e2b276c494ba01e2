// Texts with questions whose answers are known. What may not be handed on is read from clones that somebody fetched, and never kept here.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

export interface Question {
  readonly text: string;
  /** The lines that answer it: path and number, such as `a.md:3`. */
  readonly answers: readonly string[];
}

/** Questions about one set of files. */
export interface Corpus {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly questions: readonly Question[];
}

export interface TestSet {
  readonly name: string;
  readonly kind: 'dialogue' | 'docs' | 'code' | 'sentences';
  corpora(): Corpus[] | undefined;
}

/** The git folder of a fetched clone, with or without a working copy. */
function cloneOf(repository: string): string | undefined {
  const folder = join(process.env.DREAMKEEPER_BENCH_DATA ?? 'bench-data', repository.replace('/', '+'), 'repo');
  return [join(folder, '.git'), folder].find((each) => existsSync(join(each, 'HEAD')));
}

function git(folder: string, ...args: readonly string[]): Buffer | undefined {
  const { status, stdout } = spawnSync('git', ['--git-dir', folder, ...args], { maxBuffer: 1 << 28 });
  return status === 0 ? stdout : undefined;
}

/** A file of a fetched clone; undefined if it is not there. */
function fetched(repository: string, path: string): Buffer | undefined {
  const clone = cloneOf(repository);
  return clone === undefined ? undefined : git(clone, 'cat-file', 'blob', `HEAD:${path}`);
}

/** Its files of some kind. */
function* fetchedFiles(
  repository: string,
  wanted: RegExp,
): Generator<{ readonly path: string; readonly text: string }> {
  const clone = cloneOf(repository);
  if (clone === undefined) return;
  const paths = git(clone, 'ls-tree', '-r', '-z', '--name-only', 'HEAD')?.toString('utf8').split('\0') ?? [];
  for (const path of paths.filter((each) => wanted.test(each)).slice(0, 400)) {
    const content = git(clone, 'cat-file', 'blob', `HEAD:${path}`);
    if (content !== undefined) yield { path: `${repository.split('/')[1]}/${path}`, text: content.toString('utf8') };
  }
}

/** The files in a zip archive. */
function* unzipped(zip: Buffer): Generator<{ readonly name: string; readonly content: Buffer }> {
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, nameLength, more] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(from, from + size);
    if (size > 0) yield { name, content: zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed };
    at += 46 + nameLength + more;
  }
}

const item = (speaker: string, text: string): string => `- ${speaker}: ${text.replaceAll(/\s+/gu, ' ')}`;

/** Long conversations, a file for each session and an item for each turn. */
function locomo(): Corpus[] | undefined {
  const zip = fetched('snap-research/locomo', 'data/locomo10.zip');
  if (zip === undefined) return undefined;
  return [...unzipped(zip)]
    .filter(({ name }) => name.endsWith('.json'))
    .map(({ content }) => {
      const talk = JSON.parse(content.toString('utf8')) as Record<string, unknown> & {
        readonly qa: readonly {
          readonly question: string;
          readonly evidence?: readonly string[];
          readonly category: number;
        }[];
      };
      const lines = new Map<string, string>();
      const sessions = Object.keys(talk).filter((key) => /^session_\d+$/u.test(key) && Array.isArray(talk[key]));
      const files = sessions.map((key) => {
        const turns = talk[key] as readonly {
          readonly speaker: string;
          readonly dia_id: string;
          readonly text: string;
          readonly blip_caption?: string;
        }[];
        const path = `${key}.md`;
        for (const [at, { dia_id }] of turns.entries()) lines.set(dia_id, `${path}:${at + 3}`);
        return {
          path,
          text: `# ${String(talk[`${key}_date_time`])}\n\n${turns.map(({ speaker, text, blip_caption }) => item(speaker, blip_caption ? `${text} [${blip_caption}]` : text)).join('\n')}\n`,
        };
      });
      const questions = talk.qa
        .filter(({ category }) => category !== 5)
        .map(({ question, evidence = [] }) => ({
          text: question,
          answers: evidence
            .flatMap((each) => each.split(/[;,\s]+/u))
            .flatMap((each) => lines.get(each.replaceAll(/[()]/gu, '')) ?? []),
        }));
      return { files, questions: questions.filter(({ answers }) => answers.length > 0) };
    });
}

/** Scenes of a play, a file for each and an item for each turn; all of them are one set of files. */
function friends(): Corpus[] | undefined {
  const json = fetched('emorynlp/FriendsQA', 'dat/friendsqa_dev.json');
  if (json === undefined) return undefined;
  const { data } = JSON.parse(json.toString('utf8')) as {
    readonly data: readonly {
      readonly title: string;
      readonly paragraphs: readonly {
        readonly 'utterances:': readonly { readonly speakers: readonly string[]; readonly utterance: string }[];
        readonly qas: readonly {
          readonly question: string;
          readonly answers: readonly { readonly utterance_id: number }[];
        }[];
      }[];
    }[];
  };
  const files: { path: string; text: string }[] = [];
  const questions: Question[] = [];
  for (const { title, paragraphs } of data)
    for (const [at, { 'utterances:': turns, qas }] of paragraphs.entries()) {
      const path = `${title}-${at}.md`;
      files.push({
        path,
        text: `${turns.map(({ speakers, utterance }) => item(speakers.join(' '), utterance)).join('\n')}\n`,
      });
      for (const { question, answers } of qas)
        questions.push({
          text: question,
          answers: [...new Set(answers.map(({ utterance_id }) => `${path}:${utterance_id + 1}`))],
        });
    }
  return [{ files, questions: questions.filter(({ answers }) => answers.length > 0) }];
}

/** Encyclopedia articles, an item for each sentence. */
function xquad(language: string): Corpus[] | undefined {
  const json = fetched('google-deepmind/xquad', `xquad.${language}.json`);
  if (json === undefined) return undefined;
  const { data } = JSON.parse(json.toString('utf8')) as {
    readonly data: readonly {
      readonly paragraphs: readonly {
        readonly context: string;
        readonly qas: readonly {
          readonly question: string;
          readonly answers: readonly { readonly answer_start: number }[];
        }[];
      }[];
    }[];
  };
  const files: { path: string; text: string }[] = [];
  const questions: Question[] = [];
  for (const [at, { paragraphs }] of data.entries()) {
    const lines: string[] = [];
    const path = `${at}.md`;
    for (const { context, qas } of paragraphs) {
      const sentences = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(context)];
      for (const { question, answers } of qas) {
        const answer = answers[0]?.answer_start ?? 0;
        const sentence = sentences.findLastIndex(({ index }) => index <= answer);
        questions.push({ text: question, answers: [`${path}:${lines.length + sentence + 1}`] });
      }
      lines.push(...sentences.map(({ segment }) => `- ${segment.replaceAll(/\s+/gu, ' ').trim()}`));
    }
    files.push({ path, text: `${lines.join('\n')}\n` });
  }
  return [{ files, questions }];
}

function* filesBelow(folder: string, wanted: RegExp): Generator<{ readonly path: string; readonly text: string }> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (statSync(path).isDirectory() && !entry.name.startsWith('.')) yield* filesBelow(path, wanted);
    else if (statSync(path).isFile() && wanted.test(entry.name)) yield { path, text: readFileSync(path, 'utf8') };
  }
}

/** Pages by heading: every fourth heading is asked for, and stands in the file no more. */
function docs(pages: readonly { readonly path: string; readonly text: string }[]): Corpus[] {
  const questions: Question[] = [];
  const seen = new Set<string>();
  let count = 0;
  const files = pages
    .filter(({ text }) => {
      const isNew = !seen.has(text);
      seen.add(text);
      return isNew && text.length < 400_000;
    })
    .map(({ path, text }) => {
      const lines = text.split('\n');
      let isCode = false;
      return {
        path,
        text: lines
          .map((line, at) => {
            if (/^\s*(?:```|~~~)/u.test(line)) isCode = !isCode;
            const title = isCode ? undefined : /^(#{2,4}) +(.{12,100})$/u.exec(line);
            const next = lines.slice(at + 1).findIndex((each) => /^#{1,6} /u.test(each));
            const below = lines.slice(at + 1, next === -1 ? undefined : at + 1 + next).join(' ');
            const words = title?.[2]?.match(/[A-Za-z]{3,}/gu)?.length ?? 0;
            if (
              title == null ||
              words < 3 ||
              /\d+\.\d+/u.test(title[2] ?? '') ||
              below.split(/\s+/u).length < 40 ||
              /^\s*[-*+] /u.test(lines[at + 2] ?? '') ||
              count++ % 4 !== 0
            )
              return line;
            questions.push({ text: title[2] ?? '', answers: [`${path}:${at + 1}`] });
            return `${title[1]} Section`;
          })
          .join('\n'),
      };
    });
  return [{ files, questions: questions.slice(0, 500) }];
}

/** Code by what is said of it: comments are asked for, and stand in the file no more. */
function code(folders: readonly string[]): Corpus[] {
  const questions: Question[] = [];
  const files = folders
    .flatMap((folder) => [...filesBelow(folder, /(?<!\.d)\.ts$/u)])
    .slice(0, 1500)
    .map(({ path, text }) => {
      const lines = text.split('\n');
      for (const [at, line] of lines.entries()) {
        const said = /^\/\*\* (.{30,160}) \*\/$/u.exec(line)?.[1];
        if (said === undefined || !/^(?:export )?(?:async )?(?:function|const)/u.test(lines[at + 1] ?? '')) continue;
        lines[at] = '';
        questions.push({ text: said, answers: [`${path}:${at + 2}`] });
      }
      return { path, text: lines.join('\n') };
    });
  return [{ files, questions: questions.filter((_, at) => at % 3 === 0).slice(0, 400) }];
}

/** Pages of others that may be fetched; without them only our own are asked about. */
const theirPages = [
  ...[
    'drizzle-team/drizzle-orm-docs',
    '11ty/11ty-website',
    'go-task/task',
    'evilmartians/lefthook',
    'orhun/git-cliff',
    'nix-community/disko',
  ],
];

export const testSets: readonly TestSet[] = [
  { name: 'LoCoMo', kind: 'dialogue', corpora: locomo },
  { name: 'FriendsQA', kind: 'dialogue', corpora: friends },
  {
    name: 'pages by heading',
    kind: 'docs',
    corpora: () =>
      docs([...filesBelow('docs', /\.md$/iu), ...theirPages.flatMap((each) => [...fetchedFiles(each, /\.mdx?$/iu)])]),
  },
  { name: 'code by comment', kind: 'code', corpora: () => code(['src', 'node_modules/zod/src', 'node_modules/yaml']) },
  ...['en', 'de', 'ru', 'zh'].map(
    (language) => ({ name: `XQuAD ${language}`, kind: 'sentences', corpora: () => xquad(language) }) as const,
  ),
];
