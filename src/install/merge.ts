// Our hooks put into the text of a settings file, found in it, and taken out again; what is not ours keeps its bytes.
import type { Node } from 'jsonc-parser';
import { claudeHooks, commandOf, groupOf, isOurCommand, type Program } from './command.ts';
import {
  append,
  hasComments,
  type Json,
  lineEndOf,
  newDocument,
  parseText,
  propertiesOf,
  propertyOf,
  replace,
  sourceOf,
  takeOut,
} from './settings-text.ts';

/** One of our commands, where it stands. */
export interface OurEntry {
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly command: string;
}

/** Why a text cannot be edited, in words that follow the file's name; undefined if it can. */
export function problemIn(text: string): string | undefined {
  const parsed = parseText(bodyOf(text));
  if (parsed.kind === 'broken') return `cannot be read as JSON (line ${parsed.line})`;
  if (parsed.kind === 'nothing') return undefined;
  if (parsed.root.type !== 'object') return 'is JSON, but not an object';
  const all = propertiesOf(parsed.root).filter(({ name }) => name === 'hooks');
  if (all.length > 1) return 'has "hooks" twice';
  const hooks = all[0]?.value;
  if (hooks === undefined) return undefined;
  if (hooks.type !== 'object') return 'has "hooks" that are not an object';
  for (const { event } of claudeHooks) {
    const lists = propertiesOf(hooks).filter(({ name }) => name === event);
    if (lists.length > 1) return `has "${event}" twice in its hooks`;
    if (lists[0] !== undefined && lists[0].value.type !== 'array') return `has "${event}" hooks that are not a list`;
  }
  return undefined;
}

/** All commands of ours in a text; none if it cannot be read. */
export function ourEntries(text: string): OurEntry[] {
  return located(bodyOf(text)).map(({ event, group, index, command }) => ({ event, group, index, command }));
}

/** The text with our hooks in it, each once and as it is now. Those that are there keep their place and what else was set for them. */
export function withHooks(text: string, program: Program): string {
  let body = bodyOf(text);
  const mark = text.slice(0, text.length - body.length);
  if (parseText(body).kind === 'nothing') return mark + onNothing(body, program);
  for (let stale = staleIn(body); stale !== undefined; stale = staleIn(body)) body = without(body, stale, '');
  for (const hook of claudeHooks) {
    const there = located(body).find(({ event }) => event === hook.event);
    const command = commandOf(hook, program);
    if (there === undefined) body = added(body, hook.event, groupOf(hook, program) as Json);
    else if (there.command !== command) body = replace(body, there.node, JSON.stringify(command));
  }
  return mark + body;
}

/**
 * The text without our hooks. A list or object that only we filled goes with them, unless it was there before us, empty: then it is again
 * what it was. `before` is the text as we found it, if that is known.
 */
export function withoutHooks(text: string, before = ''): string {
  let body = bodyOf(text);
  const mark = text.slice(0, text.length - body.length);
  for (let entry = located(body).at(-1); entry !== undefined; entry = located(body).at(-1))
    body = without(body, entry, bodyOf(before));
  return mark + body;
}

/** Whether nothing is in a text that anybody could miss. */
export function isEmptyText(text: string): boolean {
  return /^\s*(?:\{\s*\}\s*)?$/u.test(bodyOf(text));
}

interface Located extends OurEntry {
  /** The command itself. */
  readonly node: Node;
}

function located(body: string): Located[] {
  const parsed = parseText(body);
  if (parsed.kind !== 'value') return [];
  return propertiesOf(propertyOf(parsed.root, 'hooks')).flatMap(({ name: event, value: groups }) =>
    itemsOf(groups).flatMap((each, group) =>
      itemsOf(propertyOf(each, 'hooks')).flatMap((entry, index) => {
        const node = propertyOf(entry, 'command');
        const command: unknown = node?.value;
        const isOurs = typeof command === 'string' && propertyOf(entry, 'args') === undefined && isOurCommand(command);
        return isOurs && node !== undefined ? [{ event, group, index, command, node }] : [];
      }),
    ),
  );
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

/** One of ours at an event we do not ask for any more, or the second at one event. */
function staleIn(body: string): Located | undefined {
  const all = located(body);
  return all.find(
    (each, at) =>
      !claudeHooks.some(({ event }) => event === each.event) ||
      all.slice(0, at).some(({ event }) => event === each.event),
  );
}

function onNothing(body: string, program: Program): string {
  const eol = lineEndOf(body);
  const hooks = Object.fromEntries(claudeHooks.map((hook) => [hook.event, [groupOf(hook, program)]]));
  const document = newDocument({ hooks } as Json, eol);
  if (body.trim() === '') return document;
  // There are only comments, and the last one may need its line to end.
  return `${body}${/[\r\n]$/u.test(body) ? '' : eol}${document}`;
}

function added(body: string, event: string, group: Json): string {
  const parsed = parseText(body);
  if (parsed.kind !== 'value') throw new TypeError('the text was looked at before');
  const { root } = parsed;
  const hooks = propertyOf(root, 'hooks');
  if (hooks === undefined) return append(body, root, root, { [event]: [group] }, 'hooks');
  const groups = propertyOf(hooks, event);
  return groups === undefined ? append(body, root, hooks, [group], event) : append(body, root, groups, group);
}

function without(body: string, { event, group, index }: OurEntry, before: string): string {
  const parsed = parseText(body);
  if (parsed.kind !== 'value') return body;
  const { root } = parsed;
  const hooks = propertyOf(root, 'hooks');
  const groups = propertyOf(hooks, event);
  const entries = propertyOf(itemsOf(groups)[group], 'hooks');
  if (hooks === undefined || groups === undefined || entries === undefined) return body;
  const place = (parent: Node, name: string): number => propertiesOf(parent).findIndex((each) => each.name === name);
  if (itemsOf(entries).length > 1) return takeOut(body, entries, index);
  const old = parseText(before);
  const oldHooks = old.kind === 'value' ? propertyOf(old.root, 'hooks') : undefined;
  // From the inside out: the first that has something else in it, or was there before us, is where the cut is made.
  const ways: readonly (readonly [container: Node, at: number, was: Node | undefined])[] = [
    [groups, group, propertyOf(oldHooks, event)],
    [hooks, place(hooks, event), oldHooks],
    [root, place(root, 'hooks'), old.kind === 'value' ? old.root : undefined],
  ];
  for (const [container, at, was] of ways) {
    const cut = takeOut(body, container, at);
    if ((container.children?.length ?? 0) > 1) return cut;
    // It held nothing but perhaps comments, and still holds the same: then its white space is put back, too.
    const left = cut.slice(container.offset, container.offset + container.length - (body.length - cut.length));
    const then = was === undefined || (was.children ?? []).length > 0 ? undefined : sourceOf(before, was);
    if (then !== undefined && tight(then) === tight(left)) return replace(body, container, then);
    if (hasComments(body, container)) return cut;
  }
  return replace(body, root, '{}');
}

function tight(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** Without the byte order mark, which some editors put in front. */
function bodyOf(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
