// YAML in, typed settings out; or one message that names file, line, the wrong value and what was probably meant.
import { DreamkeeperError } from '../errors/errors.ts';
import { decodeUtf8, fill, isRecord, printSafe } from '../text/text.ts';
import { operatorKeyFor } from './dangerous.ts';
import { check } from './explain.ts';
import { agentName, type HomeSettings, homeSchema } from './home-schema.ts';
import { type OperatorSettings, operatorSchema } from './operator-schema.ts';
import { reindent } from './reindent.ts';
import { configError, parseYaml, type YamlSource } from './yaml-source.ts';

/** Reads `dreamkeeper.yaml`. `file` is only for messages; `operatorFile` is where refused settings belong. */
export function parseHomeSettings(bytes: Uint8Array, file: string, operatorFile: string): HomeSettings {
  const source = parseYaml(reindent(decodeUtf8(bytes)), file);
  refuseDangerous(source, file, operatorFile);
  refuseNewerFormat(source, file);
  return check(homeSchema, source, file);
}

/** Larger than this nobody writes settings. */
const largestSettings = 256 * 1024;

/** Reads the operator's `config.yaml`. */
export function parseOperatorSettings(bytes: Uint8Array, file: string): OperatorSettings {
  if (bytes.length > largestSettings)
    throw configError(file, 1, `it has ${bytes.length} bytes, more than ${largestSettings}`);
  const source = parseYaml(decodeUtf8(bytes), file);
  refuseNewerFormat(source, file);
  return check(operatorSchema, source, file);
}

/** The text `dk init` writes: the few settings most people look for, each with its reason. */
export function newHomeSettings(agent: string): string {
  return fill(
    `# Settings of this home. Data only: programs, addresses, keys and budgets belong to the operator's own file.
format: 1
agent: {agent}

# At most one dream in this time, measured from the last one that landed.
rem:
  min_interval: 50m

# What happens to a dream's verdicts at the next wake: apply, advise or off.
# A task that looks done is only told; \`verdicts: {moves: apply, done: apply}\` closes it.
verdicts: apply
`,
    { agent },
  );
}

/** Tells whether a name may be an agent's. */
export function isAgentName(name: string): boolean {
  return agentName.safeParse(name).success;
}

function refuseDangerous(source: YamlSource, file: string, operatorFile: string): void {
  const visit = (value: unknown, path: readonly PropertyKey[]): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, index]);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        const here = [...path, name];
        // That sessions tire is a yes or a no, and starts nothing that its owner did not install.
        const isHarmless = name === 'hooks' && path.at(-1) === 'fatigue' && typeof inner === 'boolean';
        const belongs = isHarmless ? undefined : (operatorKeyFor(name) ?? operatorValue(name, inner));
        if (belongs !== undefined) {
          throw new DreamkeeperError(
            'E_CONFIG_DANGEROUS',
            `${printSafe(file)}:${source.lineOf(here)}: a home may not set \`${printSafe(here.map(String).join('.'))}\``,
            {
              hint: `A home may come from somebody else, so only you may set this, in your own settings: put it under \`${belongs}\` in ${printSafe(operatorFile)}.`,
            },
          );
        }
        visit(inner, here);
      }
    }
  };
  visit(source.value, []);
}

/** Some names a home may use, but not with every value. */
function operatorValue(name: string, value: unknown): string | undefined {
  if (name === 'push' && /[:/@\\]/u.test(String(value))) return 'remotes';
  return name === 'foreign' && value !== 'advise' ? 'rem.foreign' : undefined;
}

function refuseNewerFormat(source: YamlSource, file: string): void {
  const format = isRecord(source.value) ? source.value.format : 1;
  if (typeof format === 'number' && format > 1) {
    throw new DreamkeeperError(
      'E_FORMAT_NEWER',
      `${printSafe(file)}:${source.lineOf(['format'])}: format ${format} is newer than this program`,
      { hint: 'Update dreamkeeper; an older one must not write to this home.' },
    );
  }
}
