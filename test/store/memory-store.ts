// A store that forgets: for simulations of years in seconds, and as the plainest reading of the contract.
import {
  type Ended,
  type Holder,
  type KeptCall,
  keptCalls,
  keptDrafts,
  keptEndings,
  keptRecallDays,
  keptRecalls,
  type RecallEvent,
  type Store,
  type Unfinished,
  type WaitingItem,
  type WaitingMessage,
} from '../../src/store/store-types.ts';

export function memoryStore(): Store {
  let last = 0;
  let open: Unfinished[] = [];
  let endings: Ended[] = [];
  let waiting: WaitingItem[] = [];
  const leases = new Map<string, Holder>();
  const drafts = new Map<string, Uint8Array>();
  const isHolder = ({ name, number }: { name: string; number: number }): boolean =>
    leases.get(name)?.number === number && leases.get(name)?.hasEnded === false;
  return {
    lastSealed: () => last,
    seal: ({ after, lease, id, time, body, images, outbox }) => {
      if (after !== last || (lease !== undefined && !isHolder(lease))) return 'fenced';
      last += 1;
      const copies = new Map([...images].map(([name, content]) => [name, Uint8Array.from(content)]));
      open.push({ seq: last, id, time, body, images: copies, outbox: [...outbox] });
      return 'sealed';
    },
    unfinished: () => [...open],
    isUnfinished: (id) => open.some((intent) => intent.id === id),
    finish: (id, ending, note) => {
      const intent = open.find((each) => each.id === id);
      if (intent === undefined) return;
      open = open.filter((each) => each !== intent);
      endings = [{ id, time: intent.time, ending, note }, ...endings];
      if (ending === 'done') waiting = [...waiting, ...intent.outbox.map((item) => ({ ...item, intent: id }))];
      const parked = endings.filter((each) => each.ending === 'parked' || each.ending === 'aside');
      endings = endings.filter((each, index) => index < keptEndings || parked.includes(each));
    },
    ended: (most) => endings.slice(0, most),
    forget: (id) => {
      if (endings.some((each) => each.id === id)) waiting = waiting.filter(({ intent }) => intent !== id);
      endings = endings.filter((each) => each.id !== id);
    },
    undelivered: () => [...waiting],
    delivered: (id) => {
      waiting = waiting.filter((item) => item.id !== id);
      open = open.map((intent) => ({ ...intent, outbox: intent.outbox.filter((item) => item.id !== id) }));
    },
    takeLease: (name, holder, least) => {
      const before = leases.get(name);
      const number = Math.max(before?.number ?? 0, least) + 1;
      leases.set(name, { ...holder, number, hasEnded: false });
      return { number, before };
    },
    holderOf: (name) => leases.get(name),
    endLease: (lease) => {
      const holder = leases.get(lease.name);
      if (holder !== undefined && isHolder(lease)) leases.set(lease.name, { ...holder, hasEnded: true });
    },
    keepDraft: (key, content) => {
      drafts.delete(key);
      drafts.set(key, Uint8Array.from(content));
      for (const oldest of [...drafts.keys()].slice(0, Math.max(0, drafts.size - keptDrafts))) drafts.delete(oldest);
    },
    draft: (key) => drafts.get(key),
    dropDraft: (key) => {
      drafts.delete(key);
    },
    ...rememberedWords(),
    ...rememberedRecalls(),
    problems: () => [],
    close: () => undefined,
  };
}

/** Messages change together with memos. */
function rememberedWords(): ReturnType<typeof rememberedCalls> &
  Pick<Store, 'keepMessages' | 'messages' | 'takeMessages'> {
  const calls = rememberedCalls();
  let waiting: WaitingMessage[] = [];
  let last = 0;
  const of = (agent: string): WaitingMessage[] => waiting.filter((each) => each.agent === agent);
  return {
    ...calls,
    keepMessages: (messages, step) => {
      if (step !== undefined && calls.memo(step.name) !== step.before) return false;
      if (step !== undefined) calls.setMemo(step.name, step.after);
      const kept = messages.map((message) => {
        last += 1;
        return { ...message, seq: last };
      });
      waiting = [...waiting, ...kept];
      return kept.map(({ seq }) => seq);
    },
    messages: of,
    takeMessages: (agent, upTo = Number.MAX_SAFE_INTEGER) => {
      const taken = of(agent).filter(({ seq }) => seq <= upTo);
      waiting = waiting.filter((each) => !taken.includes(each));
      return taken;
    },
  };
}

function rememberedCalls(): Pick<Store, 'beginCall' | 'endCall' | 'callsOn' | 'newestCalls' | 'setMemo' | 'memo'> {
  let calls: (KeptCall & { readonly day: string })[] = [];
  let last = 0;
  const memos = new Map<string, string>();
  const shown = ({ day: _, ...call }: KeptCall & { readonly day: string }): KeptCall => call;
  const onDay = (now: string): KeptCall[] => {
    const today = now.slice(0, 10);
    return calls.filter(({ day, time }) => day >= today || time.startsWith(today)).map(shown);
  };
  return {
    beginCall: (now, plan) => {
      const call = plan(onDay(now));
      if (call === undefined) return undefined;
      const today = now.slice(0, 10);
      calls = calls.map((each) => (each.day > today ? { ...each, day: today } : each));
      last += 1;
      calls = [...calls, { ...call, seq: last, outcome: '', day: call.time.slice(0, 10) }].slice(-keptCalls);
      return last;
    },
    endCall: (seq, outcome, cost) => {
      calls = calls.map((call) => (call.seq === seq ? { ...call, ...cost, outcome } : call));
    },
    callsOn: onDay,
    newestCalls: (most) => calls.toReversed().slice(0, most).map(shown),
    setMemo: (name, value) => {
      if (value === undefined) memos.delete(name);
      else memos.set(name, value);
    },
    memo: (name) => memos.get(name),
  };
}

function rememberedRecalls(): Pick<Store, 'keepRecalls' | 'recalls' | 'lastRecalled' | 'pruneRecalls' | 'dropRecalls'> {
  let all: readonly RecallEvent[] = [];
  return {
    keepRecalls: (events, now, { days = keptRecallDays, most = keptRecalls } = {}) => {
      const oldest = new Date(Date.parse(now) - days * 86_400_000).toISOString();
      all = [...all, ...events].slice(-most).filter(({ time }) => time >= oldest);
    },
    recalls: (memory) => all.filter((each) => memory === undefined || each.memory === memory),
    lastRecalled: (most) => {
      const newest = all.toSorted((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0));
      return [...new Set(newest.slice(0, most).map(({ memory }) => memory))];
    },
    pruneRecalls: (before) => {
      all = all.filter(({ time }) => time >= before);
    },
    dropRecalls: (memory) => {
      all = all.filter((each) => memory !== undefined && each.memory !== memory);
    },
  };
}
