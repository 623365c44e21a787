import { hasTime, midnightOf, readDayOrTime } from './plain-date.ts';

/**
 * A server's way to write a date that may be a day or a moment, as far as this device has seen. Some servers write a day as
 * midnight in UTC. To a server of moments, that is an hour like any other: 4 PM in California in winter.
 */
export interface DateForms {
  /** The first moment seen that is no midnight: new ones are written like it. Null before that: midnights are days. */
  readonly moment: string | null;
  /** Days without a time were seen: the server keeps them as they are sent. */
  readonly days: boolean;
}

/** Nothing was seen yet. */
export const NO_DATE_FORMS: DateForms = { moment: null, days: false };

/** The forms with one more value that a server sent; the same object where that tells nothing new. */
export function withDateForm(forms: DateForms, value: unknown): DateForms {
  if (forms.days && forms.moment !== null) return forms;
  const date = readDayOrTime(value);
  if (date === null) return forms;
  if (!hasTime(date)) return forms.days ? forms : { ...forms, days: true };
  return forms.moment === null && midnightOf(date) === '' ? { ...forms, moment: date } : forms;
}

/** Tells if a date says a day and no time of it. */
export function isDayOnly(date: string, { moment }: Pick<DateForms, 'moment'>): boolean {
  return !hasTime(date) || (moment === null && midnightOf(date) !== '');
}
