import { z } from 'zod';
import { ESTIMATE_STATUSES, type Estimate, estimateSpec } from '../../src/domain/estimate.ts';
import { withTax } from '../../src/domain/money.ts';
import { dateField } from '../http/date-fields.ts';
import { choiceField, LONG_TEXT, textField } from '../http/fields.ts';
import { decimalField } from '../http/number-fields.ts';
import { referenceField } from '../http/reference-field.ts';
import { asMoney, asShortDecimal } from './field-outputs.ts';
import type { ServerResource } from './server-resource.ts';

const input = z.object({
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

export const estimates: ServerResource = {
  spec: estimateSpec,
  table: 'estimates',
  input,
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
