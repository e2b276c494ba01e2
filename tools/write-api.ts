// Writes down what the library exports: `npm run docs:api`. Whoever changes it sees the change, and says it in the changelog.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTypes } from './library-page.ts';
import { printApi, publicApi } from './public-api.ts';

const root = join(import.meta.dirname, '..');
const api = publicApi(root);
writeFileSync(join(root, 'test/api/public-types.txt'), printApi(api));
const page = join(root, 'docs/library.md');
writeFileSync(page, withTypes(readFileSync(page, 'utf8'), api));
