import { z } from 'zod';
import type { Address, SiteAddress } from '../../src/domain/address.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer, customerSpec } from '../../src/domain/customer.ts';
import { ESTIMATE_STATUSES, type Estimate, estimateSpec } from '../../src/domain/estimate.ts';
import { withTax } from '../../src/domain/money.ts';
import {
  PROJECT_PRIORITIES,
  PROJECT_STATUSES,
  PROJECT_TYPES,
  type Project,
  projectSpec,
} from '../../src/domain/project.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import {
  CURRENCY,
  WORK_ORDER_PRIORITIES,
  WORK_ORDER_STATUSES,
  type WorkOrder,
  workOrderSpec,
} from '../../src/domain/work-order.ts';
import { shortDecimal } from '../http/decimal.ts';
import {
  choiceField,
  dateField,
  dateOrTimeField,
  decimalField,
  emailField,
  LONG_TEXT,
  moneyField,
  optionalDecimalField,
  phoneField,
  referenceField,
  textField,
} from '../http/fields.ts';
import type { FieldOutput, ServerResource } from './server-resource.ts';

const addressInput = {
  address_line_1: textField({ max: 255, blank: true }).optional(),
  city: textField({ max: 100, blank: true }).optional(),
  state: textField({ max: 100, blank: true }).optional(),
  postal_code: textField({ max: 20, blank: true }).optional(),
} satisfies Record<keyof Address, z.ZodType>;

const siteAddressInput = {
  ...addressInput,
  address_line_2: textField({ max: 255, blank: true }).optional(),
} satisfies Record<keyof SiteAddress, z.ZodType>;

const money = z.object({ amount: z.string(), currency: z.literal(CURRENCY) });

const asNumber: FieldOutput = {
  schema: z.number().nullable(),
  write: (column) => (column === null ? null : Number(column)),
};

/** {"amount": "100.00", "currency": "USD"} */
const asMoney: FieldOutput = {
  schema: money.nullable(),
  write: (column) => (typeof column === 'string' ? { amount: column, currency: CURRENCY } : null),
};

const asShortDecimal: FieldOutput = {
  schema: z.string(),
  write: (column) => shortDecimal(String(column)),
};

const customerInput = z.object({
  first_name: textField({ max: 100, blank: true }).optional(),
  last_name: textField({ max: 100, blank: true }).optional(),
  email: emailField().optional(),
  phone: phoneField().optional(),
  ...addressInput,
  company_name: textField({ max: 200, blank: true }).optional(),
  customer_type: choiceField(CUSTOMER_TYPES).optional(),
  status: choiceField(CUSTOMER_STATUSES).optional(),
} satisfies Record<keyof Customer, z.ZodType>);

const customers: ServerResource = {
  spec: customerSpec,
  table: 'customers',
  input: customerInput,
  blankWith: { first_name: 'company_name', last_name: 'company_name' },
  uniqueKeys: [],
  references: [],
};

const projectInput = z.object({
  title: textField({ max: 200 }),
  description: textField(LONG_TEXT).optional(),
  customer: referenceField(),
  project_type: choiceField(PROJECT_TYPES).optional(),
  status: choiceField(PROJECT_STATUSES).optional(),
  priority: choiceField(PROJECT_PRIORITIES).optional(),
  start_date: dateField().nullable().optional(),
  estimated_completion_date: dateField().nullable().optional(),
  estimated_cost: optionalDecimalField().optional(),
  ...siteAddressInput,
} satisfies Record<keyof Project, z.ZodType>);

const projects: ServerResource = {
  spec: projectSpec,
  table: 'projects',
  input: projectInput,
  output: { estimated_cost: asNumber },
  defaults: { estimated_cost: null },
  uniqueKeys: [],
  references: [
    { field: 'customer', column: 'customer_id', table: 'customers', constraint: 'projects_customer_fkey' },
  ],
};

const estimateInput = z.object({
  estimate_number: textField({ max: 50, blank: true }).optional(),
  title: textField({ max: 200 }),
  description: textField(LONG_TEXT).optional(),
  customer: referenceField(),
  status: choiceField(ESTIMATE_STATUSES).optional(),
  valid_until: dateField(),
  subtotal: decimalField(),
  tax_rate: decimalField({ maxDigits: 7, places: 4 }).optional(),
  total_amount: decimalField().optional(),
  terms_and_conditions: textField(LONG_TEXT).optional(),
  notes: textField(LONG_TEXT).optional(),
} satisfies Record<keyof Estimate, z.ZodType>);

const estimates: ServerResource = {
  spec: estimateSpec,
  table: 'estimates',
  input: estimateInput,
  output: { subtotal: asMoney, tax_rate: asShortDecimal, total_amount: asMoney },
  derive: ({ subtotal, tax_rate: taxRate, total_amount: total }) =>
    total === undefined ? { total_amount: withTax(Number(subtotal), Number(taxRate ?? 0)) } : {},
  uniqueKeys: [{ field: 'estimate_number', constraint: 'estimates_number_key' }],
  references: [
    { field: 'customer', column: 'customer_id', table: 'customers', constraint: 'estimates_customer_fkey' },
  ],
  numbering: {
    field: 'estimate_number',
    prefix: 'EST-',
    digits: 6,
    counter: 'last_estimate_number',
  },
};

const workOrderInput = z.object({
  work_order_number: textField({ max: 50 }),
  title: textField({ max: 200 }),
  description: textField(LONG_TEXT).optional(),
  customer: referenceField(),
  status: choiceField(WORK_ORDER_STATUSES).optional(),
  priority: choiceField(WORK_ORDER_PRIORITIES).optional(),
  ...siteAddressInput,
  scheduled_date: dateOrTimeField().nullable().optional(),
  estimated_cost: moneyField().optional(),
  notes: textField(LONG_TEXT).optional(),
} satisfies Record<keyof WorkOrder, z.ZodType>);

const workOrders: ServerResource = {
  spec: workOrderSpec,
  table: 'work_orders',
  input: workOrderInput,
  output: { estimated_cost: asMoney },
  defaults: { estimated_cost: null },
  uniqueKeys: [{ field: 'work_order_number', constraint: 'work_orders_number_key' }],
  references: [
    { field: 'customer', column: 'customer_id', table: 'customers', constraint: 'work_orders_customer_fkey' },
  ],
};

export const serverResources: Readonly<Record<ResourceName, ServerResource>> = {
  customers,
  projects,
  estimates,
  workOrders,
};
