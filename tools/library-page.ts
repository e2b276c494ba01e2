// The list of all types on the page of the library, between two marks.
import type { Export } from './public-api.ts';

const marks = /(<!-- types -->\n)[\s\S]*?(<!-- types end -->)/u;

export function withTypes(page: string, api: readonly Export[]): string {
  const names = (from: string): string =>
    api
      .filter((each) => each.from === from && each.isType && each.declaration.startsWith('export '))
      .map(({ name }) => `\`${name}\``)
      .join(' ');
  const list = [...new Set(api.map(({ from }) => from))].map((from) => `| \`${from}\` | ${names(from)} |\n`).join('');
  return page.replace(marks, `$1\n| import | types |\n|---|---|\n${list}\n$2`);
}
