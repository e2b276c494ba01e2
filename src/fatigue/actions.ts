// Which steps are actions: tool calls that were made and came to an end.
import { isIntent, type StepRecord } from '../steps/steps.ts';

/** To say when one wants to sleep is no work. */
const restful: ReadonlySet<string> = new Set(['set_sleep', 'mcp__dreamkeeper__set_sleep']);

/**
 * How many of these records are actions. A call that failed was made, and counts; one that was refused was not, and does not. Of a call that a
 * killed process left without an end nobody knows whether it was made.
 */
export function actionsIn(records: readonly StepRecord[]): number {
  return records.filter(isAction).length;
}

export function isAction(record: StepRecord): boolean {
  return record.phase === 'end' && !isIntent(record) && !isRestful(record.tool) && record.refused !== true;
}

export function isRestful(tool: string): boolean {
  return restful.has(tool);
}
