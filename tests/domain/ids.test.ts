import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localIdOf, timeOfUuid, uuidv7 } from '../../src/domain/ids.ts';
import { counterexample } from '../support/test/counterexample.ts';
import { seededRandom } from '../support/test/seeded-random.ts';

const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('a new id', () => {
  it('is a version 7 UUID, whatever the clock and the random source return', () => {
    expect(
      counterexample(
        fc.property(time, random, (now, number) => {
          return UUID_7.test(uuidv7(now, () => number));
        }),
      ),
    ).toBeNull();
  });

  it('sorts by the time it was made', () => {
    expect(
      counterexample(
        fc.property(time, time, random, random, (a, b, first, second) => {
          fc.pre(a !== b);
          const [early, late] = a < b ? [a, b] : [b, a];
          return uuidv7(early, () => first) < uuidv7(late, () => second);
        }),
      ),
    ).toBeNull();
  });

  it('names the millisecond it was made; other ids name none', () => {
    expect(timeOfUuid(uuidv7(1_700_000_000_000.7, seededRandom(7)))).toBe(1_700_000_000_000);
    expect(['', '42', '9b2f6c1e-6d1c-4f0a-8a53-2a1f0c9d3e11'].map(timeOfUuid)).toEqual([null, null, null]);
  });

  it('differs each time, even at the same moment', () => {
    const source = seededRandom(7);
    const ids = Array.from({ length: 1000 }, () => uuidv7(1_700_000_000_000.7, source));
    expect(new Set(ids).size).toBe(1000);
  });
});

it('a record first seen on a server has its server id as its local id', () => {
  expect(localIdOf(27)).toBe('27');
  expect(localIdOf('8f6c')).toBe('8f6c');
});
