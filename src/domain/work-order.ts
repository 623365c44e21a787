import type { Choice } from '../words/common.ts';
import { namelessRecords, workOrderLabel } from '../words/common.ts';
import { addressText, BLANK_SITE_ADDRESS, SITE_ADDRESS_FIELDS, type SiteAddress } from './address.ts';
import { type Amount, amountText, readAmount } from './money.ts';
import { blankDaysAsNull, type PlainDate, readDayOrTime } from './plain-date.ts';
import { readChoice, readReference, readSiteAddress, readText } from './read-wire.ts';
import type { BlankEnv, ResourceSpec } from './resource-spec.ts';

export const WORK_ORDER_STATUSES = [
  'pending',
  'assigned',
  'in_progress',
  'completed',
  'cancelled',
] as const satisfies readonly Choice[];
export const WORK_ORDER_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const satisfies readonly Choice[];

/** Not begun yet: what the dashboard counts as open. */
export const OPEN_WORK_ORDERS = [
  'pending',
  'assigned',
] as const satisfies readonly (typeof WORK_ORDER_STATUSES)[number][];

/** The only currency there is. */
export const CURRENCY = 'USD';

/** Work for a crew at one place. Choices are strings: a server may know more of them than we do. */
export type WorkOrder = SiteAddress & {
  work_order_number: string;
  title: string;
  description: string;
  /** The customer's local id; null where none is chosen. */
  customer: string | null;
  status: string;
  priority: string;
  /** A day or a date-time, as the server had it. */
  scheduled_date: PlainDate;
  /** In dollars. */
  estimated_cost: Amount;
  notes: string;
};

/** A number that is likely to be nobody else's: WO-{ms since 1970}-{0..999}. */
function workOrderNumber({ now, random }: BlankEnv): string {
  return `WO-${Math.floor(now)}-${Math.floor(random * 1000)}`;
}

export const workOrderSpec: ResourceSpec<WorkOrder> = {
  name: 'workOrders',
  path: '/api/v1/work-orders/work-orders/',
  label: workOrderLabel,
  fields: [
    'work_order_number',
    'title',
    'description',
    'customer',
    'status',
    'priority',
    ...SITE_ADDRESS_FIELDS,
    'scheduled_date',
    'estimated_cost',
    'notes',
  ],
  placement: 'last',
  mergeGroups: [SITE_ADDRESS_FIELDS],
  daysOrMoments: ['scheduled_date'],
  texts: ['description', 'notes'],
  progress: ['pending', 'assigned', 'in_progress', 'completed'],
  closed: ['completed', 'cancelled'],
  references: [{ field: 'customer', to: 'customers' }],
  blank: (env) => ({
    work_order_number: workOrderNumber(env),
    title: '',
    description: '',
    customer: null,
    status: 'pending',
    priority: 'medium',
    ...BLANK_SITE_ADDRESS,
    scheduled_date: null,
    estimated_cost: 0,
    notes: '',
  }),
  searchText: (row) => [row.title, row.work_order_number, row.description, addressText(row)].join('\n'),
  title: (row) => row.title.trim() || row.work_order_number.trim() || namelessRecords.workOrders,
  decode: (wire) => ({
    work_order_number: readText(wire['work_order_number']),
    title: readText(wire['title']),
    description: readText(wire['description']),
    customer: readReference(wire['customer']),
    status: readChoice(wire['status'], 'pending'),
    priority: readChoice(wire['priority'], 'medium'),
    ...readSiteAddress(wire),
    scheduled_date: readDayOrTime(wire['scheduled_date']),
    estimated_cost: readAmount(wire['estimated_cost']),
    notes: readText(wire['notes']),
  }),
  encode: (fields) => {
    const sent = blankDaysAsNull(fields, ['scheduled_date']);
    const { estimated_cost: cost } = sent;
    if (cost === undefined) return sent;
    return {
      ...sent,
      estimated_cost: cost === null ? null : { amount: amountText(cost), currency: CURRENCY },
    };
  },
};
