import { expect, test } from 'vitest';
import { timeIn } from '../../src/domain/answer.ts';
import { firstSeen, seenWith } from '../../src/outbox/seen.ts';

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
