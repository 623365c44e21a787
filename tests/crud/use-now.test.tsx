import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useNow, useToday, useZone } from '../../src/crud/time.tsx';
import { untilMidnight } from '../../src/domain/plain-date.ts';
import { type RecordServices, RecordsContext } from '../../src/records/record-services.ts';

import { ManualClock } from '../support/browser/manual-clock.ts';
import { TestPage } from '../support/browser/test-page.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const OWN_ZONE = process.env['TZ'];

beforeEach(() => {
  process.env['TZ'] = 'America/Chicago';
});
afterEach(() => {
  if (OWN_ZONE === undefined) delete process.env['TZ'];
  else process.env['TZ'] = OWN_ZONE;
});

/** A screen that shows the day, the minute of now and the zone, at 9 PM on January 15 in Chicago. */
function open() {
  const clock = new ManualClock(Date.parse('2026-01-16T03:00:00Z'));
  const page = new TestPage();
  function Shown() {
    const now = new Date(useNow()).toISOString().slice(11, 16);
    return <output>{`${useToday()} ${now} ${useZone()}`}</output>;
  }
  const drawn = render(
    <RecordsContext value={{ clock, page } as unknown as RecordServices}>
      <Shown />
    </RecordsContext>,
  );
  const shown = () => screen.getByRole('status').textContent;
  return { clock, page, shown, ...drawn };
}

describe('the day and the time on a screen', () => {
  test('are read again once a minute, and at midnight', () => {
    const { clock, shown } = open();
    expect(shown()).toBe('2026-01-15 03:00 360,300');
    act(() => clock.advance(MINUTE));
    expect(shown()).toBe('2026-01-15 03:01 360,300');
    act(() => clock.advance(untilMidnight(clock.now())));
    expect(shown()).toBe('2026-01-16 06:00 360,300');
  });

  test('are those of the morning when a person turns to the page after a night’s sleep, although no timer ran', () => {
    const { clock, page, shown } = open();
    clock.sleep(10 * HOUR);
    expect(shown()).toBe('2026-01-15 03:00 360,300');
    act(() => page.turnTo());
    expect(shown()).toBe('2026-01-16 13:00 360,300');
  });

  test('are right within a minute where nobody turns to the page: it was on the screen all night', () => {
    const { clock, shown } = open();
    clock.sleep(10 * HOUR);
    act(() => clock.advance(MINUTE));
    expect(shown()).toBe('2026-01-16 13:01 360,300');
  });

  test('follow a clock that is put back', () => {
    const { clock, shown } = open();
    clock.putBack(24 * HOUR);
    act(() => clock.advance(MINUTE));
    expect(shown()).toBe('2026-01-14 03:01 360,300');
  });

  test.each([
    ['Pacific/Auckland', '2026-01-16 03:01 -780,-720'],
    ['America/Los_Angeles', '2026-01-15 03:01 480,420'],
    ['America/Phoenix', '2026-01-15 03:01 420,420'],
  ])('are those of another time zone once the device is in %s', (zone, expected) => {
    const { clock, shown } = open();
    process.env['TZ'] = zone;
    act(() => clock.advance(MINUTE));
    expect(shown()).toBe(expected);
  });

  test('wait for no minute while the page is hidden, and are read when it is shown', () => {
    const { clock, page, shown } = open();
    page.become({ visible: false, frozen: false });
    act(() => clock.advance(MINUTE));
    act(() => clock.advance(HOUR - MINUTE));
    expect(shown()).toBe('2026-01-15 03:01 360,300');
    act(() => page.become({ visible: true, frozen: false }));
    expect(shown()).toBe('2026-01-15 04:00 360,300');
    act(() => clock.advance(MINUTE));
    expect(shown()).toBe('2026-01-15 04:01 360,300');
  });

  test('are followed only while a screen shows them', () => {
    const { clock, page, unmount } = open();
    unmount();
    const setTimer = vi.spyOn(clock, 'setTimer');
    clock.advance(HOUR);
    page.turnTo();
    expect(setTimer).not.toHaveBeenCalled();
  });
});
