import { z } from 'zod';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer, customerSpec } from '../../src/domain/customer.ts';
import { choiceField, emailField, textField, textFieldThat } from '../http/fields.ts';
import { addressInput } from './address-input.ts';
import type { ServerResource } from './server-resource.ts';

/** Digits with the usual separators; local numbers have 7 digits, the longest numbers 15. */
const PHONE = /^\+?[\d\s().-]+$/;

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return PHONE.test(text) && digits >= 7 && digits <= 15;
}

const input = z.object({
  first_name: textField({ max: 100 }),
  last_name: textField({ max: 100 }),
  email: emailField(),
  phone: textFieldThat({
    max: 20,
    blank: true,
    is: isPhone,
    otherwise: "Phone number must be entered in the format: '+1-555-123-4567'.",
  }).optional(),
  ...addressInput,
  company_name: textField({ max: 200, blank: true }).optional(),
  customer_type: choiceField(CUSTOMER_TYPES).optional(),
  status: choiceField(CUSTOMER_STATUSES).optional(),
} satisfies Record<keyof Customer, z.ZodType>);

export const customers: ServerResource = {
  spec: customerSpec,
  table: 'customers',
  input,
  uniqueKeys: [{ field: 'email', constraint: 'customers_email_key' }],
  references: [],
};
