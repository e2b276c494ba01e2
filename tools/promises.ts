// `npm run promises`: every promise with the tests that keep it. Fails if one has none, or one that is not there.
import { readdirSync, readFileSync } from 'node:fs';
import { readPromises } from './promised.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).map(
  (name) => `test/${name.replaceAll('\\', '/')}`,
);
const promises = readPromises(readFileSync('docs/promises.md', 'utf8'), { files, scripts });
for (const { promise, keptBy, missing } of promises) {
  console.log(promise);
  for (const keeper of keptBy) console.log(`  ${keeper}`);
  for (const what of missing) console.log(`  MISSING: ${what}`);
}
const broken = promises.filter(({ missing }) => missing.length > 0);
for (const { promise, missing } of broken) console.error(`"${promise}": ${missing.join('; ')}`);
console.log(
  `${promises.length} promises, ${broken.length === 0 ? 'none without its test' : `${broken.length} broken`}.`,
);
process.exitCode = broken.length === 0 && promises.length > 0 ? 0 : 1;
