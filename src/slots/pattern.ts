// Whether something that is said to follow from several entries says nothing that none of them said.
import { keyOf, sayingOf } from './saying.ts';

/** Words with which one speaks of several things at once. */
const ofMany: ReadonlySet<string> = new Set(
  'pattern recurring repeatedly again often several many both same seen times entries notes days all together and it'
    .split(' ')
    .map(keyOf),
);

/** Why not; undefined if it does. */
export function followsFrom(text: string, sources: readonly string[]): string | undefined {
  const said = sayingOf(text);
  if (said.terms.length === 0) return 'it says nothing';
  const given = sources.map(sayingOf);
  const known = new Set(given.flatMap(({ terms }) => terms.map(({ key }) => key)));
  const count = new Set([`number ${sources.length}`, `number ${sources.length} time`]);
  const invented = said.terms.find(({ key }) => !known.has(key) && !ofMany.has(key) && !count.has(key));
  if (invented !== undefined) return `"${invented.said}" stands in none of its sources`;
  const isNegated = given.some(({ negated }) => negated.length > 0);
  if (said.negated.length > 0 && !isNegated) return 'it negates what none of its sources negates';
  if (said.negated.length === 0 && isNegated) return 'it leaves out a negation of its sources';
  const lacking = sources.findIndex(
    (_, at) => !(given[at]?.terms ?? []).some(({ key }) => said.terms.some((each) => each.key === key)),
  );
  return lacking === -1 ? undefined : 'one of its sources has nothing to do with it';
}
