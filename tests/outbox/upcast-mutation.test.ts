import { describe, expect, it } from 'vitest';
import {
  MUTATION_SCHEMA,
  type StoredMutation,
  type Upcasters,
  upcastMutation,
} from '../../src/outbox/mutation.ts';
import { aMutation } from '../support/records/mutations.ts';

const today = aMutation() as unknown as StoredMutation;

/** Two invented versions before today's. */
const UPCASTERS: Upcasters = {
  [MUTATION_SCHEMA - 2]: (stored) => ({ ...stored, schema: MUTATION_SCHEMA - 1, steps: ['first'] }),
  [MUTATION_SCHEMA - 1]: ({ steps, ...stored }) => ({
    ...stored,
    schema: MUTATION_SCHEMA,
    steps: [...(steps as string[]), 'second'],
  }),
};

describe('[Q8] a change that was stored', () => {
  it('[Q8] by this version is read as it is', () => {
    expect(upcastMutation(today)).toBe(today);
  });

  it('[Q8] by an earlier version is brought to today’s shape, one version at a time', () => {
    const stored = { ...today, schema: MUTATION_SCHEMA - 2 };
    expect(upcastMutation(stored, UPCASTERS)).toEqual({ ...today, steps: ['first', 'second'] });
  });

  it.each([MUTATION_SCHEMA + 1, 0])('[Q8] by version %s, which nothing reads, is refused', (schema) => {
    expect(upcastMutation({ schema }, UPCASTERS)).toBeNull();
  });
});
