import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { addDrying, readDrying } from '../../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../../src/domain/drying/drying-facts.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { saveSettings } from '../../../src/records/company-settings.ts';
import { CUSTOMERS } from '../kinds/customers.ts';
import { button } from '../kinds/screen.ts';
import { WORK_ORDERS } from '../kinds/work-orders.ts';
import { startApp, TestRecords } from '../records/record-services.tsx';
import { ref } from './job.ts';

/** The next tap is not taken before. */
export const PAUSE = 700;
export const DAY = 24 * 60 * 60_000;

export const ROOM: readonly DryingFact[] = [
  { word: 'chamber', ref: ref('A'), rooms: ['Kitchen'], lossClass: 2, cubicFeet: 1850 },
  { word: 'set', ref: ref('A1'), place: 'Kitchen N wall', material: 'drywall', goal: 15 },
  { word: 'placed', ref: ref('D1'), count: 1, kind: 'LGR 7000XLi', chamber: ref('A') },
];

export interface Given {
  readonly facts?: readonly (readonly [daysAgo: number, facts: readonly DryingFact[]])[];
  readonly notes?: string;
  readonly address?: string;
  /** Without a name, the first print asks for it. */
  readonly companyName?: string;
}

/** The readings of a job, without a connection, at Bo's device. */
export async function openReadings({
  facts = [],
  notes = 'Ring twice.',
  address = '',
  companyName = '',
}: Given = {}) {
  const records = await TestRecords.open();
  const { clock } = records.services;
  const stamp = (days: number) => ({ at: clock.now() - days * DAY, offset: 0, who: 'Ann Lee' });
  const begun = facts.reduce((text, [days, said]) => addDrying(text, stamp(days), said), notes);
  await records.seed(CUSTOMERS.a, CUSTOMERS.b);
  await records.seedAll('workOrders', [{ ...WORK_ORDERS.a, notes: begun }, WORK_ORDERS.b]);
  await records.say({ reasons: ['offline'] });
  await saveSettings(records.services, { myName: 'Bo Diaz', ...(companyName && { companyName }) });
  const { user, unmount } = startApp(`/work-orders/1/readings${address}`, records);
  const log = async () => {
    const view = await records.viewOf('workOrders', '1');
    return foldDrying(readDrying([String(view?.['notes'])], () => 0));
  };
  return { records, user, unmount, log, begun };
}

export const title = (name: string) => screen.findByRole('heading', { level: 1, name });

export async function press(records: TestRecords, user: UserEvent, words: string): Promise<void> {
  const found = await waitFor(() => {
    records.clock.advance(PAUSE);
    // Some buttons have a longer name than their text.
    const one = within(screen.getByRole('main')).getByRole('button', { name: words });
    expect(one).toBeEnabled();
    return one;
  });
  await user.click(found);
}

export async function digits(user: UserEvent, text: string): Promise<void> {
  const pad = screen.getByRole('group', { name: 'Keypad' });
  for (const digit of text) await user.click(button(pad, digit));
}

/** The text of the printed report. */
export async function printedReport(user: UserEvent): Promise<string> {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const report = await screen.findByRole('button', { name: 'Drying report' });
  await waitFor(() => expect(report).toBeEnabled());
  await user.click(report);
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  return document.querySelector('[data-paper]')?.textContent ?? '';
}
