// What a provider says with an error status, in one safe line.
import { jsonIn, oneLine, printSafe } from '../text/text.ts';

export interface Page {
  readonly text: string;
  readonly bytes: number;
}

/** How much of it is looked at. */
const most = 4096;

/** `clean` takes out what nobody may read. It is asked before anything is cut: half a key is still no reading for others. */
export async function errorPage(
  body: ReadableStream<Uint8Array> | null,
  clean: (text: string) => string,
): Promise<Page> {
  let text = '';
  let bytes = 0;
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      text += decoder.decode(chunk.subarray(0, most), { stream: true });
      if (text.length >= most) break;
    }
  } catch {
    // The status has said it already.
  }
  const shown = clean(messageIn(text) ?? text.replace(/<[^>]{0,300}>/gu, ' '));
  return { text: printSafe(oneLine(shown, 160)), bytes };
}

function messageIn(text: string): string | undefined {
  const message = /"message"\s*:\s*("(?:[^"\\]|\\.){1,400}")/u.exec(text)?.[1];
  const plain = message === undefined ? undefined : jsonIn(message);
  return typeof plain === 'string' ? plain : undefined;
}
