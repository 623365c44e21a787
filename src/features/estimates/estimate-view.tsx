import { asResourceView, CHIP, column, type StatusStep } from '../../crud/resource-view.ts';
import { ESTIMATE_STATUSES, type Estimate, PENDING_ESTIMATES } from '../../domain/estimate.ts';
import { LazyModule } from '../../ui/lazy-module.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { columnWords, fieldLabels, filterNames } from '../../words/common.ts';
import { estimateSteps } from '../../words/estimates.ts';
import { ValidUntil } from './valid-until.tsx';

const NEXT_STEPS: Readonly<Record<string, readonly StatusStep[]>> = {
  draft: [{ status: 'sent', label: estimateSteps.sent }],
  sent: [
    { status: 'accepted', label: estimateSteps.accepted },
    { status: 'rejected', label: estimateSteps.rejected },
  ],
};

export const estimateView = asResourceView<Estimate>({
  resource: 'estimates',
  path: '/estimates',
  columns: [
    {
      field: 'estimate_number',
      header: columnWords.estimateNumber,
      width: column(6.25, 14),
      machine: true,
    },
    { field: 'title', header: fieldLabels.title, width: column(7, 32), heading: true },
    {
      field: 'status',
      header: fieldLabels.status,
      width: CHIP,
      short: true,
      chip: true,
      filter: [{ label: filterNames.pending, values: PENDING_ESTIMATES }],
    },
    {
      field: 'total_amount',
      header: fieldLabels.total_amount,
      width: '8.5rem',
      short: true,
    },
    {
      field: 'valid_until',
      header: fieldLabels.valid_until,
      width: column('var(--day)', 13),
      short: true,
      render: (row) => <ValidUntil estimate={row} />,
    },
  ],
  dates: [
    {
      field: 'valid_until',
      label: filterNames.validUntil,
      late: filterNames.expired,
      over: ESTIMATE_STATUSES.filter((status) => !(PENDING_ESTIMATES as readonly string[]).includes(status)),
    },
  ],
  number: 'estimate_number',
  beneath: {
    of: 'customers',
    at: 'estimate_number',
    text: ({ customer }, nameOf) => nameOf('customers', customer),
  },
  amount: 'total_amount',
  nextSteps: ({ status }) => NEXT_STEPS[status] ?? [],
  Form: lazyPart(() => import('./estimate-form.tsx')),
  Facts: lazyPart(() => import('./estimate-facts.tsx')),
  paper: new LazyModule(() => import('./estimate-paper.tsx')),
  papers: true,
});
