import type { Verdict } from '../../../domain/drying/chamber-status.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { dryingWords } from '../../../words/drying.ts';

/** 'Dry' is a person's word, so it is not used here. */
export function verdictText({ atGoal, open, read, isAllAtGoal }: Verdict): string {
  if (open === 0) return dryingWords.noPoints;
  if (read === null) return dryingWords.notRead({ open });
  const [day, last] = [formatDate(read.from), formatDate(read.to)];
  if (read.from === read.to)
    return isAllAtGoal ? dryingWords.allAtGoal({ open, day }) : dryingWords.atGoal({ atGoal, open, day });
  return isAllAtGoal
    ? dryingWords.allAtGoalBetween({ open, first: day, last })
    : dryingWords.atGoalBetween({ atGoal, open, first: day, last });
}
