// Which tools there are for whom, as the protocol lists them.
import * as z from 'zod/mini';
import { mcpAllows, toolWords } from '../verbs/verbs.ts';
import { boardTools } from './board-tools.ts';
import { lifeTools, operatorsTools } from './life-tools.ts';
import { memoryTools } from './memory-tools.ts';
import type { Session } from './session.ts';
import type { McpTool } from './tool.ts';

/** A model that dreams may only look; to take back needs the operator's word. */
export async function toolsFor({ at, isInside }: Session): Promise<readonly McpTool[]> {
  const usual = [...memoryTools, ...boardTools, ...lifeTools];
  if (isInside) return usual.filter(({ effect }) => effect.readOnlyHint);
  return (await mcpAllows(at)).undo ? [...usual, ...operatorsTools] : usual;
}

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [name: string]: unknown };
  readonly annotations: McpTool['effect'] & { readonly title: string };
}

export async function listTools(session: Session): Promise<ListedTool[]> {
  const words: Readonly<Record<string, string>> = await toolWords(session.at);
  return (await toolsFor(session)).map(({ name, title, does, effect, schema }) => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema);
    const description = does === 'as ours' ? (words[name] ?? '') : does;
    return {
      ...{ name, title, description },
      inputSchema: { ...rest, type: 'object' as const },
      annotations: { title, ...effect },
    };
  });
}
