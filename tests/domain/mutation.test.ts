import { describe, expect, it } from 'vitest';
import { MUTATION_STATES, neverSent, PARK_REASONS, surelyRefused } from '../../src/domain/mutation.ts';
import { aRefusal } from '../support/mutations.ts';

describe('a mutation', () => {
  it('[Q4] was never sent only while it is queued and has no first attempt', () => {
    const free = MUTATION_STATES.flatMap((state) =>
      [null, 1].filter((firstSentAt) => neverSent({ state, firstSentAt })).map((at) => [state, at]),
    );
    expect(free).toEqual([['queued', null]]);
  });

  it('[Q4] was surely refused only when it is parked and a server rejected its content', () => {
    const refused = MUTATION_STATES.flatMap((state) =>
      PARK_REASONS.filter((reason) => surelyRefused({ state, refusal: aRefusal(reason) })).map((reason) => [
        state,
        reason,
      ]),
    );
    expect(refused).toEqual([['parked', 'rejected']]);
    expect(surelyRefused({ state: 'parked', refusal: null })).toBe(false);
  });
});
