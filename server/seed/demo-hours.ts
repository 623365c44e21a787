import { minutesSinceClock } from './demo-calendar.ts';
import type { SeededRandom } from './seeded-random.ts';

/** An appointment, and when its work began and ended. Minutes below 0 are in the future. */
export interface DemoHours {
  /** '' without an appointment. */
  readonly time: string;
  readonly startedMinutesAgo: number;
  /** For work in progress, the end of the day's work. */
  readonly finishedMinutesAgo: number;
  /** The crew did not come. */
  readonly isMissed: boolean;
}

interface HoursOf {
  readonly now: Date;
  /** In days from today. */
  readonly scheduled: number | null;
  readonly addedMinutesAgo: number;
}

interface Appointment {
  readonly time: string;
  /** In minutes since midnight. Without an end in `time`, the work takes up to two hours. */
  readonly from: number;
  readonly to: number;
}

const APPOINTMENTS: readonly [Appointment, ...Appointment[]] = [
  { time: '08:00-10:00', from: 480, to: 600 },
  { time: '09:00-11:30', from: 540, to: 690 },
  { time: '10:30-12:00', from: 630, to: 720 },
  { time: '13:00-15:00', from: 780, to: 900 },
  { time: '14:00', from: 840, to: 960 },
  { time: '15:30-17:00', from: 930, to: 1020 },
];

/** Draws the same count of numbers at any time of the day, so that only the clock changes a day's work. */
export function demoHours(random: SeededRandom, { now, scheduled, addedMinutesAgo }: HoursOf): DemoHours {
  const { time, from, to } = random.pick(APPOINTMENTS);
  const delay = random.between(0, 10);
  const length = Math.round(((to - from) * random.between(55, 90)) / 100);
  const isTold = random.next() < 0.85;
  const isMissed = random.next() < 0.1;
  const planned = minutesSinceClock(now, scheduled ?? 0, from + delay);
  // Work that is reported on its own day begins soon, without an appointment.
  const startedMinutesAgo = Math.min(planned, addedMinutesAgo - 10);
  return {
    time: scheduled !== null && isTold && startedMinutesAgo === planned ? time : '',
    startedMinutesAgo,
    finishedMinutesAgo: startedMinutesAgo - length,
    isMissed,
  };
}

/** Returns how far the work of today is. */
export function statusByClock({ startedMinutesAgo, finishedMinutesAgo, isMissed }: DemoHours) {
  if (isMissed || startedMinutesAgo < 1) return 'assigned';
  return finishedMinutesAgo < 1 ? 'in_progress' : 'completed';
}

/** Ends what has begun now at the latest, because nothing can have happened later. */
export function untilNow(hours: DemoHours): DemoHours {
  return {
    ...hours,
    startedMinutesAgo: Math.max(1, hours.startedMinutesAgo),
    finishedMinutesAgo: Math.max(0, hours.finishedMinutesAgo),
  };
}
