import { useMemo } from 'react';
import { dateTest } from '../../domain/date-filter.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import type { Keep } from '../../records/search.ts';
import { useReferenced } from '../../records/use-records.ts';
import type { ResourceView } from '../resource-view.ts';
import { useDates } from '../use-dates.ts';
import { useToday } from '../use-now.ts';
import type { FilterValues } from './use-list-address.ts';

/** What a list's filters keep, live: days pass, and a record that is filtered by gets another id. Null for everything. */
export function useListFilter(view: ResourceView, filters: FilterValues): Keep | null {
  const today = useToday();
  const dates = useDates(view.resource);
  const [reference] = specOf(view.resource).references;
  const referred = (reference && filters[reference.field]?.[0]) ?? null;
  const { row } = useReferenced(reference?.to ?? view.resource, referred);
  const ids = row && `${row.localId} ${row.serverId ?? row.localId}`;
  return useMemo(() => {
    const tests = Object.entries(filters).map(([field, values]): Keep => {
      const date = view.dates?.find((one) => one.field === field);
      if (date) {
        const isMeant = dateTest(values.join(','), today, dates);
        const over = date.over ?? specOf(view.resource).closed ?? [];
        return (fields) => isMeant(fields[field], over.includes(String(fields['status'])));
      }
      const wanted = field === reference?.field && ids ? ids.split(' ') : values;
      return (fields) => wanted.includes(String(fields[field]));
    });
    return tests.length === 0 ? null : (fields: Fields) => tests.every((keeps) => keeps(fields));
  }, [view, filters, today, dates, reference, ids]);
}
