// A row of commands that failed, told by the checks in it: what changes files beside them is not to be done twice, and may be what failed.
import { posix } from 'node:path';
import { namesIn } from './check-tools.ts';
import { deedOf } from './deeds.ts';
import { readShell, type ShellCall } from './shell.ts';

const alwaysWrite = namesIn('mv cp rm rmdir mkdir touch chmod ln tee patch truncate rsync tar unzip');
/** What of git changes nothing here. What is pushed, others see: that stands in a row as the deed that it is. */
const gitReads = namesIn(
  'status diff log show rev-parse rev-list ls-files ls-tree grep blame branch describe fetch push remote',
);
/** What of git often ends with 1 by itself, as a check does. */
const gitRefuses = namesIn('commit pull merge rebase cherry-pick revert am stash apply');
const mayEditInPlace = /\b(?:sed|perl)\b/u;
const takesProgram = /^(?:node|deno|bun|python[\d.]*|ruby|perl|php)$/u;

export interface FailedRow {
  /** What is to be run again. */
  readonly calls: readonly ShellCall[];
  /** Whether something else than a check may as well be what failed. */
  readonly isUnsure: boolean;
}

/** Of calls of which each must have succeeded for the next to be run. Without a check among them, all of them. */
export function failedRow(
  calls: readonly ShellCall[],
  isCheck: (call: ShellCall) => boolean,
  exit: number | null = null,
): FailedRow {
  const last = calls.findLastIndex(isCheck);
  if (last === -1) return { calls, isUnsure: false };
  const isKept = (call: ShellCall): boolean => isCheck(call) || !writesFiles(call);
  const [before, behind] = [calls.slice(0, last), calls.slice(last + 1)];
  const end = behind.at(-1);
  // A row that ends in a deed is one: what stands between belongs to the deed.
  const isDeed = end !== undefined && deedOf(end) !== undefined;
  const refuses = before.some((call) => {
    const verb = gitVerb(call);
    return verb !== undefined && !isKept(call) && (exit === 128 || gitRefuses.has(verb));
  });
  return {
    calls: [...calls.slice(0, last + 1).filter(isKept), ...(isDeed ? behind : behind.filter(isKept))],
    isUnsure: refuses || (!isDeed && !behind.every(isKept)),
  };
}

/** Whether a call is there to change files, by its own words. */
function writesFiles(call: ShellCall): boolean {
  const [program, ...args] = programOf(call);
  if (alwaysWrite.has(program)) return true;
  if (editsInPlace(call)) return true;
  if (takesProgram.test(program)) return args.some((word) => /^(?:-[cep]|--eval|--print|eval|-r)$/u.test(word));
  const verb = gitVerb(call);
  return verb !== undefined && !gitReads.has(verb);
}

function gitVerb(call: ShellCall): string | undefined {
  const [program, ...args] = programOf(call);
  const isOwn = (word: string, at: number): boolean => word.startsWith('-') || /^-[Cc]$/u.test(args[at - 1] ?? '');
  return program === 'git' ? args.find((word, at) => !isOwn(word, at)) : undefined;
}

/** `sed -i`, `perl -pi -e` */
function editsInPlace(call: ShellCall): boolean {
  const [program, ...args] = programOf(call);
  if (program === 'sed' || program === 'gsed') return args.some((word) => /^(?:-[nErsz]*i|--in-place)/u.test(word));
  return program === 'perl' && args.some((word) => /^-[pnl0w]*i/u.test(word));
}

function programOf({ words: [program = '', ...args] }: ShellCall): [program: string, ...args: string[]] {
  return [posix.basename(program), ...args];
}

/** The files that a command edited in place, from where it began; of one that failed only what it began with: nobody knows what else was run. */
export function editedInPlace(command: string, isFailed: boolean): string[] {
  if (!mayEditInPlace.test(command) || command.endsWith('…')) return [];
  const calls = readShell(command)?.calls ?? [];
  const end = isFailed ? calls.findIndex((call) => !editsInPlace(call)) : -1;
  return calls
    .slice(0, end === -1 ? undefined : end)
    .filter(editsInPlace)
    .flatMap((call) => {
      const [, ...args] = programOf(call);
      const givesScript = (word: string): boolean => /^(?:-\w*[ef]|--expression|--file)$/u.test(word);
      const plain = args.filter((word, at) => word !== '' && !word.startsWith('-') && !givesScript(args[at - 1] ?? ''));
      const files = args.some((word) => givesScript(word) || /^--(?:expression|file)=/u.test(word))
        ? plain
        : plain.slice(1);
      return files.filter((file) => !/[*?[$]/u.test(file)).map((file) => posix.join(call.folder, file));
    });
}
