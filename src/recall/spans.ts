// The chunks, headings and hits of one file after the other, as ranges: they come in the order in which the files were read.
import { field, headingStride, stride } from './chunk-list.ts';

export interface Found {
  readonly chunks: Int32Array;
  readonly headings: Int32Array;
  readonly hits: Int32Array;
  readonly headingHits: Int32Array;
}

export interface Span {
  readonly file: number;
  /** From the first to before the second. */
  readonly chunks: readonly [number, number];
  readonly hits: readonly [number, number];
  readonly headings: readonly [number, number];
  readonly headingHits: readonly [number, number];
}

export function* spansOf({ chunks, headings, hits, headingHits }: Found): Generator<Span> {
  const count = chunks.length / stride;
  const headingCount = headings.length / headingStride;
  const fileOf = (heading: number): number => headings[heading * headingStride + 2] as number;
  const until = (list: Int32Array, from: number, end: number): number => {
    let at = from;
    while (at < list.length && (list[at] as number) < end) at += 2;
    return at;
  };
  for (let [chunk, hit, heading, headingHit] = [0, 0, 0, 0]; chunk < count; ) {
    const [first, firstHit] = [chunk, hit];
    const file = chunks[first * stride + field.file] as number;
    while (chunk < count && chunks[chunk * stride + field.file] === file) chunk += 1;
    hit = until(hits, hit, chunk);
    // A file can have headings and no chunk: those are passed by.
    while (heading < headingCount && fileOf(heading) < file) heading += 1;
    const firstHeading = heading;
    while (heading < headingCount && fileOf(heading) === file) heading += 1;
    const firstHeadingHit = until(headingHits, headingHit, firstHeading);
    headingHit = until(headingHits, firstHeadingHit, heading);
    yield {
      file,
      chunks: [first, chunk],
      hits: [firstHit, hit],
      headings: [firstHeading, heading],
      headingHits: [firstHeadingHit, headingHit],
    };
  }
}
