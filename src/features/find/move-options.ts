import { checkedMove } from '../../crud/checked-move.ts';
import { readable } from '../../crud/readable.ts';
import type { useTap } from '../../crud/use-tap.ts';
import { type DateForms, dayAfter, daysFrom } from '../../domain/plain-date.ts';
import { fixedBecause } from '../../domain/schedule/move.ts';
import type { WorkOrder } from '../../domain/work-order.ts';
import { TodayIcon } from '../../ui/icons.ts';
import { findActionWords } from '../../words/find.ts';
import { dateFormat } from '../../words/formats.ts';
import type { FindOption, FoundOption } from './find-option.ts';

/** A week from today. */
const DAYS = 7;

const weekday = dateFormat({ weekday: 'long', month: 'short', day: 'numeric' });

export function canMove({ resource, row }: FoundOption): boolean {
  return resource === 'workOrders' && fixedBecause(jobOf(row.view)) === null;
}

interface Shared {
  readonly today: string;
  readonly dates: DateForms;
  readonly tap: ReturnType<typeof useTap>['tap'];
}

/** The days to which a work order can be moved. Its clock time stays. */
export function moveOptions({ today, dates, tap }: Shared): FindOption[] {
  return Array.from({ length: DAYS }, (_, n) => {
    const day = daysFrom(today, n);
    return {
      key: `to/${day}`,
      label: labelOf(day, today),
      Icon: TodayIcon,
      run: async () => !(await tap(() => (now) => checkedMove(now, { day }, { today, dates }))),
    };
  });
}

function labelOf(day: string, today: string): string {
  if (day === today) return findActionWords.toToday;
  if (day === dayAfter(today)) return findActionWords.toTomorrow;
  return weekday().format(Date.parse(`${day}T00:00:00Z`));
}

function jobOf(fields: FoundOption['row']['view']): WorkOrder {
  return readable('workOrders', fields) as unknown as WorkOrder;
}
