// Settings and records that people and programs write: whether they can be understood.
import { join } from 'node:path';
import { agentIn, agentOf, inertHint, inertNote, unknownKitsHint, unknownKitsNote } from '../config/config.ts';
import { readOtherReceipts, readReceipts } from '../night/night.ts';
import { parseSteps } from '../steps/steps.ts';
import { counted, decodeUtf8, present } from '../text/text.ts';
import { type FindingId, type Found, finding } from './finding.ts';
import type { Patient } from './patient.ts';

export function checkSettings({ settings }: Patient): Found {
  if ('value' in settings) {
    const note = inertNote(settings.value);
    return note === undefined ? [] : [finding('settings-inert', `${note}.`, inertHint)];
  }
  const { code, message, hint } = settings.error;
  const id: FindingId =
    code === 'E_FORMAT_NEWER'
      ? 'format-newer'
      : code === 'E_CONFIG_DANGEROUS'
        ? 'settings-dangerous'
        : 'settings-unreadable';
  return finding(id, `${message}.`, hint);
}

/** Of a definition that cannot be read, whoever runs says so. */
export function checkToolkits({ world, home, settings }: Patient): Found {
  const definition = world.files.theirs(home.home, 'agent.org');
  if (definition.kind !== 'file' || !('value' in settings)) return [];
  const text = decodeUtf8(definition.content);
  const agents = [agentOf(settings.value, undefined), ...(settings.value.agents ?? []).map(({ id }) => id)];
  const notes = new Set(agents.map((agent) => unknownKitsNote(agentIn(text, agent))));
  return present([...notes]).map((note) => finding('toolkit-unknown', `${note}.`, unknownKitsHint));
}

export async function checkSteps({ world, home }: Patient): Promise<Found> {
  const { torn, foreign } = parseSteps((await world.lines.day(home)).newest());
  if (torn + foreign === 0) return [];
  return finding(
    'steps-torn',
    `${counted(torn + foreign, 'line')} of _steps.jsonl cannot be understood (${torn} torn, ${foreign} not ours).`,
    'Dreamkeeper skips them. If there are more and more of them, find out which program writes there.',
  );
}

export function checkReceipts({ world, home }: Patient): Found {
  if (world.disk.at(home.privateDir)?.kind !== 'folder') return [];
  const lines = world.lines
    .newest(join(home.privateDir, 'receipts.jsonl'))
    .split('\n')
    .filter((line) => line !== '').length;
  const nights = readReceipts(world, home).reduce((sum, { count }) => sum + count, 0);
  const torn = lines - nights - readOtherReceipts(world, home).length;
  if (torn <= 0) return [];
  return finding(
    'receipts-torn',
    `${counted(torn, 'line')} of receipts.jsonl cannot be understood.`,
    'Dreamkeeper skips them. `dk nights list` lacks those nights; the ledger has those that wrote a dream.',
  );
}
