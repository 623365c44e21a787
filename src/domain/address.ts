import { readText } from './read-wire.ts';

/** Where a job is or a customer lives, as a person wrote it. */
export type Address = {
  address_line_1: string;
  city: string;
  state: string;
  postal_code: string;
};

/** A customer's address. Fields of an address belong together: they are merged as one group. */
export const ADDRESS_FIELDS = [
  'address_line_1',
  'city',
  'state',
  'postal_code',
] as const satisfies readonly (keyof Address)[];

/** The address of a job, which may be one flat of a house. */
export type SiteAddress = Address & { address_line_2: string };

export const SITE_ADDRESS_FIELDS = [
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'postal_code',
] as const satisfies readonly (keyof SiteAddress)[];

export const BLANK_ADDRESS: Address = { address_line_1: '', city: '', state: '', postal_code: '' };

export const BLANK_SITE_ADDRESS: SiteAddress = {
  address_line_1: '',
  address_line_2: '',
  city: '',
  state: '',
  postal_code: '',
};

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
