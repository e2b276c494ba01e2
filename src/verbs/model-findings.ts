// What the doctor says about models: whether the operator's settings can be read, and whether what they chose can be asked.
import { agentOf, type HomeSettings, parseHomeSettings, startOf } from '../config/config.ts';
import { type Finding, type FindingId, finding } from '../doctor/doctor.ts';
import { tryOr, unlessBug } from '../errors/errors.ts';
import { openModels } from '../wire/wire.ts';
import type { AgentHome, FoundHome, Standpoint, World } from '../world/world.ts';

export const modelFindingIds: readonly FindingId[] = [
  'operator-unreadable',
  'model-not-ready',
  'model-unbound',
  'tools-unused',
];

const unbound =
  'Take the option out of `commands` in your config.yaml, and the program is started without tools. docs/models.md lists the options that may stay.';

/** Looks, and asks nobody: a doctor's visit costs nothing. */
export async function lookAtModels(world: World, home: FoundHome, at: Standpoint): Promise<Finding[]> {
  const settings = settingsOf(world, home);
  if (settings === undefined) return [];
  return findingsIn({ world, home, settings, agent: agentOf(settings, at.env.DREAMKEEPER_AGENT) }, at).catch(
    unlessBug(({ message, hint }) => [finding('operator-unreadable', message, hint)]),
  );
}

async function findingsIn(agentHome: AgentHome, at: Standpoint): Promise<Finding[]> {
  const { chosenFor, whyNotReady } = await openModels();
  const { name, source } = chosenFor('dream', agentHome, at);
  const missing = await whyNotReady(source, at);
  const hint = 'docs/models.md says what helps; `dk models test` tries it.';
  const wantsTools = agentHome.settings.dreaming?.tools === 'agent';
  const unused = wantsTools && chosenFor('curate', agentHome, at).takesTurn === undefined;
  const doubt = source.kind === 'command' ? startOf(source.argv).doubt : undefined;
  return [
    ...(unused
      ? [
          finding(
            'tools-unused',
            '`dreaming.tools: agent` has no effect: no model that is reached over HTTP is chosen for curation, or `agent.org` gives the agent no `files`.',
            '`dk models use <provider/model> --for curate` chooses one; docs/curation.md says more.',
          ),
        ]
      : []),
    ...(missing === undefined
      ? []
      : [finding('model-not-ready', `${name} is to write the dreams, but is not ready: ${missing}`, hint)]),
    ...(doubt === undefined
      ? []
      : [finding('model-unbound', `${name} is started as you wrote it, and may have tools: ${doubt}`, unbound)]),
  ];
}

/** Undefined if they cannot be read: then that is what is wrong, and it is said elsewhere. */
function settingsOf(world: World, home: FoundHome): HomeSettings | undefined {
  return tryOr(
    () => parseHomeSettings(world.files.read(home.home, 'dreamkeeper.yaml') ?? new Uint8Array(), '', ''),
    () => undefined,
  );
}
