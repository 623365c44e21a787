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

describe('[Q8] a stored change', () => {
  it('[Q8] from this version is read as it is', () => {
    expect(upcastMutation(today)).toBe(today);
  });

  it('[Q8] from an earlier version is updated one version at a time', () => {
    const stored = { ...today, schema: MUTATION_SCHEMA - 2 };
    expect(upcastMutation(stored, UPCASTERS)).toEqual({ ...today, steps: ['first', 'second'] });
  });

  it.each([MUTATION_SCHEMA + 1, 0])('[Q8] from version %s, which has no upcaster, is refused', (schema) => {
    expect(upcastMutation({ schema }, UPCASTERS)).toBeNull();
  });
});
