import { expect, test } from 'vitest';
import { timeIn } from '../../src/domain/answer.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import type { StatusSince } from '../../src/domain/seen.ts';
import { firstSeen, ownChanges, seenAfter, seenWith } from '../../src/outbox/seen.ts';

test.each([
  ['2026-01-15T03:00:00.123456-06:00', Date.UTC(2026, 0, 15, 9, 0, 0, 123)],
  ['2026-01-15T09:00:00Z', Date.UTC(2026, 0, 15, 9)],
  ['yesterday', null],
  [7, null],
  [undefined, null],
])('a server’s time %j is read as a moment', (text, at) => {
  expect(timeIn({ created_at: text }, 'created_at')).toBe(at);
});

test('[L92] a time that a row leaves out stays', () => {
  const met = firstSeen(5);
  expect(met).toEqual({ created_at: null, updated_at: null, first_seen: 5 });
  const told = seenWith(met, { created_at: '1970-01-01T00:00:01Z', updated_at: '1970-01-01T00:00:02Z' });
  expect(told).toEqual({ created_at: 1000, updated_at: 2000, first_seen: 5 });
  expect(seenWith(told, { id: 7 })).toEqual(told);
});

test('[L94] a record without a status has no time since when it has one', () => {
  const before = { localId: '7', serverId: 7, seen: firstSeen(5), server: { title: 'A' } };
  const copy = { wire: { id: 7 }, version: undefined, readAt: 9, server: { title: 'B' }, isSame: false };
  expect(seenAfter(before, copy)).toEqual({ ...firstSeen(5), changed_seen: 9 });
});

test('[L94] this device’s change of a status counts from its first save', () => {
  const sent = [{ fields: { status: { base: 'draft', value: 'sent' } }, acceptedAt: 3 }];
  const first = ownChanges(sent, undefined, 4);
  expect(first).toEqual({ changed: 3, status: { value: 'sent', at: 4 } });
  expect(ownChanges(sent, first, 8)).toEqual(first);
  expect(ownChanges(sent, undefined, null)).toEqual({ changed: 3, status: { value: 'sent', at: 3 } });
  expect(ownChanges([{ fields: {}, acceptedAt: 6 }], first, 8)).toEqual({ changed: 6 });
  expect(ownChanges([], first, 8)).toBeUndefined();
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = 1000 * DAY;

interface Known {
  readonly localId?: string;
  readonly since?: StatusSince;
  readonly server?: Fields | null;
}

/** This device set a status at `at`, by its clock; the server confirms it now. */
function confirmed(at: number, { localId = '7', since, server = { status: 'draft' } }: Known = {}) {
  const known = { ...firstSeen(900 * DAY), created_at: 900 * DAY, updated_at: 900 * DAY };
  const seen = since ? { ...known, status_since: since } : known;
  const own = { changed: at, status: { value: 'sent', at } };
  const wire = { updated_at: new Date(NOW).toISOString() };
  const copy = { wire, version: undefined, readAt: NOW, server: { status: 'sent' }, isSame: false };
  return seenAfter({ localId, serverId: 7, seen, own, server }, copy).status_since;
}

test.each([
  ['after days without a connection', confirmed(990 * DAY), 990 * DAY],
  ['by a clock that is a little ahead', confirmed(NOW + MINUTE), NOW + MINUTE],
  ['in a create that waited', confirmed(800 * DAY, { localId: 'made-here', server: null }), 800 * DAY],
  [
    'behind a create that waited',
    confirmed(800 * DAY, { localId: 'made-here', since: { at: 900 * DAY, isExact: false, isLast: true } }),
    800 * DAY,
  ],
])('[L94] a status that this device set has its exact time, %s', (_, since, at) => {
  expect(since).toMatchObject({ at, isExact: true });
});

test.each([
  ['after this device reads of it', confirmed(NOW + 30 * DAY)],
  ['before the record was made', confirmed(5)],
  [
    'before a status of others that it replaced',
    confirmed(940 * DAY, { since: { at: 950 * DAY, isExact: false, isLast: true } }),
  ],
  [
    'before the status that it replaced',
    confirmed(940 * DAY, { since: { at: 950 * DAY, isExact: true, isLast: true } }),
  ],
  ['a year before a create reached the server', confirmed(5, { localId: 'made-here', server: null })],
])('[L94] a status that a wrong clock set %s has no exact time', (_, since) => {
  expect(since).toEqual({ at: NOW, isExact: false, isLast: true });
});

test('[L94] a status that this device set has its exact time, if the server sends no times', () => {
  const own = { changed: 7, status: { value: 'sent', at: 7 } };
  const before = { localId: '7', serverId: 7, seen: firstSeen(5), own, server: { status: 'draft' } };
  const copy = { wire: { id: 7 }, version: undefined, readAt: 9, server: { status: 'sent' }, isSame: false };
  expect(seenAfter(before, copy).status_since).toEqual({ at: 7, isExact: true, isLast: true });
});
