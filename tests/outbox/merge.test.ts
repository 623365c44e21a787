import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createdFields } from '../../src/domain/field-changes.ts';
import type { Fields, ResourceName } from '../../src/domain/resource-spec.ts';
import { looksLikeCreate } from '../../src/outbox/match-create.ts';
import { mergeFields as mergeAll } from '../../src/outbox/merge/merge-fields.ts';
import { aCustomer, aMutation, changes } from '../support/records/mutations.ts';
import { counterexample } from '../support/test/counterexample.ts';

type Sides = Omit<Parameters<typeof mergeAll>[0], 'resource'>;

function merge(sides: Sides, resource: ResourceName = 'customers') {
  const { fields, conflicts } = mergeAll({ ...sides, resource });
  return { fields, conflicts };
}
const before = aCustomer({
  email: 'a@b.c',
  address_line_1: '1 Main St',
  city: 'Boise',
  postal_code: '83701',
});
const mine = changes({ email: ['a@b.c', 'new@b.c'] });

/** Merges `changed` into the record as it was before. */
const mergeWith = (changed: Fields, given = mine, known: Fields | null = before) =>
  merge({ mine: given, before: known, theirs: { ...before, ...changed } });

describe('[M1] three ways', () => {
  it('[M6] theirs equals the base: mine is kept', () => {
    expect(mergeWith({ status: 'lead' })).toEqual({ fields: mine, conflicts: [] });
  });

  it('[M7] theirs equals mine: the field is dropped', () => {
    expect(mergeWith({ email: 'new@b.c' })).toEqual({ fields: {}, conflicts: [] });
  });

  it('[M8] both changed to different values: a conflict', () => {
    expect(mergeWith({ email: 'other@b.c' })).toEqual({ fields: mine, conflicts: ['email'] });
  });

  it('[M6] a field that the server lacks counts as null', () => {
    const company = changes({ company_name: [null, 'Lee Inc'] });
    const theirs = { email: 'a@b.c' };
    expect(merge({ mine: company, before: null, theirs })).toEqual({
      fields: company,
      conflicts: [],
    });
  });

  it('[M2] a server that trims or reformats causes no conflict', () => {
    expect(mergeWith({ email: ' NEW@b.c' })).toEqual({ fields: {}, conflicts: [] });
    expect(mergeWith({ email: 'A@B.C ' })).toEqual({ fields: mine, conflicts: [] });
  });

  it('[M26] an unchanged server value keeps mine, even if both mean the same', () => {
    const trimmed = changes({ email: ['a@b.c', 'A@b.c'] });
    expect(mergeWith({}, trimmed)).toEqual({ fields: trimmed, conflicts: [] });
  });
});

describe('[M1] an address is one thing', () => {
  const moved = changes({ city: ['Boise', 'Reno'] });

  it('[M1] they changed one line of it and I another: a conflict', () => {
    expect(mergeWith({ postal_code: '89501' }, moved)).toEqual({ fields: moved, conflicts: ['city'] });
  });

  it('[M1] the whole of it is in conflict, each field once', () => {
    const both = changes({ city: ['Boise', 'Reno'], state: ['', 'NV'] });
    expect(mergeWith({ city: 'Elko', postal_code: '89801' }, both).conflicts).toEqual(['city', 'state']);
  });

  it('[M1] only my changed fields are compared if no earlier copy is known', () => {
    expect(mergeWith({ postal_code: '89501' }, moved, null)).toEqual({ fields: moved, conflicts: [] });
  });

  it('[M1, M7] lines that the server already has cause no conflict', () => {
    expect(mergeWith({ city: 'Reno', postal_code: '89501' }, moved)).toEqual({ fields: {}, conflicts: [] });
  });
});

describe('merging', () => {
  const value = fc.constantFrom('', 'a', 'b', 'A ', null);
  const fields = (names: readonly string[]): fc.Arbitrary<Fields> =>
    fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true });
  const left = ['first_name', 'address_line_1', 'city', 'state', 'postal_code'];
  const right = ['last_name', 'email', 'phone', 'status'];
  const edit = (server: Fields, draft: Fields) =>
    Object.fromEntries(
      Object.entries(draft).map(([name, is]) => [name, { base: server[name] ?? null, value: is }]),
    );
  const together = (a: Fields, b: Fields): Fields => ({ ...a, ...b });

  it('[M1, M6] changes of disjoint groups keeps both, in either order, without a conflict', () => {
    expect(
      counterexample(
        fc.property(fields(left), fields(right), (here, there) => {
          const first = mergeThenApply(together(before, there), edit(before, here));
          const second = mergeThenApply(together(before, here), edit(before, there));
          assert.deepStrictEqual(first, second);
          return first !== 'conflict';
        }),
      ),
    ).toBeNull();
  });

  it('[M1] keeps, drops or asks about every changed field, and adds none', () => {
    expect(
      counterexample(
        fc.property(fields([...left, ...right]), fields([...left, ...right]), (here, there) => {
          const theirs = together(before, there);
          const merged = merge({ mine: edit(before, here), before, theirs });
          const kept = Object.keys(merged.fields);
          return kept.every((name) => name in here) && merged.conflicts.every((name) => kept.includes(name));
        }),
      ),
    ).toBeNull();
  });

  it('[M1] a merged change again does not alter it', () => {
    expect(
      counterexample(
        fc.property(fields([...left, ...right]), fields([...left, ...right]), (here, there) => {
          const theirs = together(before, there);
          const once = merge({ mine: edit(before, here), before, theirs });
          const twice = merge({ mine: once.fields, before: theirs, theirs });
          assert.deepStrictEqual(twice.fields, once.fields);
        }),
      ),
    ).toBeNull();
  });

  function mergeThenApply(theirs: Fields, mineNow: ReturnType<typeof edit>): Fields | 'conflict' {
    const merged = merge({ mine: mineNow, before, theirs });
    if (merged.conflicts.length > 0) return 'conflict';
    const values = Object.entries(mineNow).map(([name, change]) => [name, change.value] as const);
    return { ...theirs, ...Object.fromEntries(values) };
  }
});

describe("[U14] a row that may be this device's create", () => {
  const fingerprint = createdFields(
    aCustomer({ first_name: 'Ann', email: 'Ann@b.c', phone: '+1-555-123-4567' }),
  );
  const sent = {
    mutation: aMutation({ kind: 'create', fields: fingerprint }),
    resource: 'customers',
    fingerprint,
    groups: [],
    distinctive: [],
    former: {},
  } as const;
  const row = aCustomer({ first_name: 'Ann', email: 'ann@B.c', phone: '1 555 123 4567' });
  const unedited = (other: Fields) => ({ copy: { ...row, ...other }, edited: false });

  it('[U14] equals it in every sent field, in any form', () => {
    expect(looksLikeCreate(unedited({ first_name: ' Ann ', city: null, notes: 'extra' }), sent)).toBe(true);
  });

  it.each([{ first_name: 'Anne' }, { phone: '' }, { status: 'lead' }])(
    '[U14] is not the create if it differs: %j',
    (other) => {
      expect(looksLikeCreate(unedited(other), sent)).toBe(false);
    },
  );
});

describe('a status that both sides changed', () => {
  const statusOf = (base: string, mine: string, theirs: string) =>
    merge(
      { mine: { status: { base, value: mine } }, before: { status: base }, theirs: { status: theirs } },
      'workOrders',
    );

  it.each([
    ['pending', 'in_progress', 'assigned', ['status'], []],
    ['pending', 'assigned', 'completed', [], []],
    ['assigned', 'pending', 'in_progress', ['status'], ['status']],
    ['in_progress', 'completed', 'assigned', ['status'], ['status']],
    ['pending', 'cancelled', 'assigned', ['status'], ['status']],
    ['pending', 'assigned', 'cancelled', ['status'], ['status']],
    ['cancelled', 'pending', 'assigned', ['status'], ['status']],
  ])(
    '[M36] is the further one if both sides advanced it: from %s, %s and %s',
    (base, mine, theirs, sent, asked) => {
      const { fields, conflicts } = statusOf(base, mine, theirs);
      expect([Object.keys(fields), conflicts]).toEqual([sent, asked]);
    },
  );

  it('[M36] is sent with their value as its base, so that Undo goes back to that', () => {
    const { fields } = statusOf('pending', 'completed', 'in_progress');
    expect(fields).toEqual({ status: { base: 'in_progress', value: 'completed' } });
  });
});
