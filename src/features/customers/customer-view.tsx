import { asResourceView } from '../../crud/resource-view.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer } from '../../domain/customer.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Part } from '../../ui/part.ts';
import { EmailText } from '../../ui/text/email-text.tsx';
import { describeCustomerError } from './describe-customer-error.ts';

export const customerView = asResourceView<Customer>({
  resource: 'customers',
  path: '/customers',
  columns: [
    { field: 'last_name', header: 'Name', width: 17, heading: true },
    { field: 'email', header: 'Email', width: 20, render: (row) => <EmailText email={row.email} /> },
    { field: 'phone', header: 'Phone', width: 16, under: 'email', oneLine: true },
    { field: 'company_name', header: 'Company', width: 13, under: 'last_name' },
    {
      field: 'customer_type',
      header: 'Type',
      width: 13,
      short: true,
      choices: CUSTOMER_TYPES,
      filter: [],
    },
    {
      field: 'status',
      header: 'Status',
      under: 'customer_type',
      width: 12,
      short: true,
      choices: CUSTOMER_STATUSES,
      chip: true,
      filter: [],
    },
  ],
  picture: (row) => <Avatar name={resourceSpecs.customers.title(row)} />,
  Form: lazyPart(() => import('./customer-form.tsx')),
  Facts: lazyPart(() => import('./customer-facts.tsx')),
  paper: new Part(() => import('./customer-paper.tsx')),
  describeSaveError: describeCustomerError,
});
