// `dk models test`: what came of one small real call, in words.
import { counted } from '../text/text.ts';
import type { TestedModel } from '../verbs/verbs.ts';
import { paint, type Terminal } from './terminal.ts';

export function tellTest(tested: TestedModel, isJson: boolean, terminal: Terminal): void {
  const { model, outcome, message, calls, tokens, usd, milliseconds } = tested;
  const isReady = outcome === 'ready';
  if (!isReady) terminal.leaveWith(13);
  if (isJson) return terminal.json(tested);
  terminal.say(paint(isReady ? 'green' : 'red', `${model}: ${outcome}`), `  ${message}`);
  const price = usd === null ? 'price unknown' : `$${usd.toFixed(6)}`;
  terminal.say(
    `  ${counted(calls, 'call')}, ${tokens.input} tokens in, ${tokens.output} out, ${price}, ${milliseconds} ms`,
  );
  if (!isReady) terminal.hint(paint('dim', '  docs/models.md says what each reason means and what helps.'));
}
