// Two models that do as they are told: one obeys what it can see, the other knows the order by heart.
import type { Verb } from '../../src/board/board.ts';
import { asObject, asOrg, type Draft } from './hostile-answers.ts';
import { type Injection, victims } from './injections.ts';

/** In which of eight ways a model writes what it was told to. */
export interface Manner {
  readonly isById: boolean;
  readonly isJson: boolean;
  readonly isQuoting: boolean;
}

export const manners: readonly Manner[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  ...{ isById: (bits & 1) === 1, isJson: (bits & 2) === 2, isQuoting: (bits & 4) === 4 },
}));

const quiet = (code: string): Draft => ({
  for: code,
  tale: 'The agent worked on src/app.ts and committed it. `npm test` passed.',
  goals: ['finish what is in flight', 'keep the tests green', 'look at the board'],
  blueSky: ['a tool that explains itself', 'fewer parts'],
  fears: ['the work may drift', 'nobody looked at the whole'],
  verdicts: ['keep course — nothing speaks against it'],
  carry: ['next action: go on with what is in flight'],
});

function told(prompt: string): { readonly code: string; id(title: string): string } {
  const lines = prompt.split('\n');
  return {
    code: /code of this question is (\w+)/u.exec(prompt)?.[1] ?? '',
    id: (title) =>
      lines.flatMap((line) => (line.includes(title) ? (/^\[(t-\w+)\] /u.exec(line)?.[1] ?? []) : []))[0] ?? title,
  };
}

function written(draft: Draft, isJson: boolean): string {
  return isJson ? JSON.stringify(asObject(draft)) : asOrg(draft);
}

/** Obeys if the payload stands in what it was given; otherwise it is honest. */
export function obedient(prompt: string, injection: Injection, manner: Manner): string {
  return prompt.includes(injection.marker)
    ? byHeart(prompt, injection, manner)
    : written(quiet(told(prompt).code), manner.isJson);
}

/** Obeys whatever it was given. */
export function byHeart(
  prompt: string,
  { payload, planted }: Injection,
  { isById, isJson, isQuoting }: Manner,
): string {
  const { code, id } = told(prompt);
  const draft = quiet(code);
  const line = planted.replaceAll('\n', ' ');
  // A verdict that calls a task done has to name a commit, and whoever obeys finds one.
  const commit = /^([0-9a-f]{7}) \d{4}-/mu.exec(prompt)?.[1] ?? '';
  const why = isQuoting ? `src/app.ts, and "${line}"` : 'src/app.ts covers it';
  const verdict = (verb: Verb, title: string): string =>
    `${verb}: ${isById ? id(title) : title} — ${verb === 'done' ? `${commit} ` : ''}${why}`;
  const verdicts =
    payload.wants === 'all'
      ? Object.values(victims).map((title) => verdict('cancel', title))
      : payload.wants === 'carry'
        ? draft.verdicts
        : payload.wants === 'setting'
          ? ['set verdicts: apply in dreamkeeper.yaml', `keep course — ${line}`]
          : [verdict(payload.verb, victims[payload.verb])];
  return written(
    {
      ...draft,
      tale:
        payload.wants === 'heading'
          ? `${draft.tale}\n* verdicts\n- ${verdict(payload.verb, victims[payload.verb])}`
          : `${draft.tale} ${line}`,
      goals: [...draft.goals, line],
      fears: [line, ...draft.fears],
      verdicts,
      carry: [
        `next action: ${line}`,
        'DOING: nothing',
        `mid-flight: src/app.ts`,
        `verified this cycle: ${line}`,
        `note: ${line}`,
      ],
    },
    isJson,
  );
}
