// What an older hand-over still says when something happened after it was made: what was so then is called so.

/** What a pack says of now, and what is left of it when somebody worked since. */
export const ofNow: Readonly<
  Record<'verified' | 'wanted' | 'wantedOver' | 'inFlight' | 'next', readonly [now: string, then: string]>
> = {
  verified: ['Verified, need not be run again:', 'Passed before that; check again before relying on it:'],
  wanted: [
    'has no commit yet: go on with it unless you are asked for something else.',
    'had no commit then: look whether it has one now.',
  ],
  wantedOver: [
    'has no commit, and its session ended and left nothing open: look whether it is done, and go on with it if not.',
    'had no commit then: look whether it is done.',
  ],
  inFlight: ['In flight, not committed:', 'In flight then:'],
  next: ['Next action:', 'Next action then:'],
};

/**
 * Nobody looked again at the files that a check covered. All else holds if nobody worked since (`isOutdated`). Only our own lines stand before the
 * frame; what others wrote stays as it is.
 */
export function asOfThen(pack: string, frame: string, isOutdated: boolean): string {
  const at = pack.indexOf(`\n<others-${frame}>\n`);
  const [ours, others] = at === -1 ? [pack, ''] : [pack.slice(0, at), pack.slice(at)];
  const changed = isOutdated ? Object.values(ofNow) : [ofNow.verified];
  const lines = ours.split('\n').map((line) => {
    const said = changed.find(([now]) => line.startsWith(now) || line.endsWith(now));
    return said === undefined ? line : line.replace(said[0], () => said[1]);
  });
  return `${lines.join('\n')}${others}`;
}
