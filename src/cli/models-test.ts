// `dk models test`: one small real call, counted like every other, and what came of it.
import { type Asking, askWithinLimits } from '../asking/asking.ts';
import { openModels, openOwnHome } from '../wire/wire.ts';
import { paint, type Terminal } from './terminal.ts';

/** Asks the model that would dream (or the one that is named) for a word that nobody can know. */
export async function testModel(wanted: string | undefined, isJson: boolean, terminal: Terminal): Promise<void> {
  const at = terminal.standpoint();
  const [opened, { chosenFor }] = await Promise.all([openOwnHome(at), openModels()]);
  const dreamer = chosenFor('dream', opened, at, wanted);
  const code = opened.world.random(4);
  const began = performance.now();
  const asked = await askWithinLimits(opened, dreamer, smallQuestion(code));
  const milliseconds = Math.round(performance.now() - began);
  const isRight = asked.kind === 'answer' && asked.text.includes(code);
  const { input, output, usd, calls } = asked.bill;
  const outcome = asked.kind === 'failed' ? asked.reason : isRight ? 'ready' : 'strange';
  const message =
    asked.kind === 'failed'
      ? asked.message
      : isRight
        ? `it answers (${asked.form})`
        : 'it answers, but not what it was asked';
  if (outcome !== 'ready') terminal.leaveWith(13);
  if (isJson)
    return terminal.json({
      model: dreamer.name,
      outcome,
      message,
      calls,
      tokens: { input, output },
      usd,
      milliseconds,
    });
  terminal.say(paint(isRight ? 'green' : 'red', `${dreamer.name}: ${outcome}`), `  ${message}`);
  const price = usd === null ? 'price unknown' : `$${usd.toFixed(6)}`;
  terminal.say(
    `  ${calls} ${calls === 1 ? 'call' : 'calls'}, ${input} tokens in, ${output} out, ${price}, ${milliseconds} ms`,
  );
  if (outcome !== 'ready') terminal.hint(paint('dim', '  docs/models.md says what each reason means and what helps.'));
}

function smallQuestion(code: string): Asking {
  const word = {
    type: 'object',
    properties: { word: { type: 'string' } },
    required: ['word'],
    additionalProperties: false,
  };
  return {
    ...{ act: 'test', night: `test-${code}`, temperature: 0, schema: word, isForced: true },
    prompt: (form) => ({
      system: 'You repeat a word.',
      prompt:
        form === 'text'
          ? `Answer with this word and nothing else: ${code}`
          : `Answer with the JSON object {"word": "${code}"} and nothing else.`,
    }),
    byRules: () => code,
  };
}
