// Content that can be told to be whole: its last line is the hash of what comes before.
import { createHash } from 'node:crypto';

export function wholeContent(name: string, size: number): Buffer {
  const body = `inside ${name}\n${'x'.repeat(size)}\n`;
  return Buffer.from(`${body}${createHash('sha256').update(body).digest('hex')}\n`);
}

export function isWhole(content: Uint8Array): boolean {
  const text = Buffer.from(content).toString();
  const body = text.slice(0, -65);
  return body.startsWith('inside ') && text.slice(-65, -1) === createHash('sha256').update(body).digest('hex');
}
