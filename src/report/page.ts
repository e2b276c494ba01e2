// A page of its own: one file that opens without a network, starts nothing and asks nobody for anything.
import { hash } from 'node:crypto';
import { localTime } from '../text/text.ts';
import { html, type Markup } from './markup.ts';
import { style } from './style.ts';

/** The first bytes of every page of ours: whoever writes one over a file looks for them first. */
export const pageBeginning = '<!doctype html>\n<!-- a report of Dreamkeeper -->\n';

export interface Page {
  readonly title: string;
  readonly kicker: Markup;
  readonly headline: string;
  readonly leads: readonly Markup[];
  /** Those that have something to say, in their order. */
  readonly parts: readonly (Part | undefined)[];
  readonly made: { readonly time: string; readonly zone: string; readonly home: string };
}

/** Nothing is allowed but the one style sheet that stands in the page: not even a mistake in escaping could start or fetch something. */
function policy(): string {
  const known = `'sha256-${hash('sha256', style, 'base64')}'`;
  return `default-src 'none'; style-src ${known}; base-uri 'none'; form-action 'none'`;
}

export interface Part {
  readonly heading: string;
  readonly content: readonly Markup[];
}

export function pageOf({ title, kicker, headline, leads, parts: given, made }: Page): string {
  const parts = given.filter((each) => each !== undefined);
  const sheet: Markup = { markup: `<style>${style}</style>` };
  const { markup } = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
${sheet}
</head>
<body>
<main>
<header>
<p class="kicker">${kicker}</p>
<h1>${headline}</h1>
${leads.map(
  (lead) => html`<p class="lead">${lead}</p>
`,
)}<nav aria-label="On this page"><ul>${parts.map(({ heading }) => html`<li><a href="#${idOf(heading)}">${heading}</a></li>`)}</ul></nav>
</header>
${parts.map(printPart)}<footer>Made by Dreamkeeper at <time datetime="${made.time}">${localTime(made.time, made.zone)}</time> ${made.zone}, from what lies in <bdi>${made.home}</bdi>. This page is one file: it asks nobody for anything.</footer>
</main>
</body>
</html>
`;
  return `${pageBeginning}${markup}`;
}

export const part = (heading: string, ...content: readonly Markup[]): Part => ({ heading, content });

export const idOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]+/gu, '-');

function printPart({ heading, content }: Part): Markup {
  const id = idOf(heading);
  return html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}</h2>
${content}
</section>
`;
}
