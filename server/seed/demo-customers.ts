import type { CUSTOMER_STATUSES, CUSTOMER_TYPES, Customer } from '../../src/domain/customer.ts';
import type { DemoTimes } from './demo-calendar.ts';
import { COMPANIES, FIRST_NAMES, LAST_NAMES } from './demo-names.ts';
import { DEMO_STREETS, DEMO_TOWNS } from './demo-places.ts';
import { SeededRandom } from './seeded-random.ts';

export interface DemoCustomer extends DemoTimes {
  readonly customer: Customer;
}

type CustomerType = (typeof CUSTOMER_TYPES)[number];
type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

const COUNT = 200;
const DAY = 24 * 60;
const OLDEST_DAYS = 270;
/** Leads and prospects are recent. */
const RECENT_DAYS = 60;

/** Returns the same customers every time, oldest first. */
export function demoCustomers(): readonly DemoCustomer[] {
  const random = new SeededRandom(20_260_117);
  const emails = new Set<string>();
  return Array.from({ length: COUNT }, (_, index) => {
    const daysAgo = OLDEST_DAYS - Math.floor((index * OLDEST_DAYS) / COUNT);
    const addedMinutesAgo = daysAgo * DAY - random.between(0, DAY - 1);
    const wasChanged = random.next() < 0.4;
    return {
      customer: demoCustomer(random, { isRecent: daysAgo <= RECENT_DAYS, emails }),
      addedMinutesAgo,
      changedMinutesAgo: wasChanged ? random.between(0, addedMinutesAgo) : addedMinutesAgo,
    };
  });
}

function demoCustomer(
  random: SeededRandom,
  context: { readonly isRecent: boolean; readonly emails: Set<string> },
): Customer {
  const type = random.weighted<CustomerType>([
    ['residential', 60],
    ['commercial', 17],
    ['property_management', 15],
    ['insurance', 8],
  ]);
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.pick(LAST_NAMES);
  const company = companyOf(random, type);
  const place = random.pick(DEMO_TOWNS);
  return {
    first_name: firstName,
    last_name: lastName,
    email: emailOf(`${firstName}.${lastName}`, company, context.emails),
    phone: random.next() < 0.12 ? '' : phoneOf(random, place.state),
    address_line_1: `${random.between(100, 8_999)} ${random.pick(DEMO_STREETS)}`,
    city: place.city,
    state: place.state,
    postal_code: random.pick(place.zips),
    company_name: company,
    customer_type: type,
    status: statusOf(random, context.isRecent),
  };
}

function companyOf(random: SeededRandom, type: CustomerType): string {
  if (type !== 'residential') return random.pick(COMPANIES[type]);
  return random.next() < 0.05 ? random.pick(COMPANIES.commercial) : '';
}

function statusOf(random: SeededRandom, isRecent: boolean): CustomerStatus {
  return isRecent
    ? random.weighted<CustomerStatus>([
        ['active', 45],
        ['lead', 30],
        ['prospect', 25],
      ])
    : random.weighted<CustomerStatus>([
        ['active', 82],
        ['inactive', 13],
        ['prospect', 5],
      ]);
}

/** Mail to example.com reaches nobody, because the domain is reserved. */
function emailOf(name: string, company: string, taken: Set<string>): string {
  const local = lettersOf(name);
  const domain = company === '' ? 'example.com' : `${lettersOf(company).replaceAll('.', '')}.example.com`;
  let email = `${local}@${domain}`;
  for (let number = 2; taken.has(email); number += 1) email = `${local}${number}@${domain}`;
  taken.add(email);
  return email;
}

const AREA_CODES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  MN: ['612', '651', '952', '763'],
  WI: ['715'],
};

/** The numbers 555-0100 to 555-0199 are reserved for fiction. */
function phoneOf(random: SeededRandom, state: string): string {
  return `+1-${random.pick(AREA_CODES[state] ?? ['612'])}-555-0${random.between(100, 199)}`;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z.]/g, '');
}
