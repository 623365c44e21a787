import { useMemo } from 'react';
import type { PartProps } from '../../crud/record/record-tabs.tsx';
import { namesProject } from '../../domain/day/job.ts';
import { jobNotes } from '../../domain/drying/drying-entries.ts';
import { readText } from '../../domain/field.ts';
import type { PhotoParent } from '../../records/use-photos.ts';
import { useReferenced, useReferring } from '../../records/use-records.ts';

const NO_CUSTOMER = { localId: '', serverId: undefined };

/** Returns the record, and for a project also the work orders that name it. */
export function useParents({ resource, row }: PartProps): readonly [PhotoParent, ...PhotoParent[]] {
  const { localId, serverId, view } = row;
  const isProject = resource === 'projects';
  const customer = isProject ? readText(view['customer']) : null;
  const { row: customerRow = NO_CUSTOMER } = useReferenced('customers', customer);
  const orders = useReferring('workOrders', 'customer', customerRow);
  const title = isProject ? readText(view['title']) : '';
  return useMemo((): readonly [PhotoParent, ...PhotoParent[]] => {
    const named = orders.filter(({ view: { notes } }) => namesProject(readText(notes), title));
    return [
      { resource, localId, serverId },
      ...named.map(
        (order): PhotoParent => ({
          resource: 'workOrders',
          localId: order.localId,
          serverId: order.serverId,
        }),
      ),
    ];
  }, [resource, localId, serverId, orders, title]);
}

/** Returns the notes of a work order and of those that name the same project: one of them says which rooms are dried. */
export function useJobNotes({ resource, row: { view } }: PartProps): readonly string[] {
  const isJob = resource === 'workOrders';
  const customer = isJob ? readText(view['customer']) : null;
  const { row = NO_CUSTOMER } = useReferenced('customers', customer);
  const orders = useReferring('workOrders', 'customer', row);
  const notes = isJob ? readText(view['notes']) : '';
  return useMemo(() => {
    // One customer has two ids on the device that created it.
    const all = orders.map((order) => ({ customer: '', notes: readText(order.view['notes']) }));
    return jobNotes({ customer: '', notes }, all);
  }, [orders, notes]);
}
