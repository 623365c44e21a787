// A day is no moment: read and written in one zone, it cannot shift.
const WEEKDAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** 'Thu, Mar 5' for '2026-03-05'. */
export function formatWeekday(day: string): string {
  return WEEKDAY.format(Date.parse(`${day}T00:00:00Z`));
}
