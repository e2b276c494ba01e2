// Plans beside the board: Markdown and org files with open boxes that somebody edited or read in this cycle. Most people have no other.
import { posix } from 'node:path';
import { type Call, callsOf, isIntent, type StepRecord } from '../steps/steps.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { ChangedFile, FoundHome, Repository, World } from '../world/world.ts';
import { inProject } from './edits.ts';
import { isHomeFile } from './home-files.ts';
import { type Boxes, boxesIn } from './plan-boxes.ts';
import { pathsIn } from './related.ts';

export interface Plan extends Boxes {
  readonly path: string;
  /** Whether it is in the repository. One that is not is private: no commit of ours names it. */
  readonly isTracked: boolean;
}

export interface PlanSources {
  readonly world: World;
  readonly home: FoundHome;
  readonly repository: Repository;
  readonly head: string | null;
  readonly changed: readonly Pick<ChangedFile, 'path' | 'isStaged'>[];
  /** Of this cycle, whoever made them. */
  readonly records: readonly StepRecord[];
}

/** So many files are opened, and so much of one; so many plans are told. */
const mostOpened = 8;
const largestPlan = 256 * 1024;
const mostPlans = 3;
/** A day has more calls; what was touched before these is not what is being worked by. */
const mostCalls = 1000;

/** The plans, the most recently touched first. */
export async function plansIn(sources: PlanSources): Promise<Plan[]> {
  const { world, home, repository, head, changed } = sources;
  const worktree = home.project.worktree ?? home.home;
  const found = touchedFiles(sources, worktree).flatMap((path) => {
    const file = world.files.theirs(worktree, path, largestPlan);
    const boxes = file.kind === 'file' ? boxesIn(decodeUtf8(file.content), meantIn(path)) : undefined;
    // A list by which things are always done is no plan until somebody has begun with it.
    const isStanding = /checklist/iu.test(path) && boxes?.ticked === 0;
    return boxes === undefined || isStanding ? [] : [{ path, ...boxes }];
  });
  const plans = found.slice(0, mostPlans);
  const known =
    head === null || plans.length === 0
      ? []
      : await world.git.blobsThen(
          repository,
          plans.map(({ path }) => ({ commit: head, path })),
        );
  const isStaged = new Set(changed.filter((file) => file.isStaged === true).map(({ path }) => path));
  return plans.map((plan, at) => ({ ...plan, isTracked: known[at] !== undefined || isStaged.has(plan.path) }));
}

/** Markdown and org files that calls of this worktree named, the last first. */
function touchedFiles({ world, home, records }: PlanSources, worktree: string): string[] {
  const main = home.project.mainWorktree ?? worktree;
  const here = records.filter((record) => !isIntent(record) && (record.worktree ?? main) === worktree);
  const named = callsOf(here).slice(-mostCalls).toReversed().flatMap(namedBy);
  const paths = new Set(
    named.flatMap((name) => {
      const path = inProject(name, worktree);
      const isOther = path === undefined || isHomeFile(path, home.shape) || world.harnesses.isRules(path);
      return isOther || !mayPlan(path) ? [] : [path];
    }),
  );
  return [...paths].slice(0, mostOpened);
}

/** A tool that reads or edits names the file; a command may name several. */
function namedBy({ target, outcome }: Call): string[] {
  if (outcome === 'failed' || !/\.(?:md|markdown|org)\b/iu.test(target)) return [];
  const whole = target.trim();
  const words = pathsIn(target).map((path) => (whole.includes(`/${path}`) ? rooted(whole, path) : path));
  return [whole, ...words];
}

/** `pathsIn` leaves the first slash away. */
function rooted(target: string, path: string): string {
  return new RegExp(`(?:^|[\\s"'=])/${path.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}`, 'u').test(target)
    ? `/${path}`
    : path;
}

const notPlans =
  /^(?:changelog.*|changes|history|releases?|release-notes|news|contributing|code_of_conduct|security|licen[cs]e|support|agents|gemini|skill|.*template.*)(?:\.[\w-]+)*$/iu;
const notWork =
  /^(?:node_modules|vendor|third_party|dist|build|target|coverage|tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|snapshots|__snapshots__|templates?|(?:issue|pull_request)_template)$/iu;

/** Whether a file may be somebody's plan: no template, no fixture, nothing that others brought, no rules of a tool. */
export function mayPlan(path: string): boolean {
  if (!/\.(?:md|markdown|org)$/iu.test(path)) return false;
  const folders = path.split('/').slice(0, -1);
  const isTools = folders.some((name) => name.startsWith('.')) && !folders.some((name) => /^\.?plans?$/iu.test(name));
  return !isTools && !folders.some((name) => notWork.test(name)) && !notPlans.test(posix.basename(path));
}

/** In a README only what it says is to come: the rest is for those who contribute. */
function meantIn(path: string): (heading: string) => boolean {
  if (!/^readme\b/iu.test(posix.basename(path))) return () => true;
  return (heading) => /\b(?:road ?map|to-?dos?|plans?|planned|next|milestones?|status|progress)\b/iu.test(heading);
}
