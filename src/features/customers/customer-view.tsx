import { asResourceView } from '../../crud/resource-view.ts';
import { CUSTOMER_TYPES, type Customer } from '../../domain/customer.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { choiceLabel } from '../../ui/choice-label.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { CustomerForm } from './customer-form.tsx';
import { CustomerStatus } from './customer-status.tsx';
import { describeCustomerError } from './describe-customer-error.ts';

export const customerView = asResourceView<Customer>({
  resource: 'customers',
  path: '/customers',
  columns: [
    {
      field: 'last_name',
      header: 'Name',
      width: 18,
      render: (row) => resourceSpecs.customers.title(row),
    },
    { field: 'email', header: 'Email', width: 17, render: (row) => <EmailText email={row.email} /> },
    { field: 'phone', header: 'Phone', width: 17, oneLine: true },
    { field: 'company_name', header: 'Company', width: 12 },
    {
      field: 'customer_type',
      header: 'Type',
      width: 12,
      short: true,
      render: (row) => choiceLabel(row.customer_type, CUSTOMER_TYPES),
    },
    {
      field: 'status',
      header: 'Status',
      width: 12,
      short: true,
      render: (row) => <CustomerStatus status={row.status} />,
    },
  ],
  picture: (row) => <Avatar name={resourceSpecs.customers.title(row)} />,
  Form: CustomerForm,
  describeSaveError: describeCustomerError,
});
