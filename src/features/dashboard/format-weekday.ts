// A day is no moment: read and written in one zone, it cannot shift.
const PARTS = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const WEEKDAY = new Intl.DateTimeFormat('en-US', PARTS);
const WITH_YEAR = new Intl.DateTimeFormat('en-US', { ...PARTS, year: 'numeric' });

/** 'Thu, Mar 5' for '2026-03-05', with its year where that is not today's. */
export function formatWeekday(day: string, today: string): string {
  const words = day.slice(0, 4) === today.slice(0, 4) ? WEEKDAY : WITH_YEAR;
  return words.format(Date.parse(`${day}T00:00:00Z`));
}
