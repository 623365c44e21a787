import { ViewLinks } from '../../../crud/list/view-links.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { useRememberedList } from '../../../records/device-notes.ts';

/** Leads to the list of work orders, with the filters that it had last. */
export function ListOrSchedule() {
  const view = useResourceView('workOrders');
  const remembered = useRememberedList('workOrders');
  const query = remembered === undefined ? view.opening : remembered && `?${remembered}`;
  return <ViewLinks view={view} {...(query !== undefined && { query })} />;
}
