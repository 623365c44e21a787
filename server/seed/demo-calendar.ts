/** Before the time of the seeding. */
export interface DemoTimes {
  readonly addedMinutesAgo: number;
  readonly changedMinutesAgo: number;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Returns 'YYYY-MM-DD' in the server's time zone, because users' devices show local dates. */
export function dayFrom(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * MINUTE_MS);
}

/** Returns the minutes since a time of day; below 0 if it is still to come. `days` is in days from today, `clock` in minutes. */
export function minutesSinceClock(now: Date, days: number, clock: number): number {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 0, clock);
  return Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);
}

export function minutesSince(days: number): number {
  return Math.max(1, -days * DAY_MINUTES);
}

/** In days from today. */
export function dayAdded({ addedMinutesAgo }: Pick<DemoTimes, 'addedMinutesAgo'>): number {
  return -Math.floor(addedMinutesAgo / DAY_MINUTES);
}
