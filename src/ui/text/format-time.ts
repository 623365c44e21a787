const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;
const TIME = new Intl.DateTimeFormat('en-US', CLOCK);
const DAY_AND_TIME = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', ...CLOCK });
const FULL = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * A moment (ms since 1970) by the device's clock: '5:39 AM' today, 'Mar 5, 5:39 AM' on another day of the year, with the
 * year in another one.
 */
export function formatMoment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString()) return TIME.format(at);
  return (then.getFullYear() === today.getFullYear() ? DAY_AND_TIME : FULL).format(at);
}

/** A moment with day and year, for a tooltip or a record of what happened. */
export function formatFull(at: number): string {
  return FULL.format(at);
}

/** '9:05 AM' for '09:05'. */
export function formatClock(clock: string): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return TIME.format(new Date(2000, 0, 1, hours, minutes));
}
