import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { fold } from '../../src/outbox/mirror-record.ts';
import { KINDS } from '../memory-server/kinds.ts';
import { acts, mutationsOfActs, wholeRecord } from '../support/records/arbitraries.ts';
import { counterexample } from '../support/test/counterexample.ts';
import { groupOf, means, readRow, shown } from './checks/meaning.ts';

const text = fc.constantFrom('', ' ', 'a', 'A', ' a ', 'Ann@Example.com', '555 123', '+1 (555) 123', null);
const amount = fc.constantFrom(0, 1, 2.5, 100, '2.50', '100', '100.00', null, '');
const amountOnWire = fc.constantFrom(0, 2.5, '2.50', '100', null, { amount: '12.25', currency: 'USD' });
const AMOUNTS = ['estimated_cost', 'subtotal', 'tax_rate', 'total_amount'];
const DAYS = ['start_date', 'estimated_completion_date', 'valid_until', 'scheduled_date'];
const day = fc.constantFrom('2026-03-04', '2027-01-31', null);

function sameValue(field: string, a: FieldValue, b: FieldValue): boolean {
  const resource = RESOURCE_NAMES.find((name) => field in specOf(name).fields);
  assert(resource);
  return specOf(resource).sameValue(field, a, b);
}

describe("the simulation's own reading and the app's", () => {
  it('agree on equal values', () => {
    const pair = fc.oneof(
      fc.tuple(fc.constantFrom('city', 'email', 'phone', 'status'), text, text),
      // Values from a server are numbers. A typed value may be text.
      fc.tuple(fc.constantFrom(...AMOUNTS), amount, fc.constantFrom(0, 1, 2.5, 100, null)),
      fc.tuple(fc.constantFrom(...DAYS), day, day),
    );
    expect(
      counterexample(fc.property(pair, ([field, a, b]) => means(field, a, b) === sameValue(field, a, b))),
    ).toBeNull();
  });

  it.each(RESOURCE_NAMES)('agree on the fields of a row: %s', (resource) => {
    const valueOf = (field: string): fc.Arbitrary<unknown> => {
      if (AMOUNTS.includes(field)) return amountOnWire;
      if (DAYS.includes(field)) return day;
      if (field === 'customer') return fc.constantFrom(7, '00000000-0000-4000-8000-00000000000a');
      // A choice always has a value on a server.
      return fc.constantFrom('a', ' b ', 'pending');
    };
    const fields = Object.keys(KINDS[resource].fields);
    const row = fc.record(Object.fromEntries(fields.map((field) => [field, valueOf(field)])));
    const same = fc.property(row, (wire) => {
      const ours = readRow(resource, wire);
      const theirs = specOf(resource).decode(wire);
      const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
      return [...names].every((name) => ours[name] === (theirs as Record<string, unknown>)[name]);
    });
    expect(counterexample(same)).toBeNull();
  });

  it('agree on a record with open changes', () => {
    const state = fc.constantFrom('queued', 'sending', 'parked');
    const property = fc.property(
      fc.option(wholeRecord),
      acts,
      fc.array(state, { minLength: 8, maxLength: 8 }),
      (server, done, states) => {
        const open = mutationsOfActs(server, done).map((one, n) => ({
          ...one,
          state: states[n] ?? 'queued',
        }));
        const [ours, theirs] = [shown(server, open), fold(server, open)];
        return isDeepStrictEqual(ours, theirs);
      },
    );
    expect(counterexample(property)).toBeNull();
  });

  it.each(RESOURCE_NAMES)('agree on merge groups: %s', (resource) => {
    for (const field of specOf(resource).fieldNames) {
      const group = specOf(resource).mergeGroups.find((one) => one.includes(field)) ?? [];
      expect([...groupOf(resource, field)].sort()).toEqual([...group].sort());
    }
  });
});
