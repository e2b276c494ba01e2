// What is asked in a morning: of today, of yesterday, of a month ago, of what has changed, and of what was deleted.
import type { Question } from '../life.ts';
import type { Dice } from '../random.ts';
import type { FactDraft, Story } from './draft.ts';

/** `began` is the moment at which each day of the story began, today's last; `old` is the last day that is a month ago. */
export function questionsOf(story: Story, dice: Dice, began: readonly number[], old: number | undefined): Question[] {
  const today = began.at(-1) ?? 0;
  const yesterday = began.at(-2);
  const since = (fact: FactDraft): number => fact.values.at(-1)?.from ?? 0;
  const living = story.facts.filter(({ gone }) => gone === undefined);
  const endOfOld = old === undefined ? undefined : began[old + 1];
  const changedSince = began.at(-20) ?? 0;
  const groups: Record<Question['about'], readonly FactDraft[]> = {
    today: living.filter((fact) => since(fact) >= today),
    yesterday: yesterday === undefined ? [] : living.filter((fact) => since(fact) >= yesterday && since(fact) < today),
    month: endOfOld === undefined ? [] : living.filter((fact) => since(fact) < endOfOld),
    changed: living.filter((fact) => fact.values.length > 1 && since(fact) >= changedSince),
    deleted: story.facts.filter(({ gone }) => gone !== undefined),
  };
  const most: Record<Question['about'], number> = { today: 2, yesterday: 2, month: 2, changed: 2, deleted: 1 };
  return (Object.keys(groups) as Question['about'][]).flatMap((about) =>
    dice
      .some(groups[about], most[about])
      .map((fact) => ({
        ...{ about, fact: fact.id },
        text: dice.pick(fact.kind.asked).replace('{n}', `the ${dice.pick(fact.names)}`),
      })),
  );
}
