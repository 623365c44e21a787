// A day is no moment: read and written in one zone, it cannot shift.
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** 'Mar 5, 2026' for '2026-03-05'; a date-time as the device's own clock shows it. Text that is neither, as it is. */
export function formatDay(value: string): string {
  const plain = value.length === 10;
  const at = Date.parse(plain ? `${value}T00:00:00Z` : value);
  return Number.isNaN(at) ? value : (plain ? DAY : MOMENT).format(at);
}
