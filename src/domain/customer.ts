import { ADDRESS_FIELDS } from './address.ts';
import { readChoice, readText } from './read-wire.ts';
import type { ResourceSpec } from './resource-spec.ts';

export const CUSTOMER_TYPES = ['residential', 'commercial', 'insurance', 'property_management'] as const;
export const CUSTOMER_STATUSES = ['active', 'inactive', 'prospect', 'lead'] as const;

/** A person or company that jobs are done for. Choices are strings: a server may know more of them than we do. */
export type Customer = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  address_line_1: string;
  city: string;
  state: string;
  postal_code: string;
  company_name: string;
  customer_type: string;
  status: string;
};

export const CUSTOMER_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'address_line_1',
  'city',
  'state',
  'postal_code',
  'company_name',
  'customer_type',
  'status',
] as const satisfies readonly (keyof Customer)[];

/** First and last name, without stray blanks; '' when neither is known. */
export function customerName(customer: Pick<Customer, 'first_name' | 'last_name'>): string {
  return `${customer.first_name} ${customer.last_name}`.trim();
}

export const customerSpec: ResourceSpec<Customer> = {
  name: 'customers',
  path: '/api/v1/customers/customers/',
  label: { plural: 'Customers', title: 'Customer', noun: 'customer' },
  fields: CUSTOMER_FIELDS,
  placement: 'first',
  mergeGroups: [ADDRESS_FIELDS],
  references: [],
  blank: () => ({
    first_name: '',
    last_name: '',
    email: '',
    phone: '',
    address_line_1: '',
    city: '',
    state: '',
    postal_code: '',
    company_name: '',
    customer_type: 'residential',
    status: 'active',
  }),
  searchText: (row) => [row.first_name, row.last_name, row.email, row.company_name].join('\n'),
  title: (row) => customerName(row) || row.company_name || row.email || 'Unnamed customer',
  decode: (wire) => ({
    first_name: readText(wire['first_name']),
    last_name: readText(wire['last_name']),
    email: readText(wire['email']),
    phone: readText(wire['phone']),
    address_line_1: readText(wire['address_line_1']),
    city: readText(wire['city']),
    state: readText(wire['state']),
    postal_code: readText(wire['postal_code']),
    company_name: readText(wire['company_name']),
    customer_type: readChoice(wire['customer_type'], 'residential'),
    status: readChoice(wire['status'], 'active'),
  }),
  encode: (fields) => ('phone' in fields ? { ...fields, phone: (fields.phone ?? '').trim() } : fields),
};
