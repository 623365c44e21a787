import { asResourceView, type StatusStep } from '../../crud/resource-view.ts';
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
      width: 15,
      under: 'title',
      oneLine: true,
    },
    { field: 'title', header: fieldLabels.title, width: 25, heading: true },
    {
      field: 'status',
      header: fieldLabels.status,
      width: 13,
      short: true,
      chip: true,
      filter: [{ label: filterNames.pending, values: PENDING_ESTIMATES }],
    },
    {
      field: 'total_amount',
      header: fieldLabels.total_amount,
      width: 15,
      short: true,
    },
    {
      field: 'valid_until',
      header: fieldLabels.valid_until,
      under: 'total_amount',
      width: 20,
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
  amount: 'total_amount',
  headline: 'total_amount',
  nextSteps: ({ status }) => NEXT_STEPS[status] ?? [],
  Form: lazyPart(() => import('./estimate-form.tsx')),
  Facts: lazyPart(() => import('./estimate-facts.tsx')),
  paper: new LazyModule(() => import('./estimate-paper.tsx')),
});
