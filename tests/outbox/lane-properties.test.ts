import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay, told } from '../support/lanes/lane-steps.ts';
import { type Story, story } from '../support/lanes/lane-stories.ts';
import { LaneWorld } from '../support/lanes/lane-world.ts';
import { encounter, meet } from '../support/lanes/two-devices.ts';
import { counterexample } from '../support/test/counterexample.ts';

/** Plays a story. A failure is reported with the events so far. */
function happenAll({ resource, first, acts }: Story): LaneWorld {
  const world = new LaneWorld(resource);
  try {
    for (const act of [...first, ...acts]) world.take(act);
  } catch (error) {
    throw new Error(`${String(error)}\n${told(world.steps)}`, { cause: error });
  }
  return world;
}

describe('any events for a few records, in any order', () => {
  it('[Q22] never throw, keep lanes valid, and journal each finished change once', () => {
    const happen = fc.property(story, (given) => {
      happenAll(given);
    });
    expect(counterexample(happen, 500)).toBeNull();
  });

  it('give the same result with the same random numbers', () => {
    const happenTwice = fc.property(story, (given) => {
      const world = happenAll(given);
      const again = replay(given.resource, structuredClone(world.steps));
      assert.deepStrictEqual([...again], [...world.lanes]);
    });
    expect(counterexample(happenTwice, 250)).toBeNull();
  });
});

describe('two devices that change one record', () => {
  it("[M1, M8, H1, H2] end with the server's copy, overwrite nothing unasked, and note all changes in order", () => {
    expect(counterexample(fc.property(encounter, meet), 1500)).toBeNull();
  });
});
