import { useParams } from 'react-router-dom';
import { RecordScreen } from '../../crud/record-screen.tsx';
import { useResourceView } from '../../crud/resource-views.ts';
import type { Customer } from '../../domain/customer.ts';
import { CustomerFacts } from './customer-facts.tsx';

/** /customers/:id, by local id or server id */
export default function CustomerDetailScreen() {
  const { id = '' } = useParams();
  return (
    <RecordScreen view={useResourceView('customers')} id={id}>
      {(fields, title) => <CustomerFacts customer={fields as Customer} title={title} />}
    </RecordScreen>
  );
}
