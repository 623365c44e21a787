import { describe, expect, it } from 'vitest';
import {
  MUTATION_SCHEMA,
  MUTATION_STATES,
  type Mutation,
  type MutationKind,
  PARK_REASONS,
} from '../../src/outbox/mutation.ts';
import { type StoredMutation, upcastMutation } from '../../src/outbox/upcast-mutation.ts';
import { aMutation } from '../support/records/mutations.ts';
import { OUTBOX_OF_VERSION_1 } from '../support/stored/outbox-1.ts';
import { OUTBOX_OF_VERSION_2 } from '../support/stored/outbox-2.ts';

/** An outbox of every version that was ever shipped. Who raises the version adds what the app stores then. */
const STORED: Readonly<Record<number, readonly StoredMutation[]>> = {
  1: OUTBOX_OF_VERSION_1,
  2: OUTBOX_OF_VERSION_2,
};
/** Does not compile when the shape has changed and the version has not. */
const TODAY: readonly Mutation[] = OUTBOX_OF_VERSION_2;
const KINDS: readonly MutationKind[] = ['create', 'update', 'delete'];

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

  it('[Q8] is kept as it was stored, of every version up to the one of today', () => {
    const versions = Array.from({ length: MUTATION_SCHEMA }, (_, index) => String(index + 1));
    expect(Object.keys(STORED)).toEqual(versions);
    for (const [version, rows] of Object.entries(STORED)) {
      expect(new Set(rows.map(({ schema }) => schema))).toEqual(new Set([Number(version)]));
      expect(rows.map(upcastMutation).every(({ schema }) => schema === MUTATION_SCHEMA)).toBe(true);
    }
  });

  it('[Q8] of today is of every kind, in every state and with every reason to wait for a person', () => {
    expect(new Set(TODAY.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(new Set(TODAY.map(({ state }) => state))).toEqual(new Set(MUTATION_STATES));
    const reasons = TODAY.flatMap(({ refusal }) => (refusal ? [refusal.reason] : []));
    expect(new Set(reasons)).toEqual(new Set(PARK_REASONS));
    expect(TODAY.map((row) => upcastMutation(row as unknown as StoredMutation))).toEqual(TODAY);
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
