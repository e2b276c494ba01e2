// A session begins: it is handed the newest pack there can be within a second, and what takes longer goes on without it.
import type { Harness } from '../sessions/sessions.ts';
import { localTime } from '../text/text.ts';
import type { HookHome, LastPack, Teller } from '../wire/wire.ts';
import { spawnTick } from './detached.ts';

/** How long a session waits for news to be dreamt; then it gets the pack that is there. */
const usualWait = 1000;
/** How long it waits if there is none yet. */
const longestWait = 6000;
/** Branch, status and commits: a kept pack is there with all of them, and without any. */
const mostSent = 3;

/**
 * Prints the pack in the one shape the harness takes.
 *
 * A tick of its own makes the pack, because it must not be cut off in the middle when the harness loses patience with us. If it is not ready
 * in time it goes on by itself, and the session gets the pack of the last night or wake, with a line that says so. A session that goes on is told what is new, if
 * anything is.
 */
export async function deliverPack(harness: Harness, home: HookHome, teller: Teller, source: string): Promise<void> {
  const { mostChars, sends } = harness;
  // A session that goes on still has its pack: it gets what is new, and never an older one.
  const goesOn = harness.goesOn.includes(source);
  const last = goesOn ? undefined : home.lastPack(teller.session);
  const wait = waitOf(process.env.DREAMKEEPER_WAKE_WAIT_MS);
  const args = [
    '--pack',
    '--budget',
    String(mostChars),
    '--run',
    teller.session ?? '',
    '--source',
    source,
    '--sent',
    sends.join(','),
  ];
  if (goesOn) args.push('--goes-on');
  const fresh = await within(last === undefined ? Math.max(wait, longestWait) : wait, home, args);
  const pack =
    fresh ?? (last === undefined ? undefined : `${stale(last)}\n${fitting(textFor(last, sends), mostChars)}`);
  if (pack === undefined) return goesOn ? undefined : home.drop('unknown');
  process.getBuiltinModule('node:fs').writeSync(1, harness.packOutput(pack));
  // What the tick made is kept by itself; this one it knows nothing of.
  if (fresh === undefined) home.gave(pack, source, teller);
}

/** Without what the harness tells by itself, if that is all that can be left out. */
function textFor({ lean, ...last }: LastPack, sends: Harness['sends']): LastPack {
  return lean !== undefined && sends.length === mostSent ? { ...last, text: lean } : last;
}

function stale({ time, zone, since }: LastPack): string {
  const made = `This hand-over was made at ${localTime(time, zone)} ${zone}`;
  return since.length === 0
    ? `(${made}: a newer one was not ready in time. \`dk wake\` prints the newer one.)`
    : `(${made}, and since then ${since.join(', and ')}: it says how things stood before that. A newer one was not ready in time; \`dk wake\` prints the newer one.)`;
}

/** Whole lines, if it is too long (somebody may have woken with a larger budget), and what others wrote is still in its frame. */
export function fitting({ text, frame }: Pick<LastPack, 'text' | 'frame'>, most: number): string {
  if (text.length <= most) return text;
  const close = `</others-${frame}>`;
  const beginning = text.slice(0, most - close.length - 1);
  const whole = beginning.slice(0, beginning.lastIndexOf('\n') + 1) || beginning;
  const isOpen = whole.includes(`\n<others-${frame}>\n`) && !whole.includes(`\n${close}\n`);
  return isOpen ? `${whole}${close}\n` : whole;
}

function waitOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,5}$/u.test(text) ? Number(text) : usualWait;
}

/** What the tick printed, or undefined if it was not done in time or failed. */
function within(milliseconds: number, home: HookHome, args: readonly string[]): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const child = spawnTick(home, args, 'pipe');
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const timer = setTimeout(() => {
    child.stdout?.destroy();
    child.unref();
    resolve(undefined);
  }, milliseconds);
  const ended = (code: number | null): void => {
    clearTimeout(timer);
    const text = Buffer.concat(chunks).toString('utf8');
    resolve(code === 0 && text.trim() !== '' ? text : undefined);
  };
  child.on('error', () => ended(null));
  child.on('close', ended);
  return promise;
}
