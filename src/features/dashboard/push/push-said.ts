import { dayAfter, dayBefore, daysFrom } from '../../../domain/plain-date.ts';
import type { Push } from '../../../domain/push/push.ts';
import { pushSentences, pushWords } from '../../../words/push.ts';
import { formatNearDay } from './near-day.ts';

type OfRule<R extends Push['rule']> = Extract<Push, { readonly rule: R }>;

/** The sentence that says why. */
export function pushSaid(push: Push, { customer, today }: { customer: string; today: string }): string {
  const { days } = push;
  switch (push.rule) {
    case 'overdue':
      return push.day === dayBefore(today)
        ? pushSentences.overdueYesterday
        : pushSentences.overdue({ day: formatNearDay(push.day, today) });
    case 'quietJob':
      return quietJobSaid(push, today);
    case 'quietEstimate': {
      const { quiet } = push;
      if (quiet === 'status') return pushSentences.estimateStatus({ days });
      return quiet === 'changed' ? pushSentences.estimateChanged({ days }) : pushSentences.seen({ days });
    }
    case 'runsOut':
      if (push.day === today) return pushSentences.runsOutToday;
      return push.day === dayAfter(today)
        ? pushSentences.runsOutTomorrow
        : pushSentences.runsOut({ day: formatNearDay(push.day, today) });
    case 'ranOut':
      return push.day === dayBefore(today)
        ? pushSentences.ranOutYesterday
        : pushSentences.ranOut({ day: formatNearDay(push.day, today) });
    case 'notPlanned':
      return pushSentences.notPlanned({ customer });
    case 'projectNotPlanned':
      return pushSentences.projectNotPlanned;
    case 'noEstimate':
      return pushSentences.noEstimate({ customer });
    default:
      return push satisfies never;
  }
}

function quietJobSaid({ last, quiet, day, days }: OfRule<'quietJob'>, today: string): string {
  if (last === 'entry') return pushSentences.entry({ day: formatNearDay(day, today) });
  if (last === 'reading') return pushSentences.reading({ day: formatNearDay(day, today) });
  if (quiet === 'status') return pushSentences.jobStatus({ days });
  return quiet === 'changed' ? pushSentences.jobChanged({ days }) : pushSentences.seen({ days });
}

const FRIDAY = 5;

/** Days on which a push may come back: tomorrow, on Friday, on Monday, or in a month. */
export function asideDays(today: string): readonly { readonly day: string; readonly label: string }[] {
  const tomorrow = dayAfter(today);
  const days = [tomorrow, nextWeekday(today, FRIDAY), nextWeekday(today, 1), daysFrom(today, 30)];
  return [...new Set(days)].map((day) => ({
    day,
    label:
      day === tomorrow ? pushWords.notUntilTomorrow : pushWords.notUntil({ day: formatNearDay(day, today) }),
  }));
}

/** Days to which a late job may be moved, besides today. */
export function moveDays(today: string): readonly { readonly day: string; readonly label: string }[] {
  const tomorrow = dayAfter(today);
  return [...new Set([tomorrow, nextWeekday(today, 1)])].map((day) => ({
    day,
    label: day === tomorrow ? pushWords.moveTomorrow : pushWords.moveTo({ day: formatNearDay(day, today) }),
  }));
}

/** After today. 0 is Sunday. */
function nextWeekday(today: string, wanted: number): string {
  const days = (wanted - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
  return daysFrom(today, days || 7);
}
