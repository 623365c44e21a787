import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { dayBefore } from '../../src/domain/plain-date.ts';
import { halfRead } from '../support/records/half-read.ts';
import { onDesk, startApp, TestRecords } from '../support/records/record-services.tsx';
import { rows } from '../support/records/schedule.tsx';
import { crew, job, TODAY } from '../support/records/today.tsx';

const LATE = job('Late', { scheduled_date: dayBefore(TODAY) });

const tray = () => screen.findByRole('region', { name: 'To schedule' });

test('the list of jobs to schedule claims nothing of work orders that are still being read', async () => {
  onDesk();
  const records = await TestRecords.open();
  await records.say({ reasons: ['offline'] });
  const finish = halfRead(records, 'workOrders', { read: [job('Planned')], rest: [LATE] });
  const { user } = startApp('/schedule', records);
  const list = within(await tray());
  expect(
    await list.findByText('No job to schedule so far. Some work orders are still missing.'),
  ).toBeVisible();
  expect(screen.getByText(/^Still reading the work orders on this device/)).toBeVisible();
  await user.type(list.getByRole('searchbox'), 'late');
  expect(await list.findByText('No job matches so far. Some work orders are still missing.')).toBeVisible();
  act(finish);
  expect(await list.findByRole('link', { name: /Late/ })).toBeVisible();
  expect(screen.queryByText(/^Still reading/)).toBeNull();
  await user.clear(list.getByRole('searchbox'));
  await user.type(list.getByRole('searchbox'), 'never');
  expect(await list.findByText('No job matches.')).toBeVisible();
});

test('it counts at least what it has, while the device has not fetched all work orders', async () => {
  onDesk();
  const records = await TestRecords.open();
  await records.seedAll('workOrders', [LATE]);
  await records.say({ reasons: ['offline'], pulledAt: null });
  startApp('/schedule', records);
  expect(await within(await tray()).findByRole('heading', { name: 'To schedule · 1+' })).toBeVisible();
});

test('it lists its jobs once the cards of all people are drawn, which come in steps', async () => {
  onDesk();
  const records = await TestRecords.open();
  const names = Array.from({ length: 12 }, (_, n) => `Person ${String.fromCharCode(65 + n)}`);
  const jobs = names.map((name) => job(`Job of ${name}`, { notes: crew(name) }));
  halfRead(records, 'workOrders', { read: [], rest: [...jobs, LATE] })();
  const seen = new Set<string>();
  const observer = new MutationObserver(() => {
    const count = (selector: string): number => document.querySelectorAll(selector).length;
    seen.add(`${count('td article')} cards, ${count('section article')} listed`);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  startApp('/schedule', records);
  expect(await within(await tray()).findByRole('link', { name: /Late/ })).toBeVisible();
  await waitFor(() => expect(rows()).toEqual(['Nobody yet', ...names]));
  const before = [...seen].filter((one) => !one.startsWith('13 cards'));
  expect(before.filter((one) => one.endsWith('1 listed'))).toEqual([]);
  expect(before).toContain('4 cards, 0 listed');
});
