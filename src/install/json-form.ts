// Our hooks put into the text of a settings file, found in it, and taken out again; what is not ours keeps its bytes.
import type { Node } from 'jsonc-parser';
import type { FlatForm, HarnessHook, SettingsForm } from '../sessions/sessions.ts';
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

/** What is asked for, and what is recognised again. */
interface Ours {
  readonly hooks: readonly HarnessHook[];
  isOurs(command: string): boolean;
  /** Without it, commands stand in groups. */
  readonly flat?: FlatForm | undefined;
}

/** Hooks as most harnesses have them: `hooks` → event → list of groups, each with a list `hooks` of commands; or a list of commands. */
export function jsonForm(ours: Ours): SettingsForm {
  return {
    problemIn: (text) => problemIn(text, ours),
    commandsIn: (text) =>
      located(bodyOf(text), ours).map((each) => {
        const { event, command } = each;
        return outdatedAt(each, ours) === -1 ? { event, command } : { event, command, isOutdated: true };
      }),
    withHooks: (text, commandOf) => withHooks(text, ours, commandOf),
    withoutHooks: (text, before = '') => withoutHooks(text, ours, before),
    isEmpty: (text) => (ours.flat === undefined ? isNothing : isVersion).test(bodyOf(text)),
  };
}

const isNothing = /^\s*(?:\{\s*\}\s*)?$/u;
const isVersion = /^\s*(?:\{\s*(?:"version"\s*:\s*\d+\s*)?\}\s*)?$/u;

type CommandOf = (hook: HarnessHook) => string;

function problemIn(text: string, { hooks: asked }: Ours): string | undefined {
  const parsed = parseText(bodyOf(text));
  if (parsed.kind === 'broken') return `cannot be read as JSON (line ${parsed.line})`;
  if (parsed.kind === 'nothing') return undefined;
  if (parsed.root.type !== 'object') return 'is JSON, but not an object';
  const all = propertiesOf(parsed.root).filter(({ name }) => name === 'hooks');
  if (all.length > 1) return 'has "hooks" twice';
  const hooks = all[0]?.value;
  if (hooks === undefined) return undefined;
  if (hooks.type !== 'object') return 'has "hooks" that are not an object';
  for (const { event } of asked) {
    const lists = propertiesOf(hooks).filter(({ name }) => name === event);
    if (lists.length > 1) return `has "${event}" twice in its hooks`;
    if (lists[0] !== undefined && lists[0].value.type !== 'array') return `has "${event}" hooks that are not a list`;
  }
  return undefined;
}

function withHooks(text: string, ours: Ours, commandOf: CommandOf): string {
  let body = bodyOf(text);
  const mark = text.slice(0, text.length - body.length);
  if (parseText(body).kind === 'nothing') return mark + onNothing(body, ours, commandOf);
  for (let stale = staleIn(body, ours); stale !== undefined; stale = staleIn(body, ours))
    body = without(body, stale, '');
  for (const hook of ours.hooks) {
    const there = located(body, ours).find(({ event }) => event === hook.event);
    const command = commandOf(hook);
    if (there === undefined) body = added(body, hook.event, hook.entry(command) as Json);
    else if (there.command !== command) body = replace(body, there.node, JSON.stringify(command));
    body = withoutOutdated(body, hook.event, ours);
  }
  return mark + withVersion(body, ours);
}

/** Where there has to be a version, and is none, nothing in the file is in effect. */
function withVersion(body: string, { flat }: Ours): string {
  const parsed = parseText(body);
  if (flat === undefined || parsed.kind !== 'value' || propertyOf(parsed.root, 'version') !== undefined) return body;
  return append(body, parsed.root, parsed.root, flat.version, 'version');
}

/** The version goes as it came, if there is known to have been none. */
function withoutVersion(body: string, { flat }: Ours, before: string): string {
  const [now, then] = [parseText(body), parseText(before)];
  if (flat === undefined || now.kind !== 'value' || then.kind !== 'value') return body;
  const at = propertiesOf(now.root).findIndex(({ name }) => name === 'version');
  return at === -1 || propertyOf(then.root, 'version') !== undefined ? body : takeOut(body, now.root, at);
}

/** What an earlier version of ours set for a hook, and what does harm. */
function withoutOutdated(body: string, event: string, ours: Ours): string {
  const there = located(body, ours).find((each) => each.event === event);
  const at = there === undefined ? -1 : outdatedAt(there, ours);
  return there === undefined || at === -1 ? body : withoutOutdated(takeOut(body, there.entry, at), event, ours);
}

/** Where in an entry it stands; -1 if there is no such thing in it. */
function outdatedAt({ event, entry }: Located, { hooks }: Ours): number {
  const names = hooks.find((hook) => hook.event === event)?.outdated ?? [];
  return propertiesOf(entry).findIndex(({ name, value }) => names.includes(name) && value.value !== false);
}

/** A list or object that only we filled goes with our hooks, unless it was there before us, empty: then it is again what it was. */
function withoutHooks(text: string, ours: Ours, before: string): string {
  let body = bodyOf(text);
  const mark = text.slice(0, text.length - body.length);
  body = withoutVersion(body, ours, bodyOf(before));
  for (let entry = located(body, ours).at(-1); entry !== undefined; entry = located(body, ours).at(-1))
    body = without(body, entry, bodyOf(before));
  return mark + body;
}

/** One of our commands, where it stands. */
interface Located {
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly command: string;
  /** The command itself, and what it stands in. */
  readonly node: Node;
  readonly entry: Node;
}

function located(body: string, { isOurs, flat }: Ours): Located[] {
  const parsed = parseText(body);
  if (parsed.kind !== 'value') return [];
  return propertiesOf(propertyOf(parsed.root, 'hooks')).flatMap(({ name: event, value: groups }) =>
    itemsOf(groups).flatMap((each, group) =>
      (flat === undefined ? itemsOf(propertyOf(each, 'hooks')) : [each]).flatMap((entry, index) => {
        const node = propertyOf(entry, flat?.command ?? 'command');
        const command: unknown = node?.value;
        if (node === undefined || typeof command !== 'string' || propertyOf(entry, 'args') !== undefined) return [];
        return isOurs(command) ? [{ event, group, index, command, node, entry }] : [];
      }),
    ),
  );
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

/** One of ours at an event we do not ask for any more, or the second at one event. */
function staleIn(body: string, ours: Ours): Located | undefined {
  const all = located(body, ours);
  return all.find(
    (each, at) =>
      !ours.hooks.some(({ event }) => event === each.event) ||
      all.slice(0, at).some(({ event }) => event === each.event),
  );
}

function onNothing(body: string, ours: Ours, commandOf: CommandOf): string {
  const eol = lineEndOf(body);
  const hooks = Object.fromEntries(ours.hooks.map((hook) => [hook.event, [hook.entry(commandOf(hook))]]));
  const document = newDocument(
    (ours.flat === undefined ? { hooks } : { version: ours.flat.version, hooks }) as Json,
    eol,
  );
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

function without(body: string, { event, group, index }: Located, before: string): string {
  const parsed = parseText(body);
  if (parsed.kind !== 'value') return body;
  const { root } = parsed;
  const hooks = propertyOf(root, 'hooks');
  const groups = propertyOf(hooks, event);
  const entries = propertyOf(itemsOf(groups)[group], 'hooks');
  if (hooks === undefined || groups === undefined) return body;
  const place = (parent: Node, name: string): number => propertiesOf(parent).findIndex((each) => each.name === name);
  if (entries !== undefined && itemsOf(entries).length > 1) return takeOut(body, entries, index);
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
