import type { DateForms } from '../domain/plain-date.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { type Move, movedJob, refusalOf } from '../domain/schedule/move.ts';
import type { WorkOrder } from '../domain/work-order.ts';
import { NotSavedError } from '../records/save-transaction.ts';
import { refusalWords } from '../words/schedule.ts';
import { readable } from './readable.ts';

/**
 * Returns the moved job. Checks it in the transaction, because another tab or a pull may have changed it since the user
 * looked.
 * @throws NotSavedError with the reason if the move is refused
 */
export function checkedMove(
  fields: Fields,
  move: Move,
  when: { readonly today: string; readonly dates: DateForms },
): Fields {
  const job = readable('workOrders', fields) as unknown as WorkOrder;
  const because = refusalOf(job, move, when);
  if (because !== null) throw new NotSavedError(refusalWords[because]);
  return { ...fields, ...movedJob(job, move, when.dates) };
}
