import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { dayAt } from '../../src/domain/plain-date.ts';
import { formatDate } from '../../src/ui/text/format-date.ts';
import { DAY, digits, openReadings, press, ROOM, title } from '../support/drying/readings-screen.tsx';
import { button } from '../support/kinds/screen.ts';
import { startApp, type TestRecords } from '../support/records/record-services.tsx';

describe('a visit that was left on another day', () => {
  async function leftOnMonday() {
    const opened = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
    const { records, user, unmount } = opened;
    await title('Outside');
    await digits(user, '5260');
    await title('Unaffected');
    unmount();
    await waitFor(async () => expect(await records.services.db.relaxed.drafts.count()).toBe(1));
    const monday = records.clock.now();
    records.clock.advance(DAY);
    const next = startApp('/work-orders/1/readings', records);
    await press(records, next.user, 'Start visit');
    await title(`Visit of ${formatDate(dayAt(monday))}`);
    expect(screen.getByRole('region', { name: 'Visit' })).toHaveTextContent('Outside: 52 °F, 60 %');
    return { ...opened, user: next.user, monday };
  }

  async function readToday(records: TestRecords, user: UserEvent): Promise<void> {
    await press(records, user, 'Start visit');
    await title('Outside');
    expect(screen.queryByText(/^Entered/)).toBeNull();
    await digits(user, '4050');
    await title('Unaffected');
    await press(records, user, 'Save visit');
    const dialog = await screen.findByRole('dialog', { name: 'Before you save' });
    await user.click(button(dialog, 'Save anyway'));
    await title('Readings');
  }

  test('is saved with its own time before another begins', async () => {
    const { records, user, log, monday } = await leftOnMonday();
    await press(records, user, 'Save visit');
    const asked = await screen.findByRole('dialog', { name: 'Before you save' });
    expect(asked).toHaveTextContent(`The unaffected air was not read on ${formatDate(dayAt(monday))}.`);
    await user.click(button(asked, 'Go back'));
    await press(records, user, 'Save visit');
    await title('Readings');
    await readToday(records, user);
    const { out } = (await log()).places;
    expect(out.map(({ at, value }) => [dayAt(at), value])).toEqual([
      [dayAt(monday), { fahrenheit: 52, humidity: 60 }],
      [dayAt(monday + DAY), { fahrenheit: 40, humidity: 50 }],
    ]);
    expect(await records.services.db.relaxed.drafts.count()).toBe(0);
  });

  test('is discarded only by its own button', async () => {
    const { records, user, log } = await leftOnMonday();
    await press(records, user, 'Leave');
    await press(records, user, 'Start visit');
    await press(records, user, 'Discard visit');
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await user.click(button(question, 'Discard'));
    await title('Readings');
    await readToday(records, user);
    expect((await log()).places.out.map(({ value }) => value)).toEqual([{ fahrenheit: 40, humidity: 50 }]);
  });
});
