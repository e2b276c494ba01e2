// A turn that was cut off has no last words on record: its harness may have kept them.
import { createHash } from 'node:crypto';
import { keepsLastWords } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import { lastWordsName, parseLastWords, printLastWords, type RunLine, shortWords } from '../steps/steps.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The newest session but the one that asks, if it was over before the agent had answered: what was asked there last. */
function cutOffTurn(lines: readonly RunLine[], isNot: ReadonlySet<string>): RunLine | undefined {
  const last = lines.findLast(({ run, event }) => run !== '' && event !== 'probe' && !isNot.has(run));
  const turn = lines.findLast(({ run, event }) => run === last?.run && (event === 'prompt' || event === 'stop'));
  if (turn?.event !== 'prompt') return undefined;
  const { transcript = null } = lines.findLast((line) => line.run === turn.run && line.transcript !== null) ?? {};
  return { ...turn, transcript };
}

/** Puts down what the agent said last in such a session, if that is newer than what is on record. `isNot`: who asks, and who is still at work. */
export function rescueWords(
  { world, home, settings }: AgentHome,
  lines: readonly RunLine[],
  isNot: ReadonlySet<string>,
): void {
  const turn = keepsLastWords(settings) ? cutOffTurn(lines, isNot) : undefined;
  if (turn === undefined) return;
  const name = lastWordsName(turn.worktree, sha256);
  const bytes = tryOr(() => world.files.read(home.privateDir, name));
  const known = bytes === undefined ? undefined : parseLastWords(decodeUtf8(bytes));
  if (known !== undefined && known.time >= turn.time) return;
  const said = world.harnesses.said(turn.from, turn.transcript);
  // Without a time nobody knows whether it is newer.
  if (said?.time === undefined || said.time === null || said.time < turn.time) return;
  const now = world.now().toISOString();
  const time = said.time > now ? now : new Date(said.time).toISOString();
  const text = shortWords(said.text, (part) => redactSecrets(part, { allow: settings.secrets?.allow ?? [], sha256 }));
  if (text === '') return;
  tryOr(() =>
    world.files.write(
      home.privateDir,
      name,
      Buffer.from(`${printLastWords({ time, run: turn.run, from: turn.from, text })}\n`),
      { mode: 0o600 },
    ),
  );
}
