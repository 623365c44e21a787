/** Before the seeding. */
export interface DemoTimes {
  readonly addedMinutesAgo: number;
  readonly changedMinutesAgo: number;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** 'YYYY-MM-DD' */
export function dayFrom(now: Date, days: number): string {
  return minutesBefore(now, -days * DAY_MINUTES)
    .toISOString()
    .slice(0, 10);
}

export function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * MINUTE_MS);
}

export function minutesSince(days: number): number {
  return Math.max(1, -days * DAY_MINUTES);
}

/** Relative to today. */
export function dayAdded({ addedMinutesAgo }: Pick<DemoTimes, 'addedMinutesAgo'>): number {
  return -Math.floor(addedMinutesAgo / DAY_MINUTES);
}
