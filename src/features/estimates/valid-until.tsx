import { DayText, useToday } from '../../crud/time.tsx';
import { type Estimate, hasRunOut } from '../../domain/estimate.ts';
import { StatusChip } from '../../ui/fields/choice-chip.tsx';
import { filterNames } from '../../words/common.ts';

export function ValidUntil({ estimate }: { readonly estimate: Estimate }) {
  const today = useToday();
  return (
    <>
      <DayText value={estimate.valid_until} />{' '}
      {hasRunOut(estimate, today) && <StatusChip status="expired" label={filterNames.expired} />}
    </>
  );
}
