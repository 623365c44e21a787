import { CUSTOMER_STATUSES, CUSTOMER_TYPES } from '../../src/domain/customer.ts';
import { ESTIMATE_STATUSES } from '../../src/domain/estimate.ts';
import { readAmount, withTax } from '../../src/domain/money.ts';
import { PROJECT_PRIORITIES, PROJECT_STATUSES, PROJECT_TYPES } from '../../src/domain/project.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES } from '../../src/domain/work-order.ts';
import {
  choice,
  day,
  decimal,
  type Field,
  hash,
  moment,
  money,
  number,
  reference,
  text,
  usd,
} from './fields.ts';

/** The kinds of record of the plain contract, and those of extensions. */
export type KindName = ResourceName | 'attachments';
export const KIND_NAMES: readonly KindName[] = [...RESOURCE_NAMES, 'attachments'];

/** What a stock server knows of one kind of record. */
export interface Kind {
  /** Of its collection, with both slashes. */
  readonly path: string;
  readonly noun: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly unique?: string;
  /** The field whose blank value has the server make a number. */
  readonly numbered?: string;
  /** References of which a row has at most one, and a list names one. Rows go with the one that they name. */
  readonly parents?: readonly string[];
  /** Fields that no change touches. */
  readonly fixed?: readonly string[];
  /** Fields that only the server sets. */
  readonly own?: readonly string[];
  /** What a new row gets on top of the fields that were sent. */
  computed?(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

const address = {
  address_line_1: text({ max: 255 }),
  city: text({ max: 100 }),
  state: text({ max: 100 }),
  postal_code: text({ max: 20 }),
};
const siteAddress = { ...address, address_line_2: text({ max: 255 }) };
const title = text({ max: 200, required: true });
const customer = reference('customers');
const taxRate = decimal({ maxDigits: 5, blank: '0.00', leaves: (rate) => rate });

const parent = (to: ResourceName): Field => reference(to, { required: false });

export const KINDS: Readonly<Record<KindName, Kind>> = {
  customers: {
    path: '/api/v1/customers/customers/',
    noun: 'customer',
    fields: {
      first_name: text({ max: 100, required: true }),
      last_name: text({ max: 100, required: true }),
      email: text({
        max: 254,
        required: true,
        is: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
        otherwise: 'Enter a valid email address.',
        shape: 'email',
      }),
      phone: text({
        is: /^[+\d][\d\s().-]{6,19}$/,
        otherwise: "Phone number must be entered in the format: '+1-555-123-4567'.",
        shape: 'phone',
      }),
      ...address,
      company_name: text({ max: 200 }),
      customer_type: choice(CUSTOMER_TYPES),
      status: choice(CUSTOMER_STATUSES),
    },
    unique: 'email',
  },
  projects: {
    path: '/api/v1/projects/projects/',
    noun: 'project',
    fields: {
      title,
      description: text(),
      customer,
      project_type: choice(PROJECT_TYPES),
      status: choice(PROJECT_STATUSES),
      priority: choice(PROJECT_PRIORITIES, 'medium'),
      start_date: day(),
      estimated_completion_date: day(),
      estimated_cost: decimal({ nullable: true, leaves: Number }),
      ...siteAddress,
    },
  },
  estimates: {
    path: '/api/v1/estimates/estimates/',
    noun: 'estimate',
    fields: {
      estimate_number: text({ max: 50 }),
      title,
      description: text(),
      customer,
      status: choice(ESTIMATE_STATUSES),
      valid_until: day({ required: true }),
      subtotal: decimal({ required: true, leaves: usd }),
      tax_rate: taxRate,
      total_amount: decimal({ leaves: usd }),
      terms_and_conditions: text(),
      notes: text(),
    },
    unique: 'estimate_number',
    numbered: 'estimate_number',
    computed: (row) =>
      row['total_amount'] === null
        ? {
            total_amount: usd(
              (withTax(readAmount(row['subtotal']), readAmount(row['tax_rate'])) ?? 0).toFixed(2),
            ),
          }
        : {},
  },
  workOrders: {
    path: '/api/v1/work-orders/work-orders/',
    noun: 'work order',
    fields: {
      work_order_number: text({ max: 50, required: true }),
      title,
      description: text(),
      customer,
      status: choice(WORK_ORDER_STATUSES),
      priority: choice(WORK_ORDER_PRIORITIES, 'medium'),
      ...siteAddress,
      scheduled_date: day(),
      estimated_cost: money(),
      notes: text(),
    },
    unique: 'work_order_number',
  },
  attachments: {
    path: '/api/v1/attachments/attachments/',
    noun: 'attachment',
    fields: {
      customer: parent('customers'),
      project: parent('projects'),
      estimate: parent('estimates'),
      work_order: parent('workOrders'),
      kind: choice(['photo', 'document', 'template', 'file']),
      sha256: hash({ required: true }),
      thumb_sha256: hash(),
      name: text({ max: 200 }),
      room: text({ max: 200 }),
      label: choice(['before', 'during', 'after', 'damage', 'equipment', 'reading', 'other'], 'other'),
      caption: text({ max: 2_000 }),
      taken_at: moment(),
      taken_by: text({ max: 310 }),
      latitude: number(),
      longitude: number(),
      accuracy: number(),
    },
    parents: ['customer', 'project', 'estimate', 'work_order'],
    fixed: ['sha256', 'thumb_sha256', 'kind'],
    own: ['size', 'media_type', 'received_at', 'uploaded_by'],
  },
};

/** The fields of each kind that name another record, with its kind. */
export const REFERENCES = Object.fromEntries(
  KIND_NAMES.map((resource) => [
    resource,
    Object.entries(KINDS[resource].fields).flatMap(([field, { to }]) => (to ? [[field, to] as const] : [])),
  ]),
) as unknown as Readonly<Record<KindName, readonly (readonly [field: string, to: ResourceName])[]>>;

/** The kind of record whose collection a path is in, or is; null for any other path. */
export function kindAt(path: string): KindName | null {
  return KIND_NAMES.find((name) => path.startsWith(KINDS[name].path)) ?? null;
}

/** What stands behind the collection in a path: an id, as a URL has it, or '' for the collection itself. */
export function idIn(path: string, resource: KindName): string {
  const [item = ''] = path.split('?', 1);
  return item.slice(KINDS[resource].path.length).replace(/\/$/, '');
}

/** How the extensions call a kind: by the last part of its collection's path. */
export function collectionOf(resource: KindName): string {
  return KINDS[resource].path.split('/').at(-2) ?? resource;
}

/** What `field-rules` tells of all kinds. */
export function toldRules(): Readonly<Record<string, Readonly<Record<string, object>>>> {
  return Object.fromEntries(
    RESOURCE_NAMES.map((resource) => [
      collectionOf(resource),
      Object.fromEntries(
        Object.entries(KINDS[resource].fields).map(([name, { told, required }]) => [
          name,
          {
            ...told,
            ...(required ? { blank: false } : {}),
            ...(KINDS[resource].unique === name ? { unique: true } : {}),
          },
        ]),
      ),
    ]),
  );
}
