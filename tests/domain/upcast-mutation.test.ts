import { describe, expect, it } from 'vitest';
import { MUTATION_SCHEMA, type Mutation } from '../../src/domain/mutation.ts';
import { type StoredMutation, upcastMutation } from '../../src/domain/upcast-mutation.ts';
import { aMutation } from '../support/mutations.ts';
import { OUTBOX_OF_VERSION_1 } from '../support/stored/outbox-1.ts';

const upcast = (n: number): Mutation => {
  const row = OUTBOX_OF_VERSION_1[n];
  if (!row) throw new Error(`There is no row ${n}.`);
  return upcastMutation(row);
};

describe('[Q8] a change that an older version stored', () => {
  it('[Q8] has every field of today, and keeps what it had', () => {
    for (const row of OUTBOX_OF_VERSION_1) {
      const read = upcastMutation(row);
      const today = Object.keys(aMutation()).sort();
      expect(Object.keys({ ...read, generated: undefined }).sort()).toEqual([...today, 'generated'].sort());
      const { schema: _, refusal: __, ...kept } = row;
      expect(read).toMatchObject({ ...kept, schema: MUTATION_SCHEMA });
    }
  });

  it('[Q8] knows when it was made, and what key a create has', () => {
    expect(upcast(0)).toMatchObject({ kind: 'create', uid: upcast(0).localId, keyed: false });
    expect(upcast(0).acceptedAt).toBe(Date.UTC(2026, 10, 20, 8));
    expect(upcast(1)).toMatchObject({ kind: 'update', uid: null });
  });

  it('[Q8] has its conflict in the form of today', () => {
    const { refusal } = upcast(2);
    expect(refusal).toMatchObject({
      reason: 'conflict',
      body: null,
      conflict: { fields: ['city'], before: null, theirs: { city: 'Tahoe' } },
    });
    expect(upcast(4).refusal?.conflict).toEqual({ fields: ['city'], before: null, theirs: {} });
    expect(upcast(3).refusal).toEqual(OUTBOX_OF_VERSION_1[3]?.['refusal']);
  });

  it('[Q8] stays as it is where it is of today', () => {
    const today = aMutation();
    expect(upcastMutation(today as unknown as StoredMutation)).toEqual(today);
    expect(upcastMutation(upcast(0) as unknown as StoredMutation)).toEqual(upcast(0));
  });

  it('[Q8] is refused where a newer version, or none that is known, stored it', () => {
    for (const schema of [MUTATION_SCHEMA + 1, 0]) {
      expect(() => upcastMutation({ schema } as StoredMutation)).toThrow(`A change of version ${schema}`);
    }
  });
});
