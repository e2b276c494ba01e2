// JSON with comments, edited as text: what is added follows the file's own layout, and no other byte changes.
import jsonc, { type Node } from 'jsonc-parser';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Parsed =
  | { readonly kind: 'value'; readonly root: Node }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'broken'; readonly line: number };

/** Reads a text, with comments and trailing commas. `nothing` is a text without a value: empty, or only comments. */
export function parseText(text: string): Parsed {
  const errors: { readonly offset: number }[] = [];
  const root = jsonc.parseTree(text, errors as never[], { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) return { kind: 'broken', line: text.slice(0, first.offset).split(/\r\n|\n|\r/u).length };
  return root === undefined ? { kind: 'nothing' } : { kind: 'value', root };
}

/** The value of each property of an object, in order; a name that stands twice is there twice. */
export function propertiesOf(node: Node | undefined): { readonly name: string; readonly value: Node }[] {
  return (node?.type === 'object' ? (node.children ?? []) : []).flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [{ name: String(key.value), value }],
  );
}

/** What it says, without its comments. */
export function plainValue(node: Node): unknown {
  return jsonc.getNodeValue(node) as unknown;
}

export function propertyOf(node: Node | undefined, name: string): Node | undefined {
  return propertiesOf(node).find((each) => each.name === name)?.value;
}

/** Adds a value as the last one of an array, or as the last property of an object. */
export function append(text: string, root: Node, container: Node, value: Json, key?: string): string {
  const layout = layoutOf(text, root);
  const open = container.offset;
  const close = open + container.length - 1;
  const last = container.children?.at(-1);
  const from = last === undefined ? open + 1 : endOf(last);
  const pieces = piecesBetween(text, from, close);
  const anchor = pieces.at(-1)?.end ?? from;
  const rest = text.slice(anchor, close);
  const hasTrailingComma = pieces.some(({ kind }) => kind === 'comma');
  const isBehindLineComment = text.startsWith('//', pieces.at(-1)?.at ?? close);
  const deeper = lineIndent(text, open) + layout.unit;
  const own = last !== undefined && startsLine(text, last.offset) ? lineIndent(text, last.offset) : undefined;
  const indent = own ?? ((last === undefined && layout.isMultiline) || isBehindLineComment ? deeper : undefined);
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${indent === undefined ? layout.space : ' '}`;
  const added = [
    indent === undefined ? (anchor === open + 1 ? '' : layout.space) : layout.eol + indent,
    name,
    indent === undefined ? inline(value, layout.space) : overLines(value, indent, layout),
    hasTrailingComma ? ',' : '',
  ].join('');
  const isOpenEnded = indent !== undefined && last === undefined && !/[\r\n]/u.test(rest);
  return [
    text.slice(0, from),
    last !== undefined && !hasTrailingComma ? ',' : '',
    text.slice(from, anchor),
    added,
    isOpenEnded ? layout.eol + lineIndent(text, open) : rest,
    text.slice(close),
  ].join('');
}

/** Takes one child out of an array or object, with the comma and the white space that came with it. Comments stay. */
export function takeOut(text: string, container: Node, index: number): string {
  const children = container.children ?? [];
  const child = children[index];
  if (child === undefined) throw new RangeError('there is such a child');
  const previous = children[index - 1];
  const from = previous === undefined ? container.offset + 1 : endOf(previous);
  const to = children[index + 1]?.offset ?? container.offset + container.length - 1;
  const before = piecesBetween(text, from, child.offset);
  const after = piecesBetween(text, endOf(child), to);
  const start = before.at(-1)?.end ?? from;
  const comma = [...after, ...before].find(({ kind }) => kind === 'comma');
  const isFirstInLine = index === 0 && comma !== undefined && !/[\r\n]/u.test(text.slice(start, child.offset));
  // At the beginning of a line of several, the space behind goes, not the one before.
  const cuts = isFirstInLine
    ? [
        { at: child.offset, end: endOf(child) },
        { at: comma.at, end: comma.end + (/^[ \t]*/u.exec(text.slice(comma.end))?.[0].length ?? 0) },
      ]
    : [{ at: start, end: endOf(child) }, ...(comma === undefined ? [] : [comma])];
  return cuts
    .toSorted((one, other) => other.at - one.at)
    .reduce((left, { at, end }) => left.slice(0, at) + left.slice(end), text);
}

/** Whether somebody wrote a comment in a container itself, between its children. */
export function hasComments(text: string, container: Node): boolean {
  const edges = [container.offset + 1, ...(container.children ?? []).flatMap((child) => [child.offset, endOf(child)])];
  const spans = [...edges, container.offset + container.length - 1];
  return spans.some(
    (at, index) =>
      index % 2 === 0 && piecesBetween(text, at, spans[index + 1] ?? at).some(({ kind }) => kind === 'comment'),
  );
}

export function replace(text: string, node: Node, by: string): string {
  return text.slice(0, node.offset) + by + text.slice(endOf(node));
}

export function sourceOf(text: string, node: Node): string {
  return text.slice(node.offset, endOf(node));
}

/** A whole new document, for where there is none. */
export function newDocument(value: Json, eol: string): string {
  return overLines(value, '', { eol, unit: '  ', space: ' ', isMultiline: true }) + eol;
}

export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/u.exec(text)?.[0] ?? '\n';
}

interface Layout {
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
  /** Between a colon and its value, on one line. */
  readonly space: string;
  readonly isMultiline: boolean;
}

function layoutOf(text: string, root: Node): Layout {
  const children = root.children ?? [];
  const onOwnLine = children.find((child) => startsLine(text, child.offset));
  const base = lineIndent(text, root.offset);
  const indent = onOwnLine === undefined ? undefined : lineIndent(text, onOwnLine.offset);
  const [key, value] = children[0]?.children ?? [];
  const isTight =
    key !== undefined &&
    value !== undefined &&
    text.slice(endOf(key), value.offset).trimEnd() === text.slice(endOf(key), value.offset);
  return {
    eol: lineEndOf(text),
    unit: indent?.startsWith(base) === true ? indent.slice(base.length) : '  ',
    space: isTight ? '' : ' ',
    isMultiline: onOwnLine !== undefined || children.length === 0,
  };
}

interface Piece {
  readonly kind: 'comma' | 'comment';
  readonly at: number;
  readonly end: number;
}

/** The commas and comments in a stretch of text that has no value in it. */
function piecesBetween(text: string, from: number, to: number): Piece[] {
  const scanner = jsonc.createScanner(text, false);
  const pieces: Piece[] = [];
  scanner.setPosition(from);
  while (scanner.getPosition() < to) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    const end = at + scanner.getTokenLength();
    if (text[at] === ',') pieces.push({ kind: 'comma', at, end });
    if (text[at] === '/') pieces.push({ kind: 'comment', at, end });
  }
  return pieces;
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

function lineIndent(text: string, offset: number): string {
  return /^[ \t]*/u.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
}

function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

function overLines(value: Json, indent: string, { eol, unit }: Layout): string {
  // A tab in a value is written as \t, so the tabs at the beginning of lines are all ours.
  return JSON.stringify(value, null, '\t')
    .split('\n')
    .map((line, at) => (at === 0 ? '' : indent) + line.replace(/^\t+/u, (tabs) => unit.repeat(tabs.length)))
    .join(eol);
}

function inline(value: Json, space: string): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map((each) => inline(each, space)).join(`,${space}`)}]`;
  const properties = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}:${space}${inline(each, space)}`,
  );
  return `{${properties.join(`,${space}`)}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
