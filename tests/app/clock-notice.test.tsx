import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clockWords } from '../../src/ui/text/clock-words.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test.each([
  [364 * DAY, 'about 1 year ahead'],
  [-2 * 60 * MINUTE, 'about 2 hours behind'],
  [6 * MINUTE, 'about 6 minutes ahead'],
  [45 * DAY, 'about 2 months ahead'],
  [-DAY, 'about 1 day behind'],
])('a clock that is off by %d ms is %s', (ahead, words) => {
  expect(clockWords(ahead)).toBe(
    `This device’s clock is ${words}. Dates and times in the app are wrong until you set the clock.`,
  );
});

test('stands over every screen, and is gone when the clock is right', async () => {
  const records = await TestRecords.open();
  const row = { key: 'engine', reasons: [], resumeAt: 0, throttledUntil: 0 } as const;
  await records.services.db.strict.meta.put({ ...row, clockAhead: 365 * DAY });
  startApp('/customers', records);
  const notice = await screen.findByText(/^This device’s clock is about 1 year ahead\./);
  expect(notice).toBeVisible();
  // Elsewhere, the navigation would cover it.
  expect(screen.getByRole('main')).toContainElement(notice);
  await records.services.db.strict.meta.put(row);
  await waitFor(() => expect(screen.queryByText(/^This device’s clock/)).toBeNull());
});
