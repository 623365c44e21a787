import { type Choice, namelessRecords, workOrderLabel } from '../words/common.ts';
import { addressText, SITE_ADDRESS, SITE_ADDRESS_FIELDS } from './address.ts';
import type { FieldList, RecordOf } from './field.ts';
import { amountText } from './money.ts';
import { type BlankEnv, defineResource } from './resource-spec.ts';

export const WORK_ORDER_STATUSES = [
  'pending',
  'assigned',
  'in_progress',
  'completed',
  'cancelled',
] as const satisfies readonly Choice[];
export const WORK_ORDER_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const satisfies readonly Choice[];

/** Not started: open on the dashboard. */
export const OPEN_WORK_ORDERS = [
  'pending',
  'assigned',
] as const satisfies readonly (typeof WORK_ORDER_STATUSES)[number][];

export const CURRENCY = 'USD';

const fields = {
  work_order_number: { type: 'text', generate: workOrderNumber },
  title: { type: 'text' },
  description: { type: 'longText' },
  customer: { type: 'reference', to: 'customers' },
  status: { type: 'choice', choices: WORK_ORDER_STATUSES, initial: 'pending' },
  priority: { type: 'choice', choices: WORK_ORDER_PRIORITIES, initial: 'medium' },
  ...SITE_ADDRESS,
  scheduled_date: { type: 'dateTime' },
  estimated_cost: { type: 'money' },
  notes: { type: 'longText' },
} as const satisfies FieldList;

export type WorkOrder = RecordOf<typeof fields>;

/** The time is in ms. Two work orders hardly ever get the same number. */
function workOrderNumber({ now, random }: BlankEnv): string {
  return `WO-${Math.floor(now)}-${Math.floor(random * 1000)}`;
}

export const workOrderSpec = defineResource({
  name: 'workOrders',
  path: '/api/v1/work-orders/work-orders/',
  label: workOrderLabel,
  fields,
  placement: 'last',
  filteredBy: 'title',
  mergeGroups: [SITE_ADDRESS_FIELDS],
  progress: ['pending', 'assigned', 'in_progress', 'completed'],
  closed: ['completed', 'cancelled'],
  searchText: (row) => [row.title, row.work_order_number, row.description, addressText(row)].join('\n'),
  title: (row) => row.title.trim() || row.work_order_number.trim() || namelessRecords.workOrders,
  toWire: (fields) => {
    const { estimated_cost: cost } = fields;
    if (cost === undefined) return fields;
    return {
      ...fields,
      estimated_cost: cost === null ? null : { amount: amountText(cost), currency: CURRENCY },
    };
  },
});
