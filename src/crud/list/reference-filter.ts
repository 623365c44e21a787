import { useEffect, useEffectEvent } from 'react';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { useReferenced } from '../../records/use-records.ts';
import { useRecordName } from '../record-link.tsx';
import type { ResourceView } from '../resource-view.ts';
import type { ListAddress } from './list-address.ts';

export interface ReferenceFilterState {
  readonly field: string;
  readonly to: ResourceName;
  /** A local or server id, or null for any record. */
  readonly id: string | null;
  readonly name: string;
}

export function useReferenceFilter(
  view: ResourceView,
  { filters, setFilter }: ListAddress,
): ReferenceFilterState | null {
  const [reference] = specOf(view.resource).references;
  const id = (reference && filters[reference.field]?.[0]) ?? null;
  const name = useRecordName(reference?.to ?? view.resource, id);
  const { row } = useReferenced(reference?.to ?? view.resource, id);
  const known = row?.serverId;
  // Other devices do not know the local id.
  const toKnown = useEffectEvent(() => {
    if (reference && id !== null && known !== undefined && id !== String(known))
      setFilter(reference.field, [String(known)]);
  });
  useEffect(() => toKnown(), [id, known]);
  return reference ? { ...reference, id, name } : null;
}
