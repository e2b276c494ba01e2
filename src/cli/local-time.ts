// A moment as the clock on the wall says it: for people who look at what happened today.

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** `Wed 2026-06-10 14:30`, in the time zone of this machine. */
export function localTime(iso: string): string {
  const moment = new Date(iso);
  const two = (number: number): string => `${number}`.padStart(2, '0');
  const date = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${days[moment.getDay()]} ${date} ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}
