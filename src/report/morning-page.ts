// The morning report as a page.
import { localTime } from '../text/text.ts';
import { html, type Markup, nothing, theirs } from './markup.ts';
import type { Morning } from './morning-types.ts';
import { nightLine } from './night-line.ts';
import { idOf, type Part, pageOf, part } from './page.ts';

export function morningPage(morning: Morning): string {
  const { agent, time, zone, home, waits, headline, did, waiting, back } = morning;
  return pageOf({
    title: `What Dreamkeeper did for the agent ${agent}, ${localTime(time, zone)}`,
    kicker: html`Dreamkeeper puts the memory of your agent ${theirs(agent)} in order while nobody works. As of ${localTime(time, zone)} ${zone}`,
    headline,
    leads: [
      theirs(did),
      waits.length === 0 ? html`${waiting}` : html`<a href="#${idOf('Waits for you')}">${waiting}</a>`,
      ...(back === null ? [] : [html`<a href="#${idOf('Take it back')}">${theirs(back)}</a>`]),
    ],
    parts: [
      waitingPart(morning),
      lastDay(morning),
      happened(morning),
      memory(morning),
      learned(morning),
      board(morning),
      proof(morning),
      cost(morning),
      takenBack(morning),
      unknown(morning),
    ],
    made: { time, zone, home },
  });
}

const command = (text: string): Markup => html`<code class="command" tabindex="0">${text}</code>`;
const entry = (label: string, text: string): Markup =>
  html`<p${label === 'archived' ? html` class="gone"` : nothing}>${label === '' ? nothing : html`<span class="small">${theirs(label)}:</span> `}${theirs(text)}</p>`;

function waitingPart({ waits }: Morning): Part | undefined {
  if (waits.length === 0) return undefined;
  return part(
    'Waits for you',
    html`<ul>${waits.map(
      ({ what, lines, commands, answers }) =>
        html`<li class="wait"><p>${theirs(what)}</p>${lines.map(({ label, text }) => html`<p><span class="small">${theirs(label)}:</span> ${theirs(text)}</p>`)}${commands.map(command)}${answers === null ? '' : html`<p class="small">${theirs(answers)}</p>`}</li>`,
    )}</ul>`,
  );
}

function lastDay(morning: Morning): Part | undefined {
  const line = nightLine(morning);
  const { tried } = morning;
  const besides = tried === null ? nothing : html`<p class="small">${theirs(tried)}</p>`;
  return line === nothing && tried === null ? undefined : part('When it slept', line, besides);
}

function happened({ tales }: Morning): Part | undefined {
  if (tales.length === 0) return undefined;
  const told = tales.map(({ text }) => html`<p class="tale">${theirs(text)}</p>`);
  return part(tales.length === 1 ? 'The work before the night' : 'The work before these nights', ...told);
}

const colours: Readonly<Partial<Record<Morning['memory'][number]['did'], string>>> = {
  ...{ promoted: 'good', noticed: 'good', demoted: 'mark', superseded: 'mark', forgotten: 'mark' },
};

function memory({ memory: changes }: Morning): Part | undefined {
  if (changes.length === 0) return undefined;
  return part(
    'Memory',
    html`<dl class="rows">${changes.map(
      ({ did, label, lines, why, restore }) =>
        html`<dt class="${colours[did] ?? ''}">${theirs(label)}</dt><dd>${lines.map((line) => entry(line.label, line.text))}${why === null ? '' : html`<p class="small">${theirs(why)}</p>`}${restore.map(command)}</dd>`,
    )}</dl>`,
  );
}

function learned({ learned: all }: Morning): Part | undefined {
  if (all.length === 0) return undefined;
  const colour = (level: string | null): string => (level === 'RED' ? 'bad' : level === 'YLW' ? 'mark' : '');
  return part(
    'Learned',
    html`<dl class="rows">${all.map(
      ({ label, level, told }) =>
        html`<dt class="${colour(level)}">${theirs(label)}</dt><dd><p>${theirs(told)}</p></dd>`,
    )}</dl>`,
  );
}

function board({ board: { moves, earlier }, looksDone }: Morning): Part | undefined {
  if (moves.length + earlier.length + looksDone.length === 0) return undefined;
  const judged = { right: 'good', wrong: 'bad', open: '', neutral: '' } as const;
  return part(
    'Board',
    html`<dl class="rows">${moves.map(
      ({ told }) => html`<dt>suggested</dt><dd><p>${theirs(told)}</p></dd>`,
    )}${earlier.map(
      ({ told, judgement }) =>
        html`<dt class="${judged[judgement]}">${judgement === 'open' ? 'still open' : `was ${judgement}`}</dt><dd><p>${theirs(told)}</p></dd>`,
    )}${looksDone.map(
      ({ told, isSure, command: close }) =>
        html`<dt>${isSure ? 'looks done' : 'perhaps done'}</dt><dd><p>${theirs(told)}</p>${close === null ? '' : command(close)}</dd>`,
    )}</dl>`,
  );
}

const signs = {
  passed: ['✓', 'good', 'passed'],
  failed: ['✗', 'bad', 'failed'],
  'not reached': ['·', '', 'not reached'],
} as const;

function proof({ proof: nights, checks }: Morning): Part | undefined {
  if (nights.length === 0) return undefined;
  return part(
    'Proof that it did no harm',
    html`<dl class="rows">${nights.map(
      ({ night, result, why }) =>
        html`<dt class="${result === 'proven' ? 'good' : result === 'refused' ? 'bad' : 'mark'}">${result}</dt><dd><p><code>${night}</code></p><p class="small">${theirs(why)}</p></dd>`,
    )}</dl>`,
    checks.length === 0
      ? nothing
      : html`<div class="scroll" tabindex="0" role="region" aria-label="The checks"><table><tbody>${checks.map(
          ({ name, asks, result, why }) => {
            const [sign, colour, word] = signs[result];
            return html`<tr><td class="sign ${colour}"><span role="img" aria-label="${word}">${sign}</span></td><th scope="row">${name}</th><td>${why === null ? asks : theirs(why)}</td></tr>`;
          },
        )}</tbody></table></div>`,
  );
}

function cost({ cost: took, nights }: Morning): Part | undefined {
  return nights.length === 0 && took.calls === 0 ? undefined : part('Cost', html`<p>${theirs(took.told)}</p>`);
}

function takenBack({ undo, partly }: Morning): Part | undefined {
  if (undo.length === 0) return undefined;
  return part(
    'Take it back',
    html`<ul>${undo.map(({ command: how, told, after }) => html`<li><p>${theirs(told)}</p>${command(how)}${after === null ? '' : html`<p class="small">${theirs(after)}</p>`}</li>`)}</ul>`,
    partly === null ? nothing : html`<p class="small">${theirs(partly)}</p>`,
  );
}

function unknown({ unknown: sentences }: Morning): Part | undefined {
  return sentences.length === 0
    ? undefined
    : part('What is not known', html`<ul>${sentences.map((each) => html`<li>${theirs(each)}</li>`)}</ul>`);
}
