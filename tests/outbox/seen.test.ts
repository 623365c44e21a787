import { expect, test } from 'vitest';
import { timeIn } from '../../src/domain/answer.ts';
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
  const before = { seen: firstSeen(5), server: { title: 'A' } };
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
