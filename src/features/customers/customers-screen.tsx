import { ResourceListScreen } from '../../crud/resource-list-screen.tsx';
import { useResourceView } from '../../crud/resource-views.ts';

/** /customers */
export default function CustomersScreen() {
  return <ResourceListScreen view={useResourceView('customers')} />;
}
