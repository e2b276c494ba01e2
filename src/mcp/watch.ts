// Tells when a part of a home has changed, for as long as somebody listens: it looks at names and times, once a second.
import { type HomeMarks, homeMarks } from '../verbs/verbs.ts';
import type { Standpoint } from '../world/world.ts';

const parts: Readonly<Record<keyof HomeMarks, readonly string[]>> = {
  board: ['dreamkeeper://board', 'dreamkeeper://pack', 'dreamkeeper://carry'],
  journal: ['dreamkeeper://journal/last', 'dreamkeeper://pack', 'dreamkeeper://carry'],
  memory: ['dreamkeeper://memory', 'dreamkeeper://pack'],
};

export interface Watching {
  readonly where: () => Promise<Standpoint>;
  /** Whether anybody listens now. */
  readonly isHeard: () => boolean;
  updated(uri: string): void;
  /** There is another dream, or one less. */
  listed(): void;
  readonly every?: number;
}

/** Gives the function that ends it. It keeps no process alive. */
export function watch({ where, isHeard, updated, listed, every = 1000 }: Watching): () => void {
  let before: HomeMarks | undefined;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (!isHeard()) {
      // Whoever listens later is told what changes from then on.
      before = undefined;
      return;
    }
    const now = await homeMarks(await where()).catch(() => undefined);
    const was = before;
    before = now;
    if (now === undefined || was === undefined) return;
    const names = (['board', 'journal', 'memory'] as const).filter((name) => now[name] !== was[name]);
    for (const uri of new Set(names.flatMap((name) => parts[name]))) updated(uri);
    if (names.includes('journal')) listed();
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
