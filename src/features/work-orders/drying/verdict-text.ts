import type { Verdict } from '../../../domain/drying/chamber-status.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { dryingWords } from '../../../words/drying.ts';

/** 'Dry' is a person's word, so it is not used here. */
export function verdictText({ atGoal, open, day, isAllAtGoal }: Verdict): string {
  if (open === 0) return dryingWords.noPoints;
  if (day === null) return dryingWords.notRead({ open });
  const on = formatDate(day);
  return isAllAtGoal
    ? dryingWords.allAtGoal({ open, day: on })
    : dryingWords.atGoal({ atGoal, open, day: on });
}
