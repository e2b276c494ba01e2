// A week as a page: four small plots, whether it helps, and the nights.
import { localTime } from '../text/text.ts';
import { median } from './helps.ts';
import { html, type Markup, nothing, theirs } from './markup.ts';
import { type Part, pageOf, part } from './page.ts';
import { barPlot, dotRows, linePlot, partsPlot } from './plots.ts';
import type { Week } from './week-types.ts';

export function weekPage(week: Week): string {
  const { agent, time, zone, home, waits, headline, did } = week;
  return pageOf({
    title: `The week of the agent ${agent}, ${localTime(time, zone)}`,
    kicker: html`Dreamkeeper puts the memory of your agent ${theirs(agent)} in order while nobody works. The seven days until ${localTime(time, zone)} ${zone}`,
    headline,
    leads: [
      theirs(did),
      waits === 0
        ? html`Nothing waits for you.`
        : html`${waits === 1 ? 'One thing waits' : `${waits} things wait`} for you; <code>dk report</code> says what.`,
    ],
    parts: [days(week), helps(week), nights(week), part('Cost', html`<p>${theirs(week.cost.told)}</p>`), unknown(week)],
    made: { time, zone, home },
  });
}

function days({ days: all, packs, record, legend }: Week): Part {
  const said = (values: readonly (number | null)[]): string =>
    all.map(({ name }, at) => `${name} ${values[at] ?? 'not known'}`).join(', ');
  const slept = all.map(({ nights: many }) => many);
  const sizes = all.map(({ memories }) => memories);
  const { right, wrong, open } = record;
  return part(
    'Day by day',
    html`<div class="plots">${[
      barPlot(
        { caption: 'Nights that changed something', label: `Nights: ${said(slept)}.` },
        all.map(({ name, nights: value }) => ({ name, value })),
      ),
      sizes.every((value) => value === null)
        ? missing('In memory', 'How much was remembered is not known: no commit is so old.')
        : linePlot(
            { caption: 'Notes and entries in memory', label: `In memory: ${said(sizes)}.` },
            all.map(({ name, memories }) => ({ name, value: memories })),
          ),
      packs.length === 0
        ? missing('Hand-overs', 'No hand-over of this week is kept here.')
        : barPlot(
            {
              caption: `Tokens of the hand-overs that are still kept, about`,
              label: `Tokens of hand-overs: ${packs.map(({ tokens }) => tokens).join(', ')}.`,
            },
            packs.map(({ time, tokens }) => ({ name: dayOf(time), value: tokens })),
          ),
      right + wrong + open === 0
        ? missing('The dreamer', 'Nothing that it suggested this week can be judged.')
        : partsPlot(
            {
              caption: `What the dreamer suggested: ${right} right, ${wrong} wrong, ${open} still open`,
              label: `Of its suggestions ${right} were right, ${wrong} wrong, and ${open} are still open.`,
            },
            all.map(({ name, ...day }) => ({
              name,
              parts: (['right', 'wrong', 'open'] as const).map((kind) => ({ kind, value: day[kind] })),
            })),
          ),
    ]}</div>`,
    html`<p class="small">${theirs(legend.join(' '))}</p>`,
  );
}

/** Of the month is enough: the plots are small. */
const dayOf = (time: string): string => `${Number(time.slice(8, 10))}.`;

const missing = (caption: string, why: string): Markup => html`<div><p class="small">${caption}</p><p>${why}</p></div>`;

function helps({ helps: { withPack, withoutPack, isEnough, told } }: Week): Part {
  return part(
    'Does it help?',
    html`<p>${theirs(told)}</p>`,
    isEnough
      ? dotRows(
          `Steps before the first edit. With a hand-over: ${withPack.join(', ')}. Without: ${withoutPack.join(', ')}.`,
          [
            { name: 'with a hand-over', values: withPack, median: median(withPack) },
            { name: 'without', values: withoutPack, median: median(withoutPack) },
          ],
        )
      : nothing,
    isEnough
      ? html`<p class="small">Steps before the first edit; a dot for each session, a stroke for the median.</p>`
      : nothing,
  );
}

function nights({ nights: all, zone }: Week): Part | undefined {
  if (all.length === 0) return undefined;
  return part(
    'Nights',
    html`<dl class="rows">${all.map(
      ({ id, time, acts, message, isUndone }) =>
        html`<dt>${localTime(time, zone).replace(/ \d{4}-\d\d-\d\d /u, ' ')}</dt><dd><p>${isUndone ? html`<s>${theirs(message)}</s> (taken back)` : theirs(message === '' ? acts.join(', ') : message)}</p><p class="small"><code>${id}</code> · ${theirs(acts.join(', '))}</p></dd>`,
    )}</dl>`,
  );
}

function unknown({ unknown: sentences }: Week): Part | undefined {
  return sentences.length === 0
    ? undefined
    : part('What is not known', html`<ul>${sentences.map((each) => html`<li>${theirs(each)}</li>`)}</ul>`);
}
