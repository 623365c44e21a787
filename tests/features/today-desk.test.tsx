import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dayBefore } from '../../src/domain/plain-date.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { button } from '../support/kinds/screen.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { crew, job, PAUSE, TODAY } from '../support/records/today.tsx';

const THREE = [
  job('Late', { scheduled_date: dayBefore(TODAY) }),
  job('First', { notes: `${crew('Bo, Ann Lee')}\nTime: 9:00` }),
  job('Second', { status: 'pending' }),
];

async function openDesk(jobs: readonly Fields[] = THREE) {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a);
  await records.seedAll('workOrders', jobs);
  await records.say({ reasons: ['offline'] });
  return { records, ...startApp('/today?jobs=all', records) };
}

const line = (title: string) => screen.findByRole('button', { name: new RegExp(title) });
const shown = async (title: string): Promise<HTMLElement> => {
  const side = await screen.findByRole('complementary', { name: 'Chosen job' });
  await within(side).findByRole('heading', { name: title });
  return side;
};

test('on a desk, each job is a line with time, title, crew and city, beside the details of the chosen one', async () => {
  const { user } = await openDesk();
  expect(await line('First')).toHaveTextContent(/^9:00 AM\s*First.*Assigned.*Bo, Ann Lee.*Austin/);
  expect(await line('Late')).toHaveTextContent(/^\w{3}, \w{3} \d+.*Late/);
  expect(await shown('Late')).toHaveTextContent(/^Late since \w{3}, \w{3} \d+/);
  await user.click(await line('First'));
  const side = await shown('First');
  expect(await line('First')).toHaveAttribute('aria-current', 'true');
  expect(side).toHaveTextContent('Ann Lee · 5 Oak Ave, Austin, TX');
  expect(button(side, 'On the way')).toBeVisible();
  expect(button(side, 'Assign')).toBeVisible();
  expect(within(side).getByRole('link', { name: 'Call' })).toBeVisible();
});

test('a job in progress since another day is told with that day, in its line and beside', async () => {
  const notes = '--- Job ---\nTime: 13:00';
  const begun = job('Begun', { status: 'in_progress', scheduled_date: dayBefore(TODAY), notes });
  await openDesk([begun, job('Now', { status: 'in_progress', notes })]);
  expect(await line('Begun')).toHaveTextContent(/^\w{3}, \w{3} \d{1,2}\s*1:00 PM/);
  expect(await shown('Begun')).toHaveTextContent(/^\w{3}, \w{3} \d{1,2}\s*In Progress.*Time 1:00 PM/);
  expect(await line('Now')).toHaveTextContent(/^1:00 PM/);
});

test('a line says that its time has passed, and shows its crew', async () => {
  await openDesk([job('Early', { notes: `${crew('Bo, Ann Lee')}\nTime: 0:01` })]);
  const early = await line('Early');
  expect(early).toHaveTextContent(/^Late, was due by 12:01 AM\s*Early/);
  expect([...early.querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['B', 'AL']),
  );
});

test('a job without a customer is told by its address alone', async () => {
  await openDesk([job('Nobody’s', { customer: null })]);
  expect(await shown('Nobody’s')).toHaveTextContent('5 Oak Ave, Austin, TX');
  expect(await shown('Nobody’s')).not.toHaveTextContent(/Unknown|·/);
});

test('arrows choose a job across the lists, and Enter opens it', async () => {
  const { user } = await openDesk();
  (await line('Late')).focus();
  await user.keyboard('{ArrowDown}');
  await shown('First');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await shown('Second');
  await user.keyboard('{Home}');
  await shown('Late');
  await user.keyboard('{End}{ArrowUp}');
  expect(await line('First')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'First' })).toBeVisible();
});

test('a step that is taken beside the list is taken once, and the job stays chosen', async () => {
  const { user, records } = await openDesk();
  await user.click(await line('Second'));
  await user.click(button(await shown('Second'), 'On the way'));
  await records.changes(1);
  await waitFor(async () => expect(button(await shown('Second'), 'Start')).toBeVisible());
});

test('the hazards of the chosen job stand beside the list', async () => {
  await openDesk([job('Cellar', { notes: `${crew('Bo')}\nFlags: gas off, dog` })]);
  const hazards = within(await shown('Cellar')).getByRole('list', { name: 'Hazards' });
  expect(
    within(hazards)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['gas off', 'dog']);
});

test('a line says that its change waits, and holds nothing else to press', async () => {
  const { user, records } = await openDesk();
  await user.click(await line('Second'));
  await user.click(button(await shown('Second'), 'On the way'));
  await records.changes(1);
  await waitFor(async () => expect(await line('Second')).toHaveTextContent('Waiting to sync'));
  expect((await line('Second')).querySelector('a, button')).toBeNull();
  expect(within(await shown('Second')).getByRole('link', { name: 'Waiting to sync' })).toBeVisible();
});

test('the chosen job is drawn, and a stop of the Tab key, when its list is longer than what is shown', async () => {
  const others = Array.from({ length: 25 }, (_, n) => job(`Job ${n}`));
  const { user, records } = await openDesk([job('Begun', { status: 'in_progress' }), ...others]);
  await user.click(await line('Begun'));
  await waitFor(() => expect(document.querySelectorAll('[data-job]')).toHaveLength(21));
  await user.click(button(await shown('Begun'), 'Finish'));
  await records.changes(1);
  await waitFor(async () => expect(await line('Begun')).toHaveTextContent('Completed'));
  expect(await line('Begun')).toHaveAttribute('tabindex', '0');
  records.clock.advance(PAUSE);
});
