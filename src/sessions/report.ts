// What a harness told, as a step: calls as they are, and what somebody wants (prompts, to-do lists) under names of their own.
import { outputSays } from '../checks/checks.ts';
import type { StepReport } from '../steps/steps.ts';
import type { HarnessEvent } from './event.ts';

const marks = { open: '[ ]', doing: '[-]', done: '[x]' } as const;
/** As it was before. */
const unchanged = '[?]';

/** The step, or undefined for events that are only signs of life. */
export function reportOf(event: HarnessEvent): StepReport | undefined {
  if (event.kind === 'call') {
    const { report, output } = event;
    const says = output === undefined ? undefined : outputSays(report.target ?? '', output, report.exit);
    return says === undefined ? report : { ...report, output: says };
  }
  if (event.kind === 'prompt') return { tool: 'prompt', target: event.text, call: event.id };
  if (event.kind !== 'todos') return undefined;
  const doing = event.items.find(({ state }) => state === 'doing');
  const lines = event.items.slice(0, 30).map(({ id, text, state }, index) => {
    const mark = state === undefined ? unchanged : marks[state];
    return [id === undefined ? `${index + 1}` : `#${id.slice(0, 40)}`, text === undefined ? mark : `${mark} ${text}`];
  });
  return {
    tool: 'todo',
    target: doing?.text ?? '',
    call: event.call,
    args: Object.fromEntries([...lines, ...(event.isWhole ? [['whole', true]] : [])]),
  };
}
