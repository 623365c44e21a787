import { describe, expect, it } from 'vitest';
import {
  generatedFields,
  isWatched,
  MUTATION_STATES,
  NOT_PROBED,
  neverSent,
  PARK_REASONS,
  surelyRefused,
} from '../../src/outbox/mutation.ts';
import { aMutation, aRefusal, changes } from '../support/records/mutations.ts';

describe('a mutation', () => {
  it('[Q4] was never sent only while it is queued and has no first attempt', () => {
    const free = MUTATION_STATES.flatMap((state) =>
      [null, 1].filter((firstSentAt) => neverSent({ state, firstSentAt })).map((at) => [state, at]),
    );
    expect(free).toEqual([['queued', null]]);
  });

  it('[Q4] was surely refused only if it is parked for its content, or was held back unsent', () => {
    const refusedAfter = (firstSentAt: number | null) =>
      MUTATION_STATES.flatMap((state) =>
        PARK_REASONS.filter((reason) =>
          surelyRefused(aMutation({ state, refusal: aRefusal(reason), firstSentAt })),
        ).map((reason) => [state, reason]),
      );
    const always = [
      ['parked', 'rejected'],
      ['parked', 'conflict'],
    ];
    expect(refusedAfter(1)).toEqual(always);
    expect(refusedAfter(null)).toEqual([...always, ['parked', 'tooOld']]);
    expect(surelyRefused(aMutation({ state: 'parked' }))).toBe(false);
  });

  it.each([
    ['proven absent', { probe: { cleanChecks: 2, lastCheckAt: 1 } }, true],
    ['not looked for yet', { probe: NOT_PROBED }, false],
    ['never looked for', { probe: null }, false],
    ['sent with its key', { probe: { cleanChecks: 2, lastCheckAt: 1 }, sentWithKey: true }, false],
  ])('[Q4] was surely refused by server errors only as a create that was %s', (_, given, free) => {
    const refusal = aRefusal('serverErrors');
    const create = aMutation({ kind: 'create', state: 'parked', firstSentAt: 1, refusal, ...given });
    expect(surelyRefused(create)).toBe(free);
  });

  it.each([
    ['left alone', { work_order_number: 'WO-1' }, ['work_order_number']],
    ['typed over', { work_order_number: 'WO-2' }, []],
    ['not generated', undefined, []],
    ['not part of the change', { other: 'WO-1' }, []],
  ])('[P13] has a generated number only if it was %s', (_, generated, fields) => {
    const change = changes({ work_order_number: [null, 'WO-1'], title: [null, 'Pump'] });
    const given = generated ? { fields: change, generated } : { fields: change };
    expect(generatedFields(given)).toEqual(fields);
  });
});

describe('a mutation that a dialog watches', () => {
  it.each([
    ['was just saved', { watched: true, acceptedAt: 1000 }, 1000, true],
    ['was saved 10 s ago', { watched: true, acceptedAt: 1000 }, 11_000, true],
    ['was saved longer ago', { watched: true, acceptedAt: 1000 }, 11_001, false],
    ['was saved before the clock was put back', { watched: true, acceptedAt: 99_000 }, 1000, false],
    ['is no longer watched', { watched: false, acceptedAt: 1000 }, 1000, false],
  ])('[S8] that %s', (_, given, now, still) => {
    expect(isWatched(aMutation(given), now)).toBe(still);
  });
});
