// A life while it is being told: the story so far, and the truth kept beside it.
import type { Event, Keep, TaskState } from '../arm.ts';
import type { Check, Day, Edit, Fact, Poison, Secret, Task } from '../life.ts';

type Draft<Of> = { -readonly [Name in keyof Of]: Of[Name] extends readonly (infer Item)[] ? Draft<Item>[] : Of[Name] };

export type FactDraft = Omit<Draft<Fact>, 'names' | 'twins' | 'gone'> & {
  readonly names: readonly string[];
  twins: number[];
  gone?: number;
  /** Its trade, thing and place; twins differ only in the place. */
  readonly of: { readonly trade: number; readonly thing: number; readonly place: number };
  /** As it stands in the notes now; undefined if it was only said. */
  line?: string | undefined;
  readonly keep: Keep;
  /** It stands in more than one note. */
  isRetold?: boolean;
};
export type TaskDraft = Draft<Task> & { finished?: number; closeOn?: number };
export type EditDraft = Draft<Edit> & { until?: number };

/** Everything but `at`, which the clock adds. */
type Untimed<Of> = Of extends Event ? Omit<Of, 'at'> : never;

export interface Story {
  readonly facts: FactDraft[];
  readonly tasks: TaskDraft[];
  readonly checks: Check[];
  readonly edits: EditDraft[];
  readonly poisons: Poison[];
  readonly secrets: Secret[];
  /** What the agent's files hold now, by path. */
  readonly files: Map<string, string>;
  readonly days: Day[];
  /** How many events were told. */
  readonly moment: number;
  /** Index of the day that is being told. */
  readonly day: number;
  /** Tells an event; its moment is given back. */
  tell(event: Untimed<Event>): number;
  /** Lets the clock show something else. */
  jump(minutes: number): void;
  /** Begins a day, and ends it. */
  begin(date: string): void;
  end(questions: Day['questions'], wakeAt: string): void;
}

export function newStory(): Story {
  let events: Event[] = [];
  let clock = 0;
  let [moment, day, date] = [0, -1, ''];
  const story = {
    ...{ facts: [], tasks: [], checks: [], edits: [], poisons: [], secrets: [] },
    files: new Map<string, string>(),
    days: [] as Day[],
    get moment() {
      return moment;
    },
    get day() {
      return day;
    },
    tell: (event: Untimed<Event>) => {
      clock += 7 * 60_000;
      events.push({ ...event, at: new Date(clock).toISOString() });
      moment += 1;
      return moment - 1;
    },
    jump: (minutes: number) => {
      clock += minutes * 60_000;
    },
    begin: (on: string) => {
      [events, date] = [[], on];
      clock = Date.parse(`${on}T08:00:00Z`);
      day += 1;
    },
    end: (questions: Day['questions'], wakeAt: string) => {
      story.days.push({ events, end: moment, questions, sleepAt: `${date}T23:30:00.000Z`, wakeAt });
    },
  };
  return story;
}

export function boardState({ states }: TaskDraft): TaskState {
  return states.at(-1)?.state ?? 'TODO';
}
