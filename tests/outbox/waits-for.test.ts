import { describe, expect, it } from 'vitest';
import { deletionHolds } from '../../src/outbox/dependencies.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { aMutation, aRefusal, changes } from '../support/records/mutations.ts';

const job = (given: Partial<Mutation>) => aMutation({ resource: 'projects', localId: 'j', ...given });
const toCustomer = { fields: changes({ customer: [null, 'c'] }) };
const fromCustomer = { fields: changes({ customer: ['c', 'd'] }) };

/** Returns the `seq` of the change that a deletion of customer c, accepted at 5, waits for. */
const waitsFor = (...open: Mutation[]) => deletionHolds(open, 'customers')?.(['c', '1'], 5)?.seq;

describe('[P22] a deletion', () => {
  it('[P22] waits for an earlier change that refers to its record, by either id', () => {
    expect(waitsFor(job({ seq: 3, ...toCustomer }))).toBe(3);
    expect(waitsFor(job({ seq: 3, fields: changes({ customer: [null, '1'] }) }))).toBe(3);
    expect(waitsFor(job({ seq: 6, ...toCustomer }))).toBeUndefined();
    expect(deletionHolds([job({ seq: 3, ...toCustomer })], 'projects')).toBeNull();
  });

  it('[P22] waits for any change that ends a reference to it, the earliest first', () => {
    expect(waitsFor(job({ seq: 6, ...fromCustomer }))).toBe(6);
    expect(waitsFor(job({ seq: 6, ...fromCustomer }), job({ seq: 4, localId: 'k', ...toCustomer }))).toBe(4);
  });

  it('[P22] does not wait for a parked change, or for what is behind it', () => {
    const parked = job({ seq: 2, state: 'parked', refusal: aRefusal(), ...toCustomer });
    expect(waitsFor(parked, job({ seq: 3, ...fromCustomer }))).toBeUndefined();
  });
});
