import { describe, expect, test } from 'vitest';
import { madeUpTo, quietSince, statusSince } from '../../../src/domain/push/since.ts';
import type { Seen, Timed } from '../../../src/domain/seen.ts';

const MINUTE = 60_000;
const NOW = 60 * MINUTE;
const FIRST = { at: 5, isExact: true, isLast: true };
const NO_TIMES: Seen = { created_at: null, updated_at: null, first_seen: 100 };

const DAY = 24 * 60 * MINUTE;

function row(seen: Partial<Seen>, own?: Timed['own'], localId = '7'): Timed {
  return { localId, serverId: 7, seen: { ...NO_TIMES, ...seen }, own };
}

describe('a record has its status', () => {
  test.each<[string, Timed, number, ReturnType<typeof statusSince>]>([
    [
      'since it was made, if nothing has changed since',
      row({ created_at: 50, updated_at: 51 }),
      0,
      { at: 50, isExact: true, isLast: true },
    ],
    [
      'for at least as long as it has not changed',
      row({ created_at: 50, updated_at: 5000 }),
      0,
      { at: 5000, isExact: false, isLast: true },
    ],
    ['for at least as long as this device has it', row({}), 0, { at: 100, isExact: false, isLast: true }],
    [
      'for at least as long as this device has seen no change',
      row({ changed_seen: 300 }),
      0,
      { at: 300, isExact: false, isLast: true },
    ],
    [
      'for at least as long as this device has noted changes',
      row({}),
      700,
      { at: 700, isExact: false, isLast: true },
    ],
    [
      'by the server’s time, whenever this device began to note changes',
      row({ updated_at: 200 }),
      700,
      { at: 200, isExact: false, isLast: true },
    ],
    [
      'since the moment that was noted',
      row({ status_since: { at: 60, isExact: true, isLast: false } }),
      700,
      { at: 60, isExact: true, isLast: false },
    ],
    [
      'since this device set it',
      row({ updated_at: 200 }, { changed: 900, status: { value: 'sent', at: 900 } }),
      0,
      { at: 900, isExact: true, isLast: true },
    ],
    [
      'since this device set it, and something else has changed since',
      row({}, { changed: 900 + 6 * MINUTE, status: { value: 'sent', at: 900 } }),
      0,
      { at: 900, isExact: true, isLast: false },
    ],
    [
      'as before, if this device has changed something else',
      row({ created_at: 50, updated_at: 50 }, { changed: 900 }),
      0,
      { at: 50, isExact: true, isLast: false },
    ],
    [
      'since the moment that was noted, and the server’s row has changed since',
      row({
        status_since: { at: 60, isExact: true, isLast: true },
        created_at: 1,
        updated_at: 60 + 6 * MINUTE,
      }),
      0,
      { at: 60, isExact: true, isLast: false },
    ],
    [
      'since this device set it, and a colleague has changed the record since',
      row({ updated_at: 900 + 6 * MINUTE }, { changed: 900, status: { value: 'sent', at: 900 } }),
      0,
      { at: 900, isExact: true, isLast: false },
    ],
    [
      'since this device set it, and it has seen a change since',
      row({ changed_seen: 900 + 6 * MINUTE }, { changed: 900, status: { value: 'sent', at: 900 } }),
      0,
      { at: 900, isExact: true, isLast: false },
    ],
    [
      'for at least as long as it has not changed, if the clock was ahead when this device set it',
      row({ updated_at: 900, status_since: { at: NOW + 6 * MINUTE, isExact: true, isLast: true } }),
      0,
      { at: 900, isExact: false, isLast: true },
    ],
    [
      'until now, if a change waits that this device made when its clock was ahead',
      row({ updated_at: 200 }, { changed: 900, status: { value: 'sent', at: NOW + 6 * MINUTE } }),
      0,
      { at: NOW, isExact: false, isLast: true },
    ],
    [
      'until now, if a change waits that this device made when its clock was behind',
      row({ created_at: 6 * MINUTE, updated_at: NOW }, { changed: 9, status: { value: 'sent', at: 9 } }),
      0,
      { at: NOW, isExact: false, isLast: true },
    ],
    [
      'since this device set it, even before its create reached the server',
      row({ created_at: 9 * MINUTE }, { changed: 9, status: { value: 'sent', at: 9 } }, 'made-here'),
      0,
      { at: 9, isExact: true, isLast: true },
    ],
    [
      'for at least as long as it has not changed, if a clock that was behind noted an earlier moment',
      row({ created_at: 6 * MINUTE, updated_at: 9 * MINUTE, status_since: FIRST }),
      0,
      { at: 9 * MINUTE, isExact: false, isLast: true },
    ],
    [
      'since the moment that was noted, even before this device’s create reached the server',
      row({ created_at: 6 * DAY, updated_at: 6 * DAY, status_since: FIRST }, undefined, 'made-here'),
      0,
      { ...FIRST, isLast: false },
    ],
    [
      'since it reached the server, if that was a year after this device made it by its clock',
      row({ created_at: 366 * DAY, updated_at: 366 * DAY, status_since: FIRST }, undefined, 'made-here'),
      0,
      { at: 366 * DAY, isExact: true, isLast: true },
    ],
  ])('%s', (_, timed, countedFrom, since) => {
    expect(statusSince(timed, { now: NOW, countedFrom })).toEqual(since);
  });
});

describe('a record is quiet', () => {
  test.each<[string, Timed, number, ReturnType<typeof quietSince>]>([
    [
      'since it got its status',
      row({ status_since: { at: 60, isExact: true, isLast: true }, updated_at: 70 }),
      0,
      { at: 60, how: 'status' },
    ],
    [
      'since the server says that it changed',
      row({ status_since: { at: 60, isExact: true, isLast: false }, updated_at: 900 }),
      0,
      { at: 900, how: 'changed' },
    ],
    ['since this device first saw it, if the server sends no times', row({}), 0, { at: 100, how: 'seen' }],
    ['since this device saw it change', row({ changed_seen: 300 }), 0, { at: 300, how: 'seen' }],
    ['since this device notes changes', row({ changed_seen: 300 }), 700, { at: 700, how: 'seen' }],
    ['since this device changed it', row({ updated_at: 200 }, { changed: 900 }), 0, { at: 900, how: 'seen' }],
    [
      'since the server’s row changed after this device’s change',
      row({ updated_at: 900 + 6 * MINUTE }, { changed: 900, status: { value: 'sent', at: 900 } }),
      0,
      { at: 900 + 6 * MINUTE, how: 'changed' },
    ],
    [
      'since this device saw it change after its own change',
      row({ changed_seen: 900 + 6 * MINUTE }, { changed: 900, status: { value: 'sent', at: 900 } }),
      0,
      { at: 900 + 6 * MINUTE, how: 'seen' },
    ],
    [
      'since the server says that it changed, if the clock was ahead when this device set its status',
      row({ updated_at: 900, status_since: { at: NOW + 6 * MINUTE, isExact: true, isLast: true } }),
      0,
      { at: 900, how: 'changed' },
    ],
  ])('%s', (_, timed, countedFrom, quiet) => {
    expect(quietSince(timed, { now: NOW, countedFrom })).toEqual(quiet);
  });
});

test('a record was made before this device first saw it', () => {
  expect(madeUpTo({ ...NO_TIMES, created_at: 40 })).toBe(40);
  expect(madeUpTo(NO_TIMES)).toBe(100);
});
