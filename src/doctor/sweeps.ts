// Sweeps that cannot be: no heartbeat, no recalls, or a gate that nothing can pass.
import {
  agentOf,
  dreamingOn,
  type HomeSettings,
  heartbeatOn,
  keepsRecalls,
  settingsFor,
  sweepsOn,
} from '../config/config.ts';
import { rulesOf, sweepLook, unreachable } from '../sweep/sweep.ts';
import { attempt } from './attempt.ts';
import { type Finding, type Found, finding } from './finding.ts';
import type { Patient } from './patient.ts';

export async function checkSweeps(patient: Patient): Promise<Found> {
  if (!('value' in patient.settings)) return [];
  const all = patient.settings.value;
  const agents = new Set([agentOf(all, undefined), ...(all.agents ?? []).map(({ id }) => id)]);
  const found: Finding[] = [];
  for (const agent of agents) found.push(...(await checkAgent(patient, settingsFor(all, agent), agent)));
  const once = new Map(found.map((each) => [each.message, each]));
  return [...once.values()];
}

async function checkAgent({ world, home, state }: Patient, settings: HomeSettings, agent: string): Promise<Finding[]> {
  if (settings.dreaming === undefined || settings.dreaming.sweep === false) return [];
  if (dreamingOn(settings) && !heartbeatOn(settings))
    return [
      finding(
        'sweep-no-heartbeat',
        '`dreaming` is enabled and `heartbeat.enabled` is false, so nothing is swept by itself.',
        'Remove `heartbeat.enabled: false` from dreamkeeper.yaml, or set `dreaming: {sweep: false}` if you want no sweeps.',
      ),
    ];
  const never = unreachable(rulesOf(settings));
  if (never !== undefined) return hopelessAs(`${capital(never.why)}.`, never.setting);
  if (!sweepsOn(settings)) return [];
  if (!keepsRecalls(settings))
    return hopelessAs(
      'Nothing can be promoted: recalls are not recorded, so no memory has any (gate: recalls).',
      'record.recalls',
    );
  // A state that is ill has its own findings; nothing is opened once more for this.
  if (state.kind !== 'open') return [];
  const looked = await attempt(() => sweepLook({ world, home, settings, agent }));
  const none = 'value' in looked ? looked.value.figures.hopeless : null;
  return none === null ? [] : hopelessAs(`${capital(none.why)} (gate: ${none.gate}).`, none.setting);
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

function hopelessAs(message: string, setting: string): Finding[] {
  const hint = `Change \`${setting}\` in dreamkeeper.yaml; \`dk sleep --only sweep --explain <memory>\` shows what one memory lacks.`;
  return [finding('sweep-hopeless', message, hint)];
}
