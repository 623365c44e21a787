import { type Choice, choiceLabels, customerLabel, namelessRecords } from '../words/common.ts';
import { ADDRESS, ADDRESS_FIELDS, addressText } from './address.ts';
import type { FieldList, RecordOf } from './field.ts';
import { defineResource } from './resource-spec.ts';
import { digitsOf } from './search-text.ts';

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

const fields = {
  first_name: { type: 'text' },
  last_name: { type: 'text' },
  email: { type: 'email' },
  phone: { type: 'phone' },
  ...ADDRESS,
  company_name: { type: 'text' },
  customer_type: { type: 'choice', choices: CUSTOMER_TYPES, initial: 'residential' },
  status: { type: 'choice', choices: CUSTOMER_STATUSES, initial: 'active' },
} as const satisfies FieldList;

export type Customer = RecordOf<typeof fields>;

export function customerName(customer: Pick<Customer, 'first_name' | 'last_name'>): string {
  return [customer.first_name.trim(), customer.last_name.trim()].filter(Boolean).join(' ');
}

/** For sorting: 'Lee', then 'Ann'. '' if the customer has neither a name nor what the title shows in its place. */
export function lastNameFirst({ first_name, last_name, company_name, email }: Customer): string {
  // The line break sorts before a space, so that 'De' stands before 'De La'.
  const name = [last_name, first_name]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n');
  return name || company_name.trim() || email.trim();
}

export const customerSpec = defineResource({
  name: 'customers',
  path: '/api/v1/customers/customers/',
  label: customerLabel,
  fields,
  placement: 'first',
  filteredBy: 'email',
  mergeGroups: [ADDRESS_FIELDS],
  inactive: { field: 'status', value: 'inactive', label: choiceLabels.inactive },
  // People search for first and last name together, and for phone numbers as written or as digits.
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
});
