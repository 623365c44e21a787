import { z } from 'zod';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer, customerSpec } from '../../src/domain/customer.ts';
import { choiceField, emailField, phoneField, textField } from '../http/fields.ts';
import { addressInput } from './address-input.ts';
import type { ServerResource } from './server-resource.ts';

const input = z.object({
  first_name: textField({ max: 100, blank: true }).optional(),
  last_name: textField({ max: 100, blank: true }).optional(),
  email: emailField().optional(),
  phone: phoneField().optional(),
  ...addressInput,
  company_name: textField({ max: 200, blank: true }).optional(),
  customer_type: choiceField(CUSTOMER_TYPES).optional(),
  status: choiceField(CUSTOMER_STATUSES).optional(),
} satisfies Record<keyof Customer, z.ZodType>);

export const customers: ServerResource = {
  spec: customerSpec,
  table: 'customers',
  input,
  blankWith: { first_name: 'company_name', last_name: 'company_name' },
  uniqueKeys: [],
  references: [],
};
