import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aCustomer, ann } from '../support/mutations.ts';
import { customers, onPhone, startApp, TestRecords } from '../support/record-services.tsx';

const ben = aCustomer({
  first_name: 'Ben',
  last_name: 'Brown',
  email: 'ben@example.com',
  phone: '+1-555-100-0001',
  company_name: 'Brown & Sons',
  customer_type: 'property_management',
  status: 'prospect',
});

async function rowOf(name: string): Promise<HTMLElement> {
  return screen.findByRole('row', { name: new RegExp(name) });
}

describe('the list', () => {
  test('shows every column, newest first, and - for a blank phone and company', async () => {
    const records = await TestRecords.open();
    await records.seed(ann, ben);
    startApp('/customers', records);
    const rows = await screen.findAllByRole('row');
    const texts = rows.map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Name',
      'Email',
      'Phone',
      'Company',
      'Type',
      'Status',
      'Actions',
    ]);
    expect(texts[1]).toEqual([
      'BBBen Brown',
      'ben@example.com',
      '+1-555-100-0001',
      'Brown & Sons',
      'Property Management',
      'Prospect',
      '',
    ]);
    expect(texts[2]?.slice(1)).toEqual(['ann@example.com', '-', '-', 'Residential', 'Active', '']);
    expect(screen.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Customers · Restoration CRM'));
  });

  test('sorts by a column up, down and not at all, with blank cells last', async () => {
    const records = await TestRecords.open();
    const cat = aCustomer({ first_name: 'Cat', last_name: 'Orr', email: 'cat@example.com' });
    await records.seed(ann, cat, { ...ben, company_name: 'Zeta' }, { ...ben, company_name: 'alpha' });
    const { user } = startApp('/customers', records);
    await rowOf('alpha');
    const companies = (): (string | undefined)[] =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[3]?.textContent);
    const header = screen.getByRole('columnheader', { name: /Company/ });
    const press = () => user.click(within(header).getByRole('button'));
    expect([companies(), header.getAttribute('aria-sort')]).toEqual([['alpha', 'Zeta', '-', '-'], 'none']);
    await press();
    expect([companies(), header.getAttribute('aria-sort')]).toEqual([
      ['alpha', 'Zeta', '-', '-'],
      'ascending',
    ]);
    await press();
    expect([companies(), header.getAttribute('aria-sort')]).toEqual([
      ['Zeta', 'alpha', '-', '-'],
      'descending',
    ]);
    await user.click(within(screen.getByRole('columnheader', { name: 'Email' })).getByRole('button'));
    expect(companies()).toEqual(['-', 'alpha', 'Zeta', '-']);
  });

  test('keeps all but what is in sight out of the document and says how many there are', async () => {
    const records = await TestRecords.open();
    await records.seed(...customers(500));
    startApp('/customers', records);
    await screen.findByText('500 customers');
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '501');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(await rowOf('Cleo Nr500')).toHaveAttribute('aria-rowindex', '2');
  });

  test('finds a part of name, e-mail and company in any case, and says when nothing matches', async () => {
    const records = await TestRecords.open();
    await records.seed(ann, ben);
    const { user } = startApp('/customers', records);
    await rowOf('Ann Lee');
    const box = screen.getByRole('searchbox', { name: 'Search customers' });
    await user.type(box, 'N & SO');
    await waitFor(() => expect(screen.queryByText('Ann Lee')).toBeNull());
    expect(screen.getByText('Ben Brown')).toBeVisible();
    expect(screen.getByText('1 of 2 customers')).toBeVisible();
    await user.clear(box);
    await user.type(box, 'zzz');
    expect(await screen.findByText('No customers match “zzz”')).toBeVisible();
  });

  test('keeps the search in the address, so that it is there again after a look at a record', async () => {
    const records = await TestRecords.open();
    await records.seed(ann, ben);
    const { user } = startApp('/customers', records);
    await user.type(await screen.findByRole('searchbox'), 'ben');
    records.clock.advance(400);
    await waitFor(() => expect(window.location.search).toBe('?search=ben'));
    await user.click(await screen.findByRole('link', { name: 'Ben Brown' }));
    await screen.findByRole('heading', { level: 1, name: 'Ben Brown' });
    window.history.back();
    expect(await screen.findByRole('searchbox')).toHaveValue('ben');
  });

  test('keeps a search that was just typed; the navigation’s entry clears it', async () => {
    const records = await TestRecords.open();
    await records.seed(ann, ben);
    const { user } = startApp('/customers', records);
    await user.type(await screen.findByRole('searchbox'), 'ben');
    await user.click(await screen.findByRole('link', { name: 'Ben Brown' }));
    await screen.findByRole('heading', { level: 1, name: 'Ben Brown' });
    window.history.back();
    const box = await screen.findByRole('searchbox');
    expect(box).toHaveValue('ben');
    await user.type(box, 'x');
    await user.click(screen.getByRole('link', { name: 'Customers' }));
    await waitFor(() => expect(box).toHaveValue(''));
    expect(window.location.search).toBe('');
  });

  test('asks for a fresh pull when it is opened', async () => {
    const records = await TestRecords.open();
    startApp('/customers', records);
    await waitFor(async () => {
      expect(await records.services.db.relaxed.meta.get('request:customers')).toBeDefined();
    });
  });

  test('is a list of cards with the same facts on a phone', async () => {
    onPhone();
    const records = await TestRecords.open();
    await records.seed(ann, ben);
    const { user } = startApp('/customers', records);
    const card = (await screen.findByRole('link', { name: 'Ben Brown' })).closest('li');
    expect(screen.queryByRole('table')).toBeNull();
    for (const fact of [
      'ben@example.com',
      '+1-555-100-0001',
      'Brown & Sons',
      'Property Management',
      'Prospect',
    ])
      expect(card).toHaveTextContent(fact);
    await user.click(within(card as HTMLElement).getByRole('button', { name: 'Edit Ben Brown' }));
    expect(await screen.findByRole('dialog', { name: 'Edit Customer' })).toBeVisible();
  });
});

describe('where there are no rows', () => {
  test('it waits for the first pull', async () => {
    const records = await TestRecords.open();
    await records.say({ pulledAt: null });
    startApp('/customers', records);
    expect(await screen.findByRole('status', { name: 'Loading customers' })).toBeVisible();
  });

  test('it says that the pull failed, and tries again', async () => {
    const records = await TestRecords.open();
    await records.say({ pulledAt: null, error: 'Failed to fetch customers' });
    const { user } = startApp('/customers', records);
    const alert = await screen.findByText('Failed to fetch customers');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await records.say({});
    expect(await screen.findByText('No customers yet')).toBeVisible();
    expect(alert).not.toBeInTheDocument();
  });

  test('it says what to do where the device never had a connection', async () => {
    const records = await TestRecords.open();
    await records.say({ pulledAt: null, reasons: ['offline'] });
    startApp('/customers', records);
    expect(await screen.findByText('No customers on this device yet')).toBeVisible();
  });
});

test('an old copy says how old it is; a failed pull hides nothing', async () => {
  const records = await TestRecords.open();
  await records.seed(ann);
  await records.say({ error: 'Failed to fetch customers', pulledAt: records.clock.now() - 60_000 });
  startApp('/customers', records);
  expect(await screen.findByText(/^1 customer · as of/)).toBeVisible();
  expect(screen.queryByText('Failed to fetch customers')).toBeNull();
});

test('a fresh copy says how old it is while no newer one can come', async () => {
  const records = await TestRecords.open();
  await records.seed(ann);
  await records.say({ reasons: ['offline'] });
  startApp('/customers', records);
  expect(await screen.findByText(/^1 customer · as of/)).toBeVisible();
});

test('a record that could not be read whole blanks no screen', async () => {
  const records = await TestRecords.open();
  const broken = {
    email: 5,
    phone: null,
    status: 'on_fire',
    customer_type: { deep: ['x'] },
    company_name: [],
  };
  await records.seed(broken as never, {} as never, ann);
  const { user } = startApp('/customers', records);
  expect(await rowOf('Ann Lee')).toBeVisible();
  expect(screen.getByText('on_fire')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit Unnamed customer' }));
  expect(await screen.findByRole('dialog', { name: 'Edit Customer' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('link', { name: 'Unnamed customer' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Unnamed customer' })).toBeVisible();
});

describe('deleting', () => {
  test('asks first, and takes the row away at once', async () => {
    const records = await TestRecords.open();
    await records.seed(ann, ben);
    const { user } = startApp('/customers', records);
    await user.click(await screen.findByRole('button', { name: 'Delete Ann Lee' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Customer' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete this customer?');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await records.outbox()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete Ann Lee' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Ann Lee')).toBeNull());
    expect((await records.changes(1))[0]).toMatchObject({ kind: 'delete', localId: '1' });
  });

  test('that the server refuses brings the row back with its mark', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.say({ reasons: ['offline'] });
    const { user } = startApp('/customers', records);
    await user.click(await screen.findByRole('button', { name: 'Delete Ann Lee' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No customers yet')).toBeVisible();
    await records.park(
      { detail: 'Cannot delete this customer: 3 other record(s) refer to it.' },
      { status: 409 },
    );
    expect(await screen.findByText('Needs attention')).toBeVisible();
    expect(await screen.findByRole('link', { name: /1 needs attention$/ })).toBeVisible();
  });
});
