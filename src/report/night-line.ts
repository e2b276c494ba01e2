// A day and its nights as one line: when somebody slept and when it was only tried.
import { localTime } from '../text/text.ts';
import { html, type Markup, nothing } from './markup.ts';
import type { Morning } from './morning-types.ts';

const width = 640;
const margin = 12;

/** Drawn only of a day: a single night of long ago is a sentence. */
export function nightLine({ nights, attempts, from, time, zone, kind }: Morning): Markup {
  const [begin, end] = [Date.parse(from), Date.parse(time)];
  if (kind !== 'slept' || nights.length + attempts.length === 0 || end - begin < 12 * 60 * 60 * 1000) return nothing;
  const at = (when: string): number => {
    const share = Math.min(1, Math.max(0, (Date.parse(when) - begin) / (end - begin)));
    return Math.round((margin + share * (width - 2 * margin)) * 10) / 10;
  };
  const clock = (when: string): string => localTime(when, zone).slice(-5);
  const hours = [0, 0.25, 0.5, 0.75, 1].map((share) => new Date(begin + share * (end - begin)).toISOString());
  const slept = nights.map(({ time: when }) => clock(when)).join(', ');
  const tried =
    attempts.length === 0
      ? ''
      : `; ${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'} changed nothing`;
  return html`<figure>
<svg class="wide" viewBox="0 0 ${width} 44" role="img" aria-label="Slept at ${slept}${tried}.">
<path class="axis" d="M${margin} 16H${width - margin}"/>
${hours.map((when, index) => html`<path class="axis" d="M${at(when)} 12v8"/><text x="${at(when)}" y="38" text-anchor="${index === 0 ? 'start' : index === 4 ? 'end' : 'middle'}">${clock(when)}</text>`)}
${attempts.map(({ time: when }) => html`<circle class="hollow" cx="${at(when)}" cy="16" r="3.5"/>`)}
${nights.map(({ time: when, isUndone }) => html`<circle class="${isUndone ? 'hollow' : 'dot'}" cx="${at(when)}" cy="16" r="6"/>`)}
</svg>
<figcaption>The last day: a full dot is a night that changed something${attempts.length === 0 ? '' : ', a small ring an attempt that did not'}.</figcaption>
</figure>`;
}
