// A session begins in a run that was not handed its pack, such as a harness behind `dk run --`: its hook hands it over.
import type { Harness } from '../sessions/sessions.ts';
import type { HookHome } from '../wire/wire.ts';
import { fitting } from './session-start.ts';

/** Prints it in the shape the harness takes. A session that goes on has it already, unless it was not of this run before. */
export function deliverRunPack(harness: Harness, home: HookHome, source: string): void {
  const pack = home.runPack();
  if (pack === undefined || (pack.wasGiven && harness.goesOn.includes(source))) return;
  const given = shortened(pack.text, harness.mostChars, pack.path);
  process.getBuiltinModule('node:fs').writeSync(1, harness.packOutput(given));
  pack.gave(given);
}

/** A pack of a run may have long texts in it that the home wants known; a session takes only so much. */
function shortened(text: string, most: number, path: string): string {
  if (text.length <= most) return text;
  const note = `(Only the beginning. All of it is in ${path}, as long as this run goes on.)\n`;
  const frame = /^<others-([0-9a-f]+)>$/mu.exec(text)?.[1] ?? '';
  return `${fitting({ text, frame }, most - note.length)}${note}`;
}
