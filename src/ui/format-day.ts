// A day is no moment: read and written in one zone, it cannot shift.
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** How a server that keeps moments writes a day: as its midnight. */
const MIDNIGHT = /^[T ]00:00(:00([.,]0+)?)? ?(Z|[+-]\d{2}(:?\d{2})?)?$/i;

/**
 * 'Mar 5, 2026' for '2026-03-05'; a date-time as the device's own clock shows it, but a midnight as the day that
 * is written. Text that is neither, as it is.
 */
export function formatDay(value: string): string {
  const plain = value.length === 10 || MIDNIGHT.test(value.slice(10));
  const at = Date.parse(plain ? `${value.slice(0, 10)}T00:00:00Z` : value);
  return Number.isNaN(at) ? value : (plain ? DAY : MOMENT).format(at);
}
