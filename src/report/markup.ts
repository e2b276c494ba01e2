// Markup that cannot be forged: whatever is put into a template becomes text, unless a template made it.
import { printSafe } from '../text/text.ts';

/** A piece of a page. It is an object, so that no text of somebody else can be mistaken for one. */
export interface Markup {
  readonly markup: string;
}

type Piece = string | number | Markup | readonly (string | number | Markup)[];

/** `html\`<p title="${text}">${text}</p>\``: the attributes are quoted, and the pieces between them are texts or markup. */
export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return { markup: texts.map((text, at) => `${text}${at < pieces.length ? printed(pieces[at] ?? '') : ''}`).join('') };
}

function printed(piece: Piece): string {
  if (typeof piece === 'string') return escaped(piece);
  if (typeof piece === 'number') return `${piece}`;
  return 'markup' in piece ? piece.markup : piece.map(printed).join('');
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** In an element or in a quoted attribute. What cannot be seen, or turns the direction of what stands around it, is shown as its number. */
export function escaped(text: string): string {
  return printSafe(text).replaceAll(/[&<>"']/gu, (sign) => signs[sign] ?? '');
}

/** What others wrote: whichever direction it is written in, it keeps that to itself. What stands between backticks is code. */
export function theirs(text: string): Markup {
  const pieces = text.split(/`([^`\n]{1,400})`/u);
  return html`<bdi>${pieces.map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece))}</bdi>`;
}

export const nothing: Markup = { markup: '' };
