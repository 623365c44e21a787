import type { Fields } from '../../domain/resource-spec.ts';
import { scheduledOrder } from '../../domain/schedule.ts';
import { compareKeys } from '../list/sort-key.ts';
import { type Known, overStatuses, type ResourceView } from '../resource-view.ts';

/** Puts open work first, by due day, then what is over, latest first. Work without a day is last of each. */
export function inWorkOrder<Row extends { readonly view: Fields }>(
  view: ResourceView,
  rows: readonly Row[],
  { dates }: Pick<Known, 'dates'>,
): readonly Row[] {
  const due = view.dates?.find(({ late }) => late !== undefined);
  if (!due) return rows;
  const over = overStatuses(view, due);
  const keyed = rows.map((row) => {
    const day = row.view[due.field];
    return {
      row,
      isOver: over.includes(String(row.view['status'])),
      key: typeof day === 'string' && day !== '' ? scheduledOrder(day, dates) : null,
    };
  });
  keyed.sort((a, b) => Number(a.isOver) - Number(b.isOver) || compareKeys(a.key, b.key, a.isOver));
  return keyed.map(({ row }) => row);
}
