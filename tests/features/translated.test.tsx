import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { dayAt } from '../../src/domain/plain-date.ts';
import { createRecord, editRecord } from '../../src/records/commands.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';

/** As browsers do: each text is taken out, and a translation of it stands in its place. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ data }) => data.trim() !== '')) {
    const font = document.createElement('font');
    font.append(Object.assign(document.createElement('font'), { textContent: `«${text.data.trim()}»` }));
    text.replaceWith(font);
  }
}

/** Words as React has written them since the page was translated. */
const shown = (words: RegExp | string): Promise<HTMLElement> => screen.findByText(words);

async function openTranslated(path: string, landmark: RegExp | string) {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a, CUSTOMERS.b);
  const today = dayAt(records.clock.now());
  await records.seedAll('workOrders', [
    { ...WORK_ORDERS.a, title: 'Dry the cellar', status: 'assigned', scheduled_date: today, notes: '' },
  ]);
  const { user } = startApp(path, records);
  await screen.findAllByText(landmark);
  act(translate);
  const add = (first_name: string) =>
    createRecord(records.services, 'customers', { ...CUSTOMERS.a, first_name }, { watch: false });
  return { records, user, add };
}

const bar = () =>
  within(screen.getByRole('banner')).getByRole('link', { name: /Up to date|change|attention/ });

describe('on a page that the browser translates', () => {
  test('a list counts what it shows, and the top bar what waits', async () => {
    const { records, add } = await openTranslated('/customers', '2 customers');
    await add('Nora');
    expect(await shown('3 customers')).toBeVisible();
    await waitFor(() => expect(bar()).toHaveTextContent(/^1 change waiting$/));
    expect(await shown('Waiting to sync')).toBeVisible();
    act(translate);
    await records.park({ detail: 'No.' });
    expect(await shown('Needs attention')).toBeVisible();
    act(translate);
    await add('Mia');
    expect(await shown('4 customers')).toBeVisible();
    await waitFor(() => expect(bar()).toHaveTextContent(/^1 change waiting · The server refused 1 change$/));
    // It may have come before the page was translated again.
    expect(await shown(/1 of these needs attention\./)).toBeVisible();
  });

  test('a list is sorted and searched', async () => {
    const { user } = await openTranslated('/customers', '2 customers');
    await user.click(screen.getByRole('button', { name: /Name/ }));
    await user.click(screen.getByRole('button', { name: /Name/ }));
    await user.type(screen.getByRole('searchbox'), 'no such name');
    expect(await shown(/^0 of 2 customers/)).toBeVisible();
  });

  test('the dashboard counts', async () => {
    const { records, add } = await openTranslated('/dashboard', 'Total Customers');
    await add('Nora');
    const total = screen.getByRole('link', { name: /Total Customers/ });
    await waitFor(() => expect(within(total).getByText('3')).toBeVisible());
    await records.park({ detail: 'No.' });
    await waitFor(() => expect(within(total).getByText('1 needs attention')).toBeVisible());
  });

  test('the Sync screen follows what is sent and refused', async () => {
    const { records, add } = await openTranslated('/sync', 'All changes sent');
    await add('Nora');
    expect(await screen.findByRole('heading', { name: /Waiting to be sent/ })).toHaveTextContent(/1$/);
    act(translate);
    await records.park({ detail: 'No.' });
    expect(await screen.findByRole('heading', { name: /Needs attention/ })).toHaveTextContent(/1$/);
    act(translate);
    await add('Mia');
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: /Waiting to be sent/ })).toHaveTextContent(/1$/),
    );
    await records.say({ reasons: ['offline'] });
    await waitFor(() =>
      expect(screen.getByRole('banner')).toHaveTextContent(
        /No connection · 1 change waiting · The server refused 1 change/,
      ),
    );
  });

  test('a job takes its steps, and the notice of it is said and goes', async () => {
    onPhone();
    const { records, user } = await openTranslated('/today', 'Dry the cellar');
    await user.click(screen.getByRole('button', { name: /On the way/ }));
    expect(await shown(/^On the way since/)).toBeVisible();
    const next = await screen.findByRole('button', { name: 'Start' });
    act(translate);
    records.clock.advance(1000);
    await waitFor(() => expect(next).toBeEnabled());
    await user.click(next);
    expect(await shown('In Progress')).toBeVisible();
    expect(await shown(/^Started/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /No date/ }));
    expect(await shown('No jobs without a date.')).toBeVisible();
  });

  test('a record’s screen shows what another tab changed', async () => {
    const { records } = await openTranslated('/work-orders/1', 'Dry the cellar');
    const change = (fields: object) => ({
      ...fields,
      title: 'Dry the attic',
      notes: '--- Job ---\nCrew: Bo, Cy\nTime: 9:00',
    });
    await editRecord(records.services, 'workOrders', '1', { change });
    expect(await screen.findByRole('heading', { level: 1, name: 'Dry the attic' })).toBeVisible();
    expect(await shown('Bo, Cy')).toBeVisible();
    expect(await shown(/^Waiting to sync/)).toBeVisible();
    act(translate);
    const again = (fields: object) => ({ ...fields, notes: '--- Job ---\nCrew: Cy' });
    await editRecord(records.services, 'workOrders', '1', { change: again });
    expect(await shown('Cy')).toBeVisible();
    await records.confirm(1);
  });
});
