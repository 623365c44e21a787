import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { Fields } from '../../../src/domain/resource-spec.ts';
import { saveSettings } from '../../../src/records/company-settings.ts';
import { NotSavedError } from '../../../src/records/save-transaction.ts';
import { CUSTOMERS } from '../kinds/customers.ts';
import { button } from '../kinds/screen.ts';
import { WORK_ORDERS } from '../kinds/work-orders.ts';
import { startApp, TestRecords } from './record-services.tsx';
import { PAUSE } from './today.tsx';

export const STAMP = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d [+-]\d{4}`;

/** Opens a job on Bo's device, without a connection. Each of `crews` is the crew of one more job. */
export async function openJob(
  given: Fields,
  { crews = [] as readonly string[], settings = {}, query = '' } = {},
) {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a, CUSTOMERS.b);
  const others = crews.map((names) => ({ ...WORK_ORDERS.b, notes: `--- Job ---\nCrew: ${names}` }));
  await records.seedAll('workOrders', [{ ...WORK_ORDERS.a, notes: '', ...given }, ...others]);
  await records.say({ reasons: ['offline'] });
  await saveSettings(records.services, { myName: 'Bo Diaz', ...settings });
  const { user } = startApp(`/work-orders/1${query}`, records);
  await screen.findByRole('heading', { level: 2, name: 'Log' });
  const job = async () => (await records.viewOf('workOrders', '1')) ?? {};
  const notesToBe = async (notes: string | RegExp) =>
    waitFor(async () => expect((await job())['notes']).toEqual(expect.stringMatching(notes)));
  return { records, user, job, notesToBe };
}

/** Presses a button once it is enabled. */
export async function press(records: TestRecords, user: UserEvent, words: string): Promise<void> {
  const found = await waitFor(() => {
    records.clock.advance(PAUSE);
    const one = button(screen.getByRole('main'), words);
    expect(one).toBeEnabled();
    return one;
  });
  await user.click(found);
}

/** Lets the next save fail. */
export function refuseSave(records: TestRecords): void {
  vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValueOnce(
    new NotSavedError('This device is out of storage.') as never,
  );
}
