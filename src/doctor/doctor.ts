// What is wrong with a home, and what can safely be put right.
import type { FoundHome, World } from '../world/world.ts';
import { examine } from './examine.ts';
import type { Finding, FindingId } from './finding.ts';
import { mend } from './fix.ts';
import { brokenLink, tellOfLink } from './private.ts';

export {
  type Finding,
  type FindingId,
  finding,
  findingIds,
  type HarnessFinding,
  harnessFinding,
  harnessIds,
  type Level,
} from './finding.ts';

export interface CareOptions {
  /** Puts right what is provably safe. */
  readonly isFixing?: boolean;
  /** Looks for credentials, too, which takes its time. */
  readonly withSecrets?: boolean;
  /** Whose commits those of a fix are. */
  readonly agent?: string;
  /** What somebody else looks at besides: the harness that tells us things. */
  readonly besides?: { readonly ids: readonly FindingId[]; look(): Promise<Finding[]> };
}

export interface Diagnosis {
  /** No error. */
  readonly healthy: boolean;
  readonly findings: readonly Finding[];
  /** What was put right, in words. */
  readonly fixed: readonly string[];
  /** What was tried and did not work, in words. */
  readonly failed: readonly string[];
  readonly checks: readonly FindingId[];
}

/** Looks at a home; with `isFixing` puts right what it can, and looks again. Looking changes nothing. */
export async function diagnose(world: World, home: FoundHome, options: CareOptions = {}): Promise<Diagnosis> {
  let found = await examine(world, home, options.withSecrets === true);
  const done: { fixed: readonly string[]; failed: readonly string[] } = { fixed: [], failed: [] };
  // What was put right may show something that it had covered.
  for (let round = 0; options.isFixing === true && round < rounds; round += 1) {
    const { fixed, failed } = await mend(world, home, found.findings, options.agent);
    done.fixed = [...done.fixed, ...fixed];
    done.failed = failed;
    if (fixed.length === 0) break;
    found = await examine(world, home, options.withSecrets === true);
  }
  const besides = (await options.besides?.look()) ?? [];
  return diagnosisOf([...found.findings, ...besides], [...found.checks, ...(options.besides?.ids ?? [])], done);
}

const rounds = 3;

/** Where no home can be found because the note that leads to it is out of date, that is the finding. */
export function diagnoseNoHome(world: World, cwd: string): Diagnosis | undefined {
  const commonDir = world.places.look(cwd).around?.commonDir;
  const note = commonDir === undefined ? undefined : brokenLink(world, commonDir);
  if (commonDir === undefined || note === undefined) return undefined;
  return diagnosisOf([tellOfLink(note, commonDir)], ['link-broken'], { fixed: [], failed: [] });
}

const weight = { error: 0, warning: 1, info: 2 } as const;

function diagnosisOf(
  found: readonly Finding[],
  checks: readonly FindingId[],
  { fixed, failed }: Pick<Diagnosis, 'fixed' | 'failed'>,
): Diagnosis {
  const findings = found.toSorted((one, other) => weight[one.level] - weight[other.level]);
  return { healthy: !findings.some(({ level }) => level === 'error'), findings, checks, fixed, failed };
}
