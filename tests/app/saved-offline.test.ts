import { describe, expect, it } from 'vitest';
import { NOTHING_SEEN, watchSaves } from '../../src/app/pwa/install-coach-slot.tsx';
import type { PauseReason } from '../../src/domain/answer.ts';

type Count = readonly [waiting: number, reason?: PauseReason];

function afterAll(counts: readonly Count[]): boolean {
  const seen = counts.reduce(
    (before, [waiting, reason]) => watchSaves(before, { waiting, reasons: reason ? [reason] : [] }),
    NOTHING_SEEN,
  );
  return seen.offline;
}

describe('a save without a connection', () => {
  it.each<[what: string, saved: boolean, counts: readonly Count[]]>([
    [
      'a change saved while offline',
      true,
      [
        [0, 'offline'],
        [1, 'offline'],
      ],
    ],
    [
      'a further one, with others waiting from before',
      true,
      [
        [2, 'offline'],
        [3, 'offline'],
      ],
    ],
    ['one that turned out to have no connection', true, [[0], [1], [1, 'unreachable']]],
    ['one behind a network that wants a sign-in', true, [[0], [1, 'captivePortal']]],
    ['one that has been sent meanwhile', true, [[0], [1, 'offline'], [0]]],
    ['a start without a connection, with changes of an earlier day', false, [[2, 'offline']]],
    ['a change that was sent at once', false, [[0], [1], [0], [0, 'offline']]],
    ['one that waits for a sign-in', false, [[0], [1, 'signedOut']]],
    ['one that waits for the server', false, [[0], [1, 'serverProblem']]],
    ['no change at all', false, [[0], [0, 'offline']]],
    [
      'changes that go away',
      false,
      [
        [3, 'offline'],
        [2, 'offline'],
      ],
    ],
  ])('is told from other counts: %s', (_, saved, counts) => {
    expect(afterAll(counts)).toBe(saved);
  });

  it('is not looked at again where nothing changed', () => {
    const seen = watchSaves(NOTHING_SEEN, { waiting: 1, reasons: [] });
    expect(watchSaves(seen, { waiting: 1, reasons: [] })).toBe(seen);
  });
});
