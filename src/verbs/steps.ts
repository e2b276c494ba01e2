// Steps: the record of the day, told in few lines.
import { lineTold, parseSteps, type ToldStep, tellSteps } from '../steps/steps.ts';
import { present } from '../text/text.ts';
import { openHome } from '../wire/wire.ts';
import type { LeftPiece, Standpoint } from '../world/world.ts';

export interface StepsRequest {
  readonly run?: string | undefined;
  readonly agent?: string | undefined;
  /** How many single lines; 25 if nobody says. */
  readonly most?: number | undefined;
}

export interface Steps extends ReturnType<typeof tellSteps> {
  readonly records: number;
  readonly skipped: { readonly torn: number; readonly foreign: number };
  /** Pieces of the record that are not taken for ours, with the reason. */
  readonly notRead: readonly LeftPiece[];
  /** Why the whole record could not be read; null if it could. */
  readonly problem: string | null;
}

export async function steps(at: Standpoint, { run, agent, most = 25 }: StepsRequest = {}): Promise<Steps> {
  const home = await openHome(at);
  const day = await home.world.lines.day(home.home);
  const { records, torn, foreign } = parseSteps(day.newest());
  const wanted = records.filter(
    (record) =>
      (run === undefined || record.run === run) && (agent === undefined || (record.agent ?? home.agent) === agent),
  );
  const { worktree, mainWorktree } = home.home.project;
  const roots = present([worktree, mainWorktree]).toSorted((one, other) => other.length - one.length);
  const near = wanted.map((record) => ({ ...record, target: inProject(record.target, roots) }));
  const summary = tellSteps(near, most, true);
  const told = bySession(onceEach(summary.told));
  return {
    ...summary,
    lines: told.map(lineTold),
    told,
    records: wanted.length,
    skipped: { torn, foreign },
    notRead: day.left,
    problem: day.problem ?? null,
  };
}

/** Paths of the project as people say them in it. */
function inProject(target: string, roots: readonly string[]): string {
  return roots.reduce((text, root) => (text === root ? '.' : text.replaceAll(`${root}/`, '')), target);
}

/** Lines of a session that read alike (their difference was cut off) and follow each other are one. */
function onceEach(told: readonly ToldStep[]): ToldStep[] {
  const lines: ToldStep[] = [];
  const lastOf = new Map<string | null, number>();
  for (const each of told) {
    const at = lastOf.get(each.run);
    const before = at === undefined ? undefined : lines[at];
    if (at !== undefined && before?.text === each.text) lines[at] = { ...each, count: each.count + before.count };
    else {
      lastOf.set(each.run, lines.length);
      lines.push(each);
    }
  }
  return lines;
}

/** What one session did stands together; the session that did something last comes last. */
function bySession(told: readonly ToldStep[]): ToldStep[] {
  const last = new Map(told.map(({ run }, index) => [run, index]));
  return told.toSorted((one, other) => (last.get(one.run) ?? 0) - (last.get(other.run) ?? 0));
}
