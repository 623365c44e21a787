import { type Customer, customerName, customerSpec } from '../../../domain/customer.ts';
import { digitsOf, plainText } from '../../../domain/search-text.ts';

export type Common = 'email' | 'phone' | 'address';

export interface Known {
  readonly title: string;
  readonly row?: number;
  readonly street: string;
}

export interface Match {
  readonly common: Common;
  readonly known: Known;
}

interface Found {
  /** Probably the same customer: the names are equal, or one of them is blank. */
  readonly duplicate: Match | null;
  /** Customers with the same contact but another name or street, such as a property manager's buildings. */
  readonly shared: readonly Match[];
}

const FEWEST_DIGITS = 7;
/** The country code of the US and Canada. */
const WITH_COUNTRY = /^1(?=\d{10}$)/;
/** Customers per step. A step takes a millisecond or two. */
const STEP = 50;

export class KnownCustomers {
  readonly #known = new Map<string, Known>();
  readonly #below: KnownCustomers | null;

  /** @param below is searched first, and never changed */
  constructor(below: KnownCustomers | null = null) {
    this.#below = below;
  }

  add(customer: Customer, row?: number): void {
    const { name, street, contacts, address } = keysOf(customer);
    const known = { title: customerSpec.title(customer), street, ...(row !== undefined && { row }) };
    const keys = contacts.flatMap(([, key]) => [key, withName(key, name), withStreet(key, name, street)]);
    for (const key of [...keys, ...address]) if (!this.#known.has(key)) this.#known.set(key, known);
  }

  find(customer: Customer): Found {
    const { name, street, contacts, address } = keysOf(customer);
    const shared: Match[] = [];
    for (const [common, key] of contacts) {
      const any = this.#get(key);
      if (!any) continue;
      const same = name === '' ? any : (this.#get(withName(key, name)) ?? this.#get(withName(key, '')));
      const isElsewhere = same && street !== '' && same.street !== '' && same.street !== street;
      const duplicate = isElsewhere ? this.#get(withStreet(key, name, street)) : same;
      if (duplicate) return { duplicate: { common, known: duplicate }, shared: [] };
      shared.push({ common, known: same ?? any });
    }
    for (const key of address) {
      const known = this.#get(key);
      if (known) return { duplicate: { common: 'address', known }, shared: [] };
    }
    return { duplicate: null, shared };
  }

  hasEmail(email: string): boolean {
    return this.#get(emailKey(email)) !== undefined;
  }

  *equals(other: KnownCustomers): Generator<void, boolean> {
    if (this.#known.size !== other.#known.size) return false;
    let n = 0;
    for (const [key, { title, street }] of this.#known) {
      const its = other.#known.get(key);
      if (its?.title !== title || its.street !== street) return false;
      n += 1;
      if (n % STEP === 0) yield;
    }
    return true;
  }

  #get(key: string): Known | undefined {
    return (this.#below ? this.#below.#get(key) : undefined) ?? this.#known.get(key);
  }
}

/** Returns `last` if it equals the result, so that nothing is checked again. */
export function* knownCustomers(
  customers: Iterable<Customer>,
  last: KnownCustomers | null = null,
): Generator<void, KnownCustomers> {
  const known = new KnownCustomers();
  let n = 0;
  for (const customer of customers) {
    known.add(customer);
    n += 1;
    if (n % STEP === 0) yield;
  }
  return last && (yield* known.equals(last)) ? last : known;
}

interface Keys {
  readonly name: string;
  readonly street: string;
  readonly contacts: readonly (readonly ['email' | 'phone', string])[];
  readonly address: readonly string[];
}

function keysOf(customer: Customer): Keys {
  const { email } = customer;
  const digits = digitsOf(customer.phone).replace(WITH_COUNTRY, '');
  const name = plainText(customerName(customer) || customer.company_name.trim());
  const address = plainText(customer.address_line_1).trim();
  const contacts: (readonly ['email' | 'phone', string])[] = [];
  if (email.trim() !== '') contacts.push(['email', emailKey(email)]);
  if (digits.length >= FEWEST_DIGITS) contacts.push(['phone', `phone:${digits}`]);
  return {
    name,
    street: numbersOf(address) || address,
    contacts,
    address: name !== '' && address !== '' ? [`address:${name}\n${address}`] : [],
  };
}

/** Returns only the numbers: '1 Oak St' equals '1 Oak Street', but not '1 Oak St Apt 2'. */
function numbersOf(address: string): string {
  return address.match(/\d+/g)?.join(' ') ?? '';
}

function emailKey(email: string): string {
  return `email:${email.trim().toLowerCase()}`;
}

function withStreet(key: string, name: string, street: string): string {
  return `${withName(key, name)}\n${street}`;
}

function withName(key: string, name: string): string {
  return `${key}\n${name}`;
}
