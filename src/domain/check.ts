import { checkWords } from '../words/checks.ts';
import type { Amount } from './money.ts';
import { type PlainDate, readDayOrTime } from './plain-date.ts';

/** What keeps a draft from being saved. */
export interface FieldProblem {
  readonly field: string;
  /** Words beside the field; null where the alert says it all. */
  readonly inline: string | null;
  /** Words in the dialog's alert; null where the field's own words do. */
  readonly alert: string | null;
}

/** A problem for each of these fields that holds text: a person typed what is no amount. */
export function checkAmounts<F extends string>(
  draft: Readonly<Record<NoInfer<F>, Amount>>,
  fields: readonly F[],
): FieldProblem[] {
  return fields.flatMap((field) => {
    const typed = draft[field];
    if (typeof typed !== 'string') return [];
    return [{ field, inline: checkWords.noAmount({ typed: typed.trim() }), alert: null }];
  });
}

/** The same for days: a person typed what is no date. A date-time is one. */
export function checkDays<F extends string>(
  draft: Readonly<Record<NoInfer<F>, PlainDate>>,
  fields: readonly F[],
): FieldProblem[] {
  return fields.flatMap((field) => {
    const problem = dayProblem(draft[field]);
    return problem === null ? [] : [{ field, inline: problem, alert: null }];
  });
}

/** What is wrong with a day as it stands in a draft; null where nothing is. */
export function dayProblem(value: PlainDate): string | null {
  const typed = (value ?? '').trim();
  if (typed === '' || readDayOrTime(typed) !== null) return null;
  return checkWords.noDate({ typed });
}
