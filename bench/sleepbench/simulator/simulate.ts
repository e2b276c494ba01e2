// The simulator: an agent that lives so many days in a repository with a board and notes. It makes the days up from a seed, and knows the truth.
import type { Life } from '../life.ts';
import { dice } from '../random.ts';
import { newStory } from './draft.ts';
import { tellPoison, tellSecret } from './hostile.ts';
import { tellConclusion, tellNotes } from './notes.ts';
import { questionsOf } from './questions.ts';
import { taskOfDay, tellBoard, tellWork } from './work.ts';

export function simulate(seed: number, days: number): Life {
  const story = newStory();
  const dates = calendar(seed, days);
  const began: number[] = [];
  for (const [day, date] of dates.entries()) {
    story.begin(date);
    began.push(story.moment);
    tellDay(seed, day, story);
    const monthAgo = new Date(Date.parse(date) - 28 * dayLong).toISOString().slice(0, 10);
    const old = dates.findLastIndex((each) => each <= monthAgo);
    const questions = questionsOf(story, dice(seed, `questions ${day}`), began, old === -1 ? undefined : old);
    const next = dates[day + 1] ?? new Date(Date.parse(date) + dayLong).toISOString().slice(0, 10);
    story.end(questions, `${next}T07:30:00.000Z`);
  }
  const { facts, tasks, checks, edits, poisons, secrets } = story;
  return { seed, days: story.days, facts, tasks, checks, edits, poisons, secrets };
}

const dayLong = 24 * 60 * 60 * 1000;

/** Working days with weekends here and there; twice somebody is away for weeks. Far ahead, so that no file on a disk is younger. */
function calendar(seed: number, days: number): string[] {
  const chance = dice(seed, 'calendar');
  const away = new Set([Math.floor(days * 0.4), Math.floor(days * 0.75)].filter((day) => day > 3));
  let time = Date.parse('2031-03-03T00:00:00Z') + chance.between(0, 6) * dayLong;
  return Array.from({ length: days }, (_, day) => {
    if (day > 0) time += dayLong * (away.has(day) ? chance.between(8, 20) : chance.chance(0.15) ? 3 : 1);
    return new Date(time).toISOString().slice(0, 10);
  });
}

function tellDay(seed: number, day: number, story: ReturnType<typeof newStory>): void {
  const chance = dice(seed, `day ${day}`);
  const sessions = chance.chance(0.35) ? 2 : 1;
  tellBoard(story, dice(seed, `board ${day}`));
  for (let session = 0; session < sessions; session += 1) {
    const name = `s-${day}-${session}`;
    story.tell({ kind: 'session', phase: 'start', session: name });
    const task = taskOfDay(story, chance);
    if (task !== undefined) story.tell({ kind: 'prompt', text: `Please go on with this: ${task.title}` });
    if (session === 0) tellNotes(story, dice(seed, `notes ${day}`));
    if (chance.chance(0.06)) story.jump(chance.pick([-300, -120, 90, 200]));
    if (task !== undefined) tellWork(story, task, chance);
    if (chance.chance(0.2)) tellPoison(story, dice(seed, `poison ${day} ${session}`));
    if (chance.chance(0.15)) tellSecret(story, dice(seed, `secret ${day} ${session}`));
    // One that was killed says nothing, and leaves a call that never ended.
    const isKilled = chance.chance(0.08);
    if (isKilled) story.tell({ kind: 'step', tool: 'bash', target: 'npm run dev', exit: null, output: '' });
    else story.tell({ kind: 'said', text: tellConclusion(story, dice(seed, `said ${day} ${session}`)) });
    story.tell({ kind: 'session', phase: isKilled ? 'killed' : 'end', session: name });
  }
}
