import { dayBefore, daysFrom } from '../domain/plain-date.ts';
import { isOver } from '../domain/resource-specs.ts';
import { WORK_ORDER_STATUSES } from '../domain/work-order.ts';
import { mirrorTable, type Tx } from './tables.ts';

/** An index of work orders, with which those of a day are found without reading the others. */
export const BY_STATUS_AND_DAY = '[view.status+view.scheduled_date]';

/** So many of each status: the first that a crew looks at. */
const OF_EACH = 50;

/**
 * The local ids of the work orders that are meant for `day`, and of open ones before it, the longest overdue first: the
 * first 50 of each status, and those of the days beside it, which a moment may fall on in another zone.
 */
export async function workOfDay(tx: Tx, day: string): Promise<string[]> {
  const between = (status: string, from: string, before: string): Promise<string[]> =>
    mirrorTable(tx, 'workOrders')
      .where(BY_STATUS_AND_DAY)
      .between([status, from], [status, before], true, false)
      .limit(OF_EACH)
      .primaryKeys();
  const open = WORK_ORDER_STATUSES.filter((status) => !isOver('workOrders', status));
  const found = await Promise.all([
    ...WORK_ORDER_STATUSES.map((status) => between(status, dayBefore(day), daysFrom(day, 2))),
    ...open.map((status) => between(status, '', dayBefore(day))),
  ]);
  return found.flat();
}
