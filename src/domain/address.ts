import type { FieldList, RecordOf } from './field.ts';
import { readText } from './read-wire.ts';

/** Where a customer lives. */
export const ADDRESS = {
  address_line_1: { type: 'text' },
  city: { type: 'text' },
  state: { type: 'text' },
  postal_code: { type: 'text' },
} as const satisfies FieldList;

/** Where a job is: perhaps one flat of a house. */
export const SITE_ADDRESS = {
  address_line_1: { type: 'text' },
  address_line_2: { type: 'text' },
  city: { type: 'text' },
  state: { type: 'text' },
  postal_code: { type: 'text' },
} as const satisfies FieldList;

export type Address = RecordOf<typeof ADDRESS>;
export type SiteAddress = RecordOf<typeof SITE_ADDRESS>;

export const ADDRESS_FIELDS = Object.keys(ADDRESS) as readonly (keyof Address)[];
export const SITE_ADDRESS_FIELDS = Object.keys(SITE_ADDRESS) as readonly (keyof SiteAddress)[];

/** An address as lines of an envelope; blank parts and lines are left out. */
export function addressLines(address: Address & { address_line_2?: string }): string[] {
  const place = [address.state, address.postal_code].map((part) => part.trim()).filter(Boolean);
  const town = [address.city.trim(), place.join(' ')].filter(Boolean).join(', ');
  return [address.address_line_1, address.address_line_2 ?? '', town]
    .map((line) => line.trim())
    .filter(Boolean);
}

/** 'Austin, TX'; '' where neither is known. */
export function cityAndState({ city, state }: Pick<Address, 'city' | 'state'>): string {
  return [city.trim(), state.trim()].filter(Boolean).join(', ');
}

/** The address among the fields of any record; what it has none of is blank. */
export function addressOf(fields: Readonly<Record<string, unknown>>): SiteAddress {
  const entries = SITE_ADDRESS_FIELDS.map((field) => [field, readText(fields[field])] as const);
  return Object.fromEntries(entries) as SiteAddress;
}

/** An address as the search looks in it, a part a line. */
export function addressText(address: Address & { address_line_2?: string }): string {
  const { address_line_1, address_line_2 = '', city, state, postal_code } = address;
  return `${address_line_1}\n${address_line_2}\n${city}\n${state}\n${postal_code}`;
}
