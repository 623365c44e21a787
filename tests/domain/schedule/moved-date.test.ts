import { afterEach, describe, expect, test } from 'vitest';
import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { movedTo } from '../../../src/domain/schedule/moved-date.ts';
import { moveToZone } from './schedule-rows.ts';

const SIX_WEST = { moment: '2026-03-04T09:30:00-06:00', days: false };

afterEach(() => moveToZone());

describe('a work order is moved to another day', () => {
  test.each([
    ['a day', '2026-03-04', '2026-03-06'],
    ['a midnight of a server that has only days', '2026-03-04T00:00:00Z', '2026-03-06T00:00:00Z'],
    ['none', null, '2026-03-06'],
  ])('%s', (_, scheduled, moved) => {
    expect(movedTo(scheduled, '2026-03-06', NO_DATE_FORMS)).toBe(moved);
    expect(movedTo(scheduled, '2026-03-06', NO_DATE_FORMS, '13:00')).toBe(moved);
  });

  test('keeps its time and its offset', () => {
    const local = new Date('2026-03-04T09:30:00-06:00');
    const moved = movedTo('2026-03-04T09:30:00-06:00', '2026-03-06', SIX_WEST);
    expect(moved).toMatch(/-06:00$/);
    const there = new Date(moved);
    expect([there.getDate(), there.getHours(), there.getMinutes()]).toEqual([
      6,
      local.getHours(),
      local.getMinutes(),
    ]);
  });

  test('keeps the device’s clock over a clock change', () => {
    moveToZone('America/Chicago');
    const moved = movedTo('2026-03-06T15:30:00Z', '2026-03-09', SIX_WEST);
    expect(moved).toBe('2026-03-09T14:30:00Z');
    expect(new Date(moved).getHours()).toBe(9);
  });

  test('takes another time in its own form', () => {
    moveToZone('America/Chicago');
    expect(movedTo('2026-03-04T09:30:00-06:00', '2026-03-06', SIX_WEST, '13:15')).toBe(
      '2026-03-06T13:15:00-06:00',
    );
  });
});

describe('a new date', () => {
  test('is a time on a server that has no days, so that it stays on its day', () => {
    moveToZone('America/Chicago');
    expect(movedTo(null, '2026-03-06', SIX_WEST)).toBe('2026-03-06T08:00:00-06:00');
    expect(movedTo(null, '2026-03-06', SIX_WEST, '13:00')).toBe('2026-03-06T13:00:00-06:00');
  });

  test('is a day on a server that has both', () => {
    expect(movedTo(null, '2026-03-06', { ...SIX_WEST, days: true }, '13:00')).toBe('2026-03-06');
  });
});
