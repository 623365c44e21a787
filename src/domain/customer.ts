import { type Choice, choiceLabels, customerLabel, namelessRecords } from '../words/common.ts';
import { ADDRESS_FIELDS, type Address, addressText, BLANK_ADDRESS } from './address.ts';
import { readAddress, readChoice, readText } from './read-wire.ts';
import type { ResourceSpec } from './resource-spec.ts';
import { digitsOf } from './search-terms.ts';

export const CUSTOMER_TYPES = [
  'residential',
  'commercial',
  'insurance',
  'property_management',
] as const satisfies readonly Choice[];
export const CUSTOMER_STATUSES = [
  'active',
  'inactive',
  'prospect',
  'lead',
] as const satisfies readonly Choice[];

/** A person or company that jobs are done for. Choices are strings: a server may know more of them than we do. */
export type Customer = Address & {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  company_name: string;
  customer_type: string;
  status: string;
};

export const CUSTOMER_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  ...ADDRESS_FIELDS,
  'company_name',
  'customer_type',
  'status',
] as const satisfies readonly (keyof Customer)[];

/** First and last name, without stray blanks; '' when neither is known. */
export function customerName(customer: Pick<Customer, 'first_name' | 'last_name'>): string {
  return [customer.first_name.trim(), customer.last_name.trim()].filter(Boolean).join(' ');
}

export const customerSpec: ResourceSpec<Customer> = {
  name: 'customers',
  path: '/api/v1/customers/customers/',
  label: customerLabel,
  fields: CUSTOMER_FIELDS,
  placement: 'first',
  mergeGroups: [ADDRESS_FIELDS],
  texts: [],
  inactive: { field: 'status', value: 'inactive', label: choiceLabels.inactive },
  references: [],
  blank: () => ({
    first_name: '',
    last_name: '',
    email: '',
    phone: '',
    ...BLANK_ADDRESS,
    company_name: '',
    customer_type: 'residential',
    status: 'active',
  }),
  // First and last name in one line: people type both. The phone number as it is written, and by its digits.
  searchText: (row) =>
    [
      `${row.first_name} ${row.last_name}`,
      row.email,
      row.company_name,
      row.phone,
      digitsOf(row.phone),
      addressText(row),
    ].join('\n'),
  title: (row) =>
    customerName(row) || row.company_name.trim() || row.email.trim() || namelessRecords.customers,
  decode: (wire) => ({
    first_name: readText(wire['first_name']),
    last_name: readText(wire['last_name']),
    email: readText(wire['email']),
    phone: readText(wire['phone']),
    ...readAddress(wire),
    company_name: readText(wire['company_name']),
    customer_type: readChoice(wire['customer_type'], 'residential'),
    status: readChoice(wire['status'], 'active'),
  }),
  encode: (fields) => ('phone' in fields ? { ...fields, phone: (fields.phone ?? '').trim() } : fields),
};
