import type { Wire } from '../../src/domain/resource-spec.ts';
import type { Row } from '../../tests/memory-server/tables.ts';
import { seededRandom } from '../../tests/support/test/seeded-random.ts';

const FIRST = words(
  'Ann Bertrand Carmen Dorothea Emeka Fatima Gordon Hannelore Ingrid Joaquin Katarzyna Leopold Mirela Nikolai',
  'Oluwaseun Priscilla Quentin Rosalind Santiago Theodora Ursula Valentina Wolfgang Ximena Yevgenia Zachary',
);
const LAST = words(
  'Abernathy Beauchamp Castellanos Delacroix Eriksson Fitzgerald Gonzalez Hathaway Ivanova Johannsen Kowalczyk',
  'Lindqvist Montgomery Nakamura Oyelaran Papadakis Quisenberry Rutherford Szymanski Thornbury Underwood',
);
const FIRMS = words('Harbor Meridian Lakeside Pinnacle Redwood Summit Cedar Granite');
const TRADES = ['Property Management', 'Insurance Group', 'Facility Services', 'Real Estate Holdings'];
const STREETS = words('Mulberry Chestnut Evergreen Riverside Sycamore Washington Magnolia Prospect');
const TOWNS = words('Galveston Beaumont Lafayette Shreveport Texarkana Amarillo Brownsville Wichita');
const STATES = words('TX LA OK AR NM');
const TYPES = words('residential commercial insurance property_management');
const STATUSES = words('active inactive prospect lead');
/** The time at which the oldest record was created. Each further record is one minute newer. */
const BEGUN = Date.UTC(2021, 0, 4, 8);

/** A customer as a server sends it, about 404 bytes of JSON. */
export type WireCustomer = Wire & Readonly<Row>;

/** Makes customers, oldest first. The same count always gives the same customers. */
export function bookOf(count: number): WireCustomer[] {
  const random = seededRandom(count);
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  return Array.from({ length: count }, (_, index) => {
    const [first, last] = [one(FIRST), one(LAST)];
    const id = index + 1;
    const at = new Date(BEGUN + index * 60_000).toISOString().replace('Z', '000Z');
    return {
      id,
      first_name: first,
      last_name: last,
      email: `${first}.${last}.${id}@example.com`.toLowerCase(),
      phone: `(512) 555-${String(id % 10_000).padStart(4, '0')}`,
      address_line_1: `${100 + (id % 9900)} ${one(STREETS)} Avenue`,
      city: one(TOWNS),
      state: one(STATES),
      postal_code: String(70_000 + (id % 9000)),
      company_name: `${one(FIRMS)} ${one(TRADES)}`,
      customer_type: one(TYPES),
      status: one(STATUSES),
      created_at: at,
      updated_at: at,
    };
  });
}

function words(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '));
}
