import { asResourceView, CHIP, column, PRIORITY } from '../../crud/resource-view.ts';
import { cityAndState } from '../../domain/address.ts';
import { isOver } from '../../domain/resource-specs.ts';
import { OPEN_WORK_ORDERS, type WorkOrder } from '../../domain/work-order.ts';
import { LazyModule } from '../../ui/lazy-module.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { columnWords, fieldLabels, filterNames, screenTitles } from '../../words/common.ts';

export const workOrderView = asResourceView<WorkOrder>({
  resource: 'workOrders',
  path: '/work-orders',
  columns: [
    {
      field: 'work_order_number',
      header: columnWords.workOrderNumber,
      width: column(5, 16),
      machine: true,
    },
    { field: 'title', header: fieldLabels.title, width: column(6, 31), heading: true },
    {
      field: 'status',
      header: fieldLabels.status,
      width: CHIP,
      short: true,
      chip: true,
      filter: [{ label: filterNames.open, values: OPEN_WORK_ORDERS }],
    },
    {
      field: 'priority',
      header: fieldLabels.priority,
      width: PRIORITY,
      short: true,
      chip: true,
      quiet: ({ status }) => isOver('workOrders', status),
      filter: [],
    },
    {
      field: 'city',
      header: columnWords.location,
      width: column(6.5, 15),
      render: (row) => cityAndState(row) || '-',
      sortBy: cityAndState,
    },
    {
      field: 'scheduled_date',
      header: fieldLabels.scheduled_date,
      width: column('var(--day)', 11),
      short: true,
    },
  ],
  dates: [{ field: 'scheduled_date', label: filterNames.scheduled, late: filterNames.overdue }],
  opening: `?status=${OPEN_WORK_ORDERS.join(',')}&sort=scheduled_date`,
  otherView: { path: '/schedule', label: screenTitles.schedule },
  beneath: {
    of: 'customers',
    text: ({ customer, address_line_1: street }, nameOf) =>
      [nameOf('customers', customer), street.trim()].filter(Boolean).join(' · '),
  },
  number: 'work_order_number',
  amount: 'estimated_cost',
  headline: 'scheduled_date',
  asksBefore: { status: 'completed', Question: lazyPart(() => import('./day/complete-question.tsx')) },
  Form: lazyPart(() => import('./work-order-form.tsx')),
  Facts: lazyPart(() => import('./work-order-facts.tsx')),
  paper: new LazyModule(() => import('./work-order-paper.tsx')),
  asksFor: ['amounts', 'crewNotes'],
  papers: true,
});
