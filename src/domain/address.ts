import { type FieldList, type RecordOf, readText } from './field.ts';

export const ADDRESS = {
  address_line_1: { type: 'text' },
  city: { type: 'text' },
  state: { type: 'text' },
  postal_code: { type: 'text' },
} as const satisfies FieldList;

/** A site has a second line: a job may be in one unit of a building. */
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

export function addressLines(address: Address & { address_line_2?: string }): string[] {
  const place = [address.state, address.postal_code].map((part) => part.trim()).filter(Boolean);
  const town = [address.city.trim(), place.join(' ')].filter(Boolean).join(', ');
  return [address.address_line_1, address.address_line_2 ?? '', town]
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Returns 'Austin, TX'; '' if neither is known. */
export function cityAndState({ city, state }: Pick<Address, 'city' | 'state'>): string {
  return [city.trim(), state.trim()].filter(Boolean).join(', ');
}

export function addressOf(fields: Readonly<Record<string, unknown>>): SiteAddress {
  const entries = SITE_ADDRESS_FIELDS.map((field) => [field, readText(fields[field])] as const);
  return Object.fromEntries(entries) as SiteAddress;
}

export function addressText(address: Address & { address_line_2?: string }): string {
  const { address_line_1, address_line_2 = '', city, state, postal_code } = address;
  return `${address_line_1}\n${address_line_2}\n${city}\n${state}\n${postal_code}`;
}
