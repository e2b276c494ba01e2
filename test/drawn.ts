// fast-check with a seed: what `npm test` draws is the same in every run, so that whoever changed nothing breaks nothing. Long runs draw anew.
import fc from 'fast-check';
import { isFull } from './share.ts';

/** `DREAMKEEPER_SEED` draws other examples; a failure prints the seed it was found with. */
const seed = process.env.DREAMKEEPER_SEED ?? (isFull ? undefined : '20261119');
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

export { fc };
