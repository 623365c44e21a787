import { PHOTO_LABELS } from '../../../src/domain/attachment.ts';
import { CUSTOMER_STATUSES } from '../../../src/domain/customer.ts';
import { ESTIMATE_STATUSES } from '../../../src/domain/estimate.ts';
import { PROJECT_STATUSES } from '../../../src/domain/project.ts';
import type { Fields, FieldValue, RecordKind } from '../../../src/domain/resource-spec.ts';
import { WORK_ORDER_STATUSES } from '../../../src/domain/work-order.ts';
import { MARK_FIELD } from '../server/company.ts';

type Make = (n: number) => FieldValue;

/** Sometimes with spaces that servers strip. */
const text: Make = (n) => (n % 6 === 0 ? ` t${n} ` : `t${n}`);
/** Sometimes a value that no server accepts. */
const title: Make = (n) => (n % 9 === 0 ? '' : text(n));
const email: Make = (n) => (n % 9 === 0 ? 'nobody' : `E${n}@example.com`);
const amount: Make = (n) => 10 + (n % 1000) / 4;
const oneOf =
  (choices: readonly string[]): Make =>
  (n) =>
    n % 13 === 0 ? 'unheard of' : (choices[n % choices.length] ?? '');

/** Texts to which people add lines. */
export const TEXTS: readonly string[] = ['notes'];

/** Adds a line at the beginning or the end. Every third text is rewritten. */
export function withLine(now: FieldValue, n: number): FieldValue {
  const before = String(now ?? '').trim();
  if (n % 3 === 0 || before === '') return text(n);
  return n % 3 === 1 ? `${before}\nl${n}` : `l${n}\n${before}`;
}

/** Fields that programs change, with their new values. 'customer' picks an existing customer. */
export const CHANGES: Readonly<Record<RecordKind, Readonly<Record<string, Make | 'customer'>>>> = {
  customers: {
    first_name: title,
    last_name: text,
    email,
    city: text,
    address_line_1: text,
    status: oneOf(CUSTOMER_STATUSES),
  },
  projects: {
    title,
    city: text,
    address_line_1: text,
    estimated_cost: amount,
    status: oneOf(PROJECT_STATUSES),
    customer: 'customer',
  },
  estimates: {
    title,
    notes: text,
    subtotal: amount,
    tax_rate: (n) => n % 20,
    total_amount: amount,
    status: oneOf(ESTIMATE_STATUSES),
    customer: 'customer',
  },
  workOrders: {
    title,
    notes: text,
    city: text,
    estimated_cost: amount,
    status: oneOf(WORK_ORDER_STATUSES),
    customer: 'customer',
  },
  attachments: { caption: text, room: text, label: oneOf(PHOTO_LABELS) },
};

export function newRecord(kind: RecordKind, mark: string, customer: string | null): Fields {
  const own = { [MARK_FIELD[kind]]: mark };
  switch (kind) {
    case 'customers':
      return { ...own, first_name: `F ${mark}`, last_name: 'L', email: `${mark}@example.com` };
    case 'projects':
      return { ...own, title: `P ${mark}`, customer };
    case 'estimates':
      return {
        ...own,
        title: `E ${mark} `,
        customer,
        valid_until: '2027-01-31',
        subtotal: 100,
        tax_rate: 5,
        total_amount: 105,
      };
    case 'workOrders':
      return { ...own, title: `W ${mark}`, customer };
    case 'attachments':
      return { ...own, customer };
    default:
      return kind satisfies never;
  }
}

/** Returns a row that another person adds, or that exists from the beginning. */
export function othersRecord(kind: RecordKind, n: number, customer: number | string | null): Fields {
  return {
    ...newRecord(kind, '', null),
    ...(kind === 'customers' ? { email: `o${n}@example.com` } : {}),
    ...(kind === 'workOrders' ? { work_order_number: `O-${n}` } : {}),
    ...(kind === 'customers' ? {} : { customer }),
    [kind === 'customers' ? 'first_name' : 'title']: `O${n}`,
  };
}
