// What a program says, kept up to a limit: whole, or its beginning and its end.

export interface Hearing {
  /** False if that was more than it may say. */
  take(chunk: Uint8Array): boolean;
  heard(): { readonly said: Uint8Array; readonly bytes: number };
}

export function hearing(most: number, ifMore: 'end' | 'forget'): Hearing {
  const half = Math.floor(most / 2);
  const head: Uint8Array[] = [];
  let tail: Uint8Array[] = [];
  let [bytes, headBytes, tailBytes] = [0, 0, 0];
  const keepHead = (chunk: Uint8Array): void => {
    head.push(chunk);
    headBytes += chunk.byteLength;
  };
  const keepTail = (chunk: Uint8Array): void => {
    tail.push(chunk);
    tailBytes += chunk.byteLength;
    // Joined now and then, so that a day of small words costs no more than the limit.
    if (tailBytes < 2 * half && tail.length < 4096) return;
    tail = [Buffer.concat(tail).subarray(-half)];
    tailBytes = tail[0]?.byteLength ?? 0;
  };
  return {
    take: (chunk) => {
      bytes += chunk.byteLength;
      if (ifMore === 'end') {
        if (bytes <= most) keepHead(chunk);
        return bytes <= most;
      }
      const room = Math.max(0, half - headBytes);
      if (room > 0) keepHead(chunk.subarray(0, room));
      if (chunk.byteLength > room) keepTail(chunk.subarray(room));
      return true;
    },
    heard: () => ({
      said: Buffer.concat([...head, ...(half === 0 ? [] : [Buffer.concat(tail).subarray(-half)])]),
      bytes,
    }),
  };
}
