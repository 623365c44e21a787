import { titleOf } from '../../../crud/readable.ts';
import type { Place } from '../../../domain/schedule/gestures.ts';
import type { Hint } from '../../../domain/schedule/hints.ts';
import { clockText } from '../../../domain/schedule/slots.ts';
import { formatClock, formatLongDay } from '../../../ui/text/format-date.ts';
import { dayWords } from '../../../words/jobs.ts';
import { carryWords, hintWords, scheduleWords } from '../../../words/schedule.ts';
import type { JobSlot, Plan, Row } from './schedule-types.ts';

/** '9:00 AM – 11:00 AM', '9:00 AM', the time in the notes as written, or ''. */
export function timeSaid({ from, to, unread }: Pick<JobSlot, 'from' | 'to' | 'unread'>): string {
  if (from === null) return unread;
  return formatClock(to === null ? clockText(from) : `${clockText(from)}-${clockText(to)}`);
}

/** Hours with at most one decimal: '6.5'. */
export function hoursSaid(minutes: number): string {
  return scheduleWords.hours({ hours: String(Math.round(minutes / 6) / 10) });
}

/** A sentence for the dialog. */
export function hintSaid(hint: Hint<Row>): string {
  switch (hint.kind) {
    case 'twoAtOnce':
      return hintWords.twoAtOnceOf({ who: hint.who, title: titleOf('workOrders', hint.other.row.view) });
    case 'fullDay': {
      const { who, jobs, minutes } = hint;
      const hours = String(Math.round(minutes / 6) / 10);
      return minutes === 0
        ? hintWords.fullDayOf({ who, jobs })
        : hintWords.fullDayHours({ who, jobs, hours });
    }
    case 'outsideHours':
      return hintWords.outsideHoursLong;
    case 'past':
      return hintWords.pastLong;
    default:
      return hint satisfies never;
  }
}

/**
 * 'Wednesday, December 9, Ann Lee, 3 jobs', with the time instead of the jobs where hours are drawn.
 * @param plan absent if the jobs are not to be counted
 */
export function placeSaid({ day, person, minutes }: Place, plan?: Plan): string {
  if (day === null) return carryWords.tray;
  const about = { day: formatLongDay(day), person: person?.name ?? dayWords.noCrew };
  if (minutes !== undefined) {
    const time = minutes === null ? scheduleWords.anyTime : formatClock(clockText(minutes));
    return carryWords.atTime({ ...about, time });
  }
  if (!plan) return carryWords.inRow(about);
  const row = plan.rows.find((one) => one.person?.key === person?.key);
  return carryWords.inCell({ ...about, count: row?.cells[plan.days.indexOf(day)]?.length ?? 0 });
}
