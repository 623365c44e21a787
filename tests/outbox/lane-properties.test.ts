import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay, told } from '../support/lanes/lane-steps.ts';
import { type Story, story } from '../support/lanes/lane-stories.ts';
import { LaneWorld } from '../support/lanes/lane-world.ts';
import { encounter, meet } from '../support/lanes/two-devices.ts';
import { counterexample } from '../support/test/counterexample.ts';

/** Lets a story happen; whatever goes wrong is told with what has happened until then. */
function happenAll({ resource, first, acts }: Story): LaneWorld {
  const world = new LaneWorld(resource);
  try {
    for (const act of [...first, ...acts]) world.take(act);
  } catch (error) {
    throw new Error(`${String(error)}\n${told(world.steps)}`, { cause: error });
  }
  return world;
}

describe('whatever happens to a few records, in whatever order', () => {
  it('[Q22] never throws, holds together, and what leaves the changes is in the journal once', () => {
    const happen = fc.property(story, (given) => {
      happenAll(given);
    });
    expect(counterexample(happen, 500)).toBeNull();
  });

  it('comes out the same when it happens again with the same random numbers', () => {
    const happenTwice = fc.property(story, (given) => {
      const world = happenAll(given);
      const again = replay(given.resource, structuredClone(world.steps));
      assert.deepStrictEqual([...again], [...world.lanes]);
    });
    expect(counterexample(happenTwice, 250)).toBeNull();
  });
});

describe('two devices that change one record', () => {
  it('[M1, M8, H1, H2] end with what the server has, overwrite nothing unasked, and note what has changed, in its order', () => {
    expect(counterexample(fc.property(encounter, meet), 1500)).toBeNull();
  });
});
