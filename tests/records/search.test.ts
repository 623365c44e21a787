import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveCollection } from '../../src/db/live-collection.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { matching } from '../../src/records/use-records.ts';
import { aCollection, aRecord } from '../support/browser/test-database.ts';
import { counterexample } from '../support/test/counterexample.ts';

function listOf(resource: 'customers' | 'workOrders', rows: readonly Fields[]): LiveCollection {
  const collection = aCollection('last', resource);
  collection.apply(
    rows.map((server, index) => [String(index + 1), aRecord({ localId: String(index + 1), server })]),
  );
  return collection;
}

function foundIn(own: LiveCollection, search: string, customers?: LiveCollection): string {
  const referred = customers ? { field: 'customer', to: customers.getSnapshot() } : null;
  return matching(own.getSnapshot(), { search, referred, keep: null })
    .map(({ localId }) => localId)
    .join('');
}

const people = [
  { first_name: 'Maria', last_name: 'Smithson', phone: '+1-555-777-1234', city: 'Denver' },
  { first_name: 'Jürgen', last_name: 'Müller', phone: '(555) 123 4567', address_line_1: '12 Cellar Rd' },
  { first_name: 'Ewa', last_name: 'Łódź', phone: null, company_name: 'Denver Dry' },
] as unknown as Fields[];

const jobs: Fields[] = [
  { title: 'Dry out', work_order_number: 'WO-1', description: '', customer: '1', city: 'Boulder' },
  { title: 'Tear out', work_order_number: 'WO-2', description: 'for Smithson', customer: '2' },
  { title: 'Clean', work_order_number: 'WO-3', description: '', customer: null },
  { title: 'Smith tools', work_order_number: 'WO-4', description: '', customer: '99' },
];

describe('a search of customers', () => {
  const customers = listOf('customers', people);

  // @spec D1.35 D1.36
  it.each([
    ['smith', '1'],
    ['smithson maria', '1'],
    ['7771234', '1'],
    ['777-1234', '1'],
    ['(777) 1234', '1'],
    ['+1 (555) 123-4567', '2'],
    ['cellar', '2'],
    ['muller', '2'],
    ['MÜLLER', '2'],
    ['lodz', '3'],
    ['denver', '13'],
    ['denver smith', '1'],
    ['denver cellar', ''],
    ['  ', '123'],
  ])('by %s', (typed, expected) => {
    expect(foundIn(customers, typed)).toBe(expected);
  });
});

describe('a search of records that refer to customers', () => {
  const customers = listOf('customers', people);
  const workOrders = listOf('workOrders', jobs);

  // @spec D1.35 D1.36
  it.each([
    ['smith', '124'],
    ['777-1234', '1'],
    ['cellar', '2'],
    ['denver', '1'],
    ['dry smithson', '1'],
    ['boulder denver', '1'],
    ['wo-3', '3'],
    ['lodz', ''],
  ])('by %s', (typed, expected) => {
    expect(foundIn(workOrders, typed, customers)).toBe(expected);
  });

  it('finds a record by the new name at once, and no longer by the old one', () => {
    const all = listOf('customers', people);
    expect(foundIn(workOrders, 'maria', all)).toBe('1');
    all.apply([['1', aRecord({ localId: '1', server: { ...people[0], first_name: 'Zelda' } })]]);
    expect(foundIn(workOrders, 'maria', all)).toBe('');
    expect(foundIn(workOrders, 'zelda', all)).toBe('1');
  });

  it('finds a record through a customer created here, by its local and its server id', () => {
    const made = aCollection('last');
    const server = { first_name: 'Nora', last_name: 'New' };
    made.apply([['a-b', aRecord({ localId: 'a-b', serverId: 77, server })]]);
    const both = listOf('workOrders', [
      { ...jobs[2], customer: 'a-b' },
      { ...jobs[2], customer: '77' },
    ] as Fields[]);
    expect(foundIn(both, 'nora', made)).toBe('12');
  });
});

// @spec D1.36
it('a search finds all records that contain the typed text', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom('Ann', 'É', '12-3', ' ', ','),
  );
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  expect(
    counterexample(
      fc.property(text, text, fc.nat(20), fc.nat(12), (title, description, from, length) => {
        const own = listOf('workOrders', [{ title, description, work_order_number: '' }]);
        const held = `${title}\n${description}`.toLowerCase();
        const typed = Array.from(held)
          .slice(from, from + length)
          .join('');
        const wasFound = held.includes(typed.trim().toLowerCase());
        assert.ok(!wasFound || foundIn(own, typed) === '1', JSON.stringify([held, typed]));
      }),
      5_000,
    ),
  ).toBeNull();
});
