import { useMemo } from 'react';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { useSnapshot } from '../../records/use-snapshot.ts';
import { titleOf } from '../readable.ts';
import type { NameOf } from '../resource-view.ts';

/**
 * Names of the records that references mean, '' where the device has none; another function when one may have changed.
 * One for a whole list: rows that each listen themselves cost more to draw.
 * @param of whose names are asked for; where it is absent nothing is listened to
 */
export function useNames(of: ResourceName | undefined): NameOf {
  const { collections } = useRecordServices();
  const names = useSnapshot(of);
  return useMemo<NameOf>(() => {
    const titles = new Map<Fields, string>();
    return (resource, id) => {
      const found = id === null ? undefined : collections[resource].find(id)?.view;
      if (!found) return '';
      const known = titles.get(found) ?? titleOf(resource, found);
      titles.set(found, known);
      return known;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `names` is when, not what
  }, [collections, names]);
}
