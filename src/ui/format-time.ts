const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment (ms since 1970) the way the person's own clock shows it: the time today, with the day before that. */
export function formatMoment(at: number, now: number): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return (sameDay ? TIME : DAY_AND_TIME).format(at);
}

/** A moment with day and year, for a tooltip or a record of what happened. */
export function formatFull(at: number): string {
  return FULL.format(at);
}
