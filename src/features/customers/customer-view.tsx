import { describeSaveError } from '../../crud/refusal-words.ts';
import { asResourceView, column } from '../../crud/resource-view.ts';
import { type Customer, lastNameFirst } from '../../domain/customer.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { fieldLines, fieldMessages, type LabelOf, messageOf } from '../../domain/server-message.ts';
import type { ServerRefusal } from '../../outbox/mutation.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LazyModule } from '../../ui/lazy-module.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { customerRefusalWords } from '../../words/checks.ts';
import { columnWords, fieldLabels } from '../../words/common.ts';

export const customerView = asResourceView<Customer>({
  resource: 'customers',
  path: '/customers',
  columns: [
    {
      field: 'last_name',
      header: columnWords.name,
      width: column(6.25, 21),
      heading: true,
      sortBy: lastNameFirst,
    },
    {
      field: 'email',
      header: fieldLabels.email,
      width: 'minmax(calc(var(--email) + 2 * var(--gap)), 22fr)',
    },
    { field: 'phone', header: fieldLabels.phone, width: column('var(--phone)'), oneLine: true },
    { field: 'company_name', header: columnWords.company, width: column(7, 18) },
    {
      field: 'customer_type',
      header: columnWords.type,
      width: column(6.75),
      short: true,
      filter: [],
    },
    {
      field: 'status',
      header: fieldLabels.status,
      width: 'calc(5.75rem + 2 * var(--gap))',
      short: true,
      chip: true,
      filter: [],
    },
  ],
  picture: (row) => <Avatar name={resourceSpecs.customers.title(row)} />,
  Form: lazyPart(() => import('./customer-form.tsx')),
  Facts: lazyPart(() => import('./customer-facts.tsx')),
  paper: new LazyModule(() => import('./customer-paper.tsx')),
  importing: {
    Dialog: lazyPart(() => import('./import/import-dialog.tsx')),
    Notice: lazyPart(() => import('./import/import-notice.tsx')),
  },
  describeSaveError: describeCustomerError,
});

export function describeCustomerError(
  refusal: Pick<ServerRefusal, 'body'>,
  labelOf: LabelOf,
): readonly string[] {
  const message = messageOf(refusal.body);
  if (message !== null)
    return [customerRefusalWords.error({ message }), ...fieldLines(refusal.body, labelOf)];
  const { email, phone } = fieldMessages(refusal.body);
  const first = [
    ...(email ? [customerRefusalWords.emailError({ messages: email.join(', ') })] : []),
    ...(phone ? [customerRefusalWords.phoneError({ messages: phone.join(', ') })] : []),
  ];
  if (first.length > 0) return [...first, ...fieldLines(refusal.body, labelOf, ['email', 'phone'])];
  return describeSaveError(refusal, labelOf, resourceSpecs.customers.label);
}
