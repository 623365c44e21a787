import { titleOf } from '../../../crud/readable.ts';
import type { Place } from '../../../domain/schedule/gestures.ts';
import type { Hint } from '../../../domain/schedule/hints.ts';
import { clockText } from '../../../domain/schedule/slots.ts';
import { formatClock, formatLongDay, formatWeekdayAndDate } from '../../../ui/text/format-date.ts';
import { dateFormat } from '../../../words/formats.ts';
import { dayWords } from '../../../words/jobs.ts';
import { carryWords, hintWords, scheduleWords } from '../../../words/schedule.ts';
import type { JobSlot, Plan, Row } from './schedule-types.ts';

/** '9:00 AM – 11:00 AM', '9:00 AM', the time in the notes as written, or ''. */
export function timeSaid({ from, to, unread }: Pick<JobSlot, 'from' | 'to' | 'unread'>): string {
  if (from === null) return unread;
  return formatClock(to === null ? clockText(from) : `${clockText(from)}-${clockText(to)}`);
}

const hour = dateFormat({ hour: 'numeric' });
const clock = dateFormat({ hour: 'numeric', minute: '2-digit' });

/** Texts by start and end. Formatting a range is slow, and a week has the same few. */
const shortTimes = new Map<string, string>();

/** '9 – 11 AM', '9:30 AM – 1:00 PM', '9 AM': for the few letters of a card. */
export function shortTime(slot: Pick<JobSlot, 'from' | 'to' | 'unread'>): string {
  const { from, to } = slot;
  // With another day, a range would also say the dates.
  if (from === null || (to ?? from) >= MIDNIGHT) return timeSaid(slot);
  const span = `${from}-${to}`;
  const said = shortTimes.get(span) ?? formatSpan(from, to);
  shortTimes.set(span, said);
  return said;
}

function formatSpan(from: number, to: number | null): string {
  const format = [from, to ?? from].every((minutes) => minutes % HOUR === 0) ? hour() : clock();
  const at = (minutes: number): number => Date.UTC(2000, 0, 1, 0, minutes);
  return to === null ? format.format(at(from)) : format.formatRange(at(from), at(to));
}

/** In minutes. */
const HOUR = 60;
const MIDNIGHT = 24 * HOUR;

/** Hours with at most one decimal: '6.5'. */
export function hoursSaid(minutes: number): string {
  return scheduleWords.hours({ hours: String(Math.round(minutes / 6) / 10) });
}

/**
 * A sentence for the dialog.
 * @param day the day to which the job is moved
 */
export function hintSaid(hint: Hint<Row>, day: string): string {
  switch (hint.kind) {
    case 'twoAtOnce': {
      const { who, other } = hint;
      const title = titleOf('workOrders', other.row.view);
      const otherDay = other.day === null || other.day === day ? [] : [formatWeekdayAndDate(other.day, day)];
      return hintWords.twoAtOnceOf({ who, title, time: [...otherDay, timeSaid(other)].join(', ') });
    }
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
 * 'Wednesday, December 9, Ann Lee, 3 jobs'; without a row, the day; with the time instead of the jobs where hours are drawn.
 * @param plan absent if the jobs are not to be counted
 */
export function placeSaid({ day, person, minutes }: Place, plan?: Plan): string {
  if (day === null) return carryWords.tray;
  const time = typeof minutes === 'number' ? formatClock(clockText(minutes)) : scheduleWords.anyTime;
  const said = formatLongDay(day);
  if (person === undefined) return minutes === undefined ? said : carryWords.dayAt({ day: said, time });
  const about = { day: said, person: person?.name ?? dayWords.noCrew };
  if (minutes !== undefined) return carryWords.atTime({ ...about, time });
  if (!plan) return carryWords.inRow(about);
  const row = plan.rows.find((one) => one.person?.key === person?.key);
  return carryWords.inCell({ ...about, count: row?.cells[plan.days.indexOf(day)]?.length ?? 0 });
}
