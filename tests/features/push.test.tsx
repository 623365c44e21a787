import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { dayAfter, dayAt, daysFrom } from '../../src/domain/plain-date.ts';
import type { Fields, ResourceName } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { UNDO_MS } from '../../src/outbox/retry-policy.ts';
import { NotSavedError } from '../../src/records/save-transaction.ts';
import { confirmedRecord, startApp, TestRecords } from '../support/records/record-services.tsx';

const CUSTOMER = {
  first_name: 'Ann',
  last_name: 'Lee',
  phone: '+1-312-555-0142',
  email: 'ann@example.com',
  address_line_1: '7 Oak St',
  city: 'Austin',
  state: 'TX',
};
const DAY_MS = 24 * 60 * 60_000;

class Book {
  readonly records: TestRecords;
  readonly today: string;

  private constructor(records: TestRecords) {
    this.records = records;
    this.today = dayAt(records.clock.now());
  }

  static async open(): Promise<Book> {
    const book = new Book(await TestRecords.open());
    await book.add('customers', '1', CUSTOMER, 400);
    return book;
  }

  day(ago: number): string {
    return daysFrom(this.today, -ago);
  }

  /** Adds a record that last changed that many days ago. */
  async add(resource: ResourceName, id: string, fields: Fields, ago: number): Promise<void> {
    const blank = specOf(resource).blank({ now: 0, random: 0 });
    const at = this.records.clock.now() - ago * DAY_MS;
    const known = resource === 'customers' ? {} : { customer: '1' };
    await this.records.services.db.relaxed[resource].add({
      ...confirmedRecord(Number(id), { ...blank, ...known, ...fields }),
      seen: { created_at: at, updated_at: at, first_seen: at },
    });
  }
}

/** One record for each rule. */
async function aBook(): Promise<Book> {
  const book = await Book.open();
  await book.add('customers', '2', { first_name: 'Bo', last_name: 'Diaz' }, 400);
  await book.add('customers', '3', { first_name: 'Cy', last_name: 'Fox' }, 400);
  await book.add(
    'workOrders',
    '1',
    { title: 'Late job', status: 'assigned', scheduled_date: book.day(1), notes: '--- Job ---\nCrew: Kim' },
    5,
  );
  await book.add(
    'workOrders',
    '2',
    { title: 'Quiet job', status: 'in_progress', notes: `--- Log ---\n${book.day(4)} 09:00 Kim: Fans set` },
    4,
  );
  await book.add('workOrders', '3', { title: 'Free job', status: 'completed', customer: '3' }, 9);
  await book.add('estimates', '1', { title: 'Sent offer', status: 'sent', total_amount: 900 }, 3);
  await book.add(
    'estimates',
    '2',
    { title: 'Short offer', status: 'draft', valid_until: dayAfter(book.today) },
    0,
  );
  await book.add('estimates', '3', { title: 'Old offer', status: 'sent', valid_until: book.day(10) }, 20);
  await book.add('estimates', '4', { title: 'Won offer', status: 'accepted', customer: '2' }, 2);
  await book.add(
    'projects',
    '1',
    { title: 'Idle project', status: 'in_progress', customer: '2', address_line_1: '9 Elm St', city: 'Reno' },
    6,
  );
  return book;
}

async function group(name: string): Promise<HTMLElement> {
  return screen.findByRole('region', { name: new RegExp(`^${name} [0-9]+$`) });
}

async function item(title: string): Promise<HTMLElement> {
  const link = await screen.findByRole('link', { name: title });
  const found = link.closest('li');
  if (!found) throw new Error(`no item ${title}`);
  return found;
}

async function chooseMore(
  user: ReturnType<typeof startApp>['user'],
  title: string,
  entry: string,
): Promise<void> {
  await user.click(within(await item(title)).getByRole('button', { name: `More for ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

describe('the screen Needs a push', () => {
  test.each([
    ['Overdue work', 'Late job', 'Was due yesterday'],
    ['Sent, no answer', 'Sent offer', 'Sent 3 days ago, nothing since'],
    ['Running out', 'Short offer', 'Runs out tomorrow'],
    ['Accepted, nothing planned', 'Won offer', 'Accepted; Bo Diaz has no open work order'],
    ['Projects without planned work', 'Idle project', 'In progress; nothing is planned'],
    ['Completed, no estimate', 'Free job', 'Completed; Cy Fox has no estimate'],
  ])('lists under ‘%s’: %s, %s', async (head, title, said) => {
    const { records } = await aBook();
    startApp('/push', records);
    const section = await group(head);
    expect(within(section).getByRole('link', { name: title })).toBeVisible();
    expect(within(section).getByText(said)).toBeVisible();
    expect(within(section).getAllByRole('listitem')).toHaveLength(1);
  });

  test('names the day of a quiet job and of an estimate that ran out', async () => {
    const { records } = await aBook();
    startApp('/push', records);
    expect(await item('Quiet job')).toHaveTextContent(/No entry since \w+day/);
    expect(await item('Old offer')).toHaveTextContent(/Ran out on \w{3} \d+/);
  });

  test('says so if nothing does', async () => {
    const { records } = await Book.open();
    startApp('/push', records);
    expect(await screen.findByText('Nothing needs a push')).toBeVisible();
  });

  test('says what it cannot know while records are missing, and claims nothing then', async () => {
    const { records } = await aBook();
    await records.say({ pulledAt: null });
    startApp('/push', records);
    expect(await screen.findByText(/^Some records are not on this device yet/)).toBeVisible();
    expect(await item('Late job')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Won offer' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Free job' })).toBeNull();
  });

  test('shows one person’s jobs', async () => {
    const { records } = await aBook();
    const { user } = startApp('/push', records);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Crew' }), 'Kim');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Sent offer' })).toBeNull());
    expect(await item('Late job')).toBeVisible();
    expect(window.location.search).toBe('?crew=Kim');
  });

  test('is reached with g, then n', async () => {
    const { records } = await aBook();
    const { user } = startApp('/customers', records);
    await screen.findByText('3 customers');
    await user.keyboard('gn');
    expect(await group('Overdue work')).toBeVisible();
  });
});

describe('what has waited for more than 30 days', () => {
  async function anOldBook(): Promise<TestRecords> {
    const book = await Book.open();
    await book.add('workOrders', '1', { title: 'Late job', scheduled_date: book.day(1) }, 5);
    for (const id of ['2', '3', '4'])
      await book.add('workOrders', id, { title: `Old job ${id}`, scheduled_date: book.day(40) }, 60);
    return book.records;
  }

  test('comes last, is counted, and is shown on request', async () => {
    const { user } = startApp('/push', await anOldBook());
    const section = await group('Overdue work');
    expect(within(section).getByRole('heading')).toHaveTextContent('4');
    expect(within(section).getAllByRole('listitem')).toHaveLength(1);
    await user.click(within(section).getByRole('button', { name: '3 have waited for more than 30 days' }));
    await waitFor(() => expect(within(section).getAllByRole('listitem')).toHaveLength(4));
    expect(within(section).queryByRole('button', { name: /have waited/ })).toBeNull();
  });

  test('does not stand above today’s on the dashboard', async () => {
    startApp('/dashboard', await anOldBook());
    const part = await screen.findByRole('region', { name: 'Needs a push' });
    await waitFor(() => expect(within(part).getAllByRole('listitem')).toHaveLength(4));
    expect(within(part).getAllByRole('listitem')[0]).toHaveTextContent('Late job');
  });
});

test.each(['/push', '/dashboard'])(
  'on %s a problem is shown in its line, and one region tells it',
  async (path) => {
    const { records } = await aBook();
    const { user } = startApp(path, records);
    const list =
      path === '/push'
        ? screen.getByRole('main')
        : await screen.findByRole('region', { name: 'Needs a push' });
    await waitFor(() => expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(5));
    const [line = list] = within(list).getAllByRole('listitem');
    const [region, ...others] = within(list).getAllByRole('alert');
    expect(others).toEqual([]);
    vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValueOnce(
      new NotSavedError('This device is out of storage.') as never,
    );
    await user.click(within(line).getByRole('button', { name: 'Move to today' }));
    expect(await within(line).findByText('This device is out of storage.')).toBeVisible();
    expect(region).toHaveTextContent('Late job: This device is out of storage.');
  },
);

describe('one next step', () => {
  test('[P61] moves a late job to today, and can be undone', async () => {
    const book = await aBook();
    const { records, today } = book;
    const { user } = startApp('/push', records);
    await user.click(within(await item('Late job')).getByRole('button', { name: 'Move to today' }));
    const [change] = await records.changes(1);
    expect(change).toMatchObject({
      resource: 'workOrders',
      fields: { scheduled_date: { base: book.day(1), value: today } },
    });
    expect((change?.nextAt ?? 0) - (change?.acceptedAt ?? 0)).toBe(UNDO_MS);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Late job' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await item('Late job')).toBeVisible();
    expect(await records.outbox()).toEqual([]);
  });

  test('extends an estimate that ran out', async () => {
    const { records, today } = await aBook();
    const { user } = startApp('/push', records);
    await user.click(within(await item('Old offer')).getByRole('button', { name: 'Extend 30 days' }));
    expect(await records.changes(1)).toMatchObject([
      { resource: 'estimates', localId: '3', fields: { valid_until: { value: daysFrom(today, 30) } } },
    ]);
  });

  test('calls the customer about a sent estimate', async () => {
    const { records } = await aBook();
    startApp('/push', records);
    const call = within(await item('Sent offer')).getByRole('link', { name: 'Call Ann Lee' });
    expect(call).toHaveAttribute('href', 'tel:+13125550142');
  });

  test('opens the form of a note', async () => {
    const { records } = await aBook();
    const { user } = startApp('/push', records);
    await user.click(within(await item('Quiet job')).getByRole('link', { name: 'Add note' }));
    expect(await screen.findByRole('textbox', { name: 'Note' })).toBeVisible();
  });

  test('fills in a work order for a project', async () => {
    const { records } = await aBook();
    const { user } = startApp('/push', records);
    await user.click(within(await item('Idle project')).getByRole('button', { name: 'New work order' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByDisplayValue('Idle project')).toBeVisible();
    expect(within(dialog).getByDisplayValue('9 Elm St')).toBeVisible();
    expect(within(dialog).getByDisplayValue('Bo Diaz')).toBeVisible();
  });

  test('fills in an estimate for completed work', async () => {
    const { records } = await aBook();
    const { user } = startApp('/push', records);
    await user.click(within(await item('Free job')).getByRole('button', { name: 'New estimate' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByDisplayValue('Free job')).toBeVisible();
  });

  test.each(['/push', '/dashboard'])(
    'keeps the form open on %s while the server is asked, and shows a refusal',
    async (path) => {
      const { records } = await aBook();
      const { user } = startApp(path, records);
      await user.click(within(await item('Idle project')).getByRole('button', { name: 'New work order' }));
      const dialog = await screen.findByRole('dialog');
      await within(dialog).findByDisplayValue('Idle project');
      await user.click(within(dialog).getByRole('button', { name: 'Create' }));
      await records.changes(1);
      await waitFor(() => expect(screen.queryByText('In progress; nothing is planned')).toBeNull());
      await records.park({ title: ['Too long.'] });
      expect(await within(dialog).findByText('Title: Too long.')).toBeVisible();
    },
  );

  test.each([
    ['Sent offer', 'Mark as accepted', { status: { value: 'accepted' } }],
    ['Old offer', 'Mark as expired', { status: { value: 'expired' } }],
    ['Late job', 'Mark as completed', { status: { value: 'completed' } }],
  ])('of %s has others in its menu: %s', async (title, entry, fields) => {
    const { records } = await aBook();
    const { user } = startApp('/push', records);
    await chooseMore(user, title, entry);
    expect(await records.changes(1)).toMatchObject([{ fields }]);
  });
});

test('a job with open items on its checklist is completed only after a question', async () => {
  const book = await Book.open();
  const notes = '--- Checklist ---\n[ ] Readings taken';
  await book.add(
    'workOrders',
    '1',
    { title: 'Late job', status: 'assigned', scheduled_date: book.day(1), notes },
    5,
  );
  const { records } = book;
  const { user } = startApp('/push', records);
  await chooseMore(user, 'Late job', 'Mark as completed');
  const question = await screen.findByRole('dialog', { name: 'Finish this job?' });
  expect(question).toHaveTextContent('Readings taken');
  expect(await records.outbox()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Finish anyway' }));
  expect(await records.changes(1)).toMatchObject([{ fields: { status: { value: 'completed' } } }]);
});

describe('a push that is put away', () => {
  test('is hidden until its day, on this device only, and can be brought back', async () => {
    const { records } = await aBook();
    const { user } = startApp('/push', records);
    await chooseMore(user, 'Sent offer', 'Not until tomorrow');
    expect(await screen.findByText('1 is put away on this device only.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Sent offer' })).toBeNull();
    expect(await records.outbox()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await item('Sent offer')).toHaveTextContent(/Put away until \w+day/);
    await chooseMore(user, 'Sent offer', 'Bring back');
    expect(await group('Sent, no answer')).toBeVisible();
    expect(screen.queryByText(/put away on this device/)).toBeNull();
  });

  const put = ({ records }: Book, until: string, reason: string): Promise<unknown> =>
    records.services.db.relaxed.settings.put({ key: 'push:quietEstimate:estimates/1', until, reason });

  test('comes back on its day', async () => {
    const book = await aBook();
    await put(book, book.today, book.day(3));
    startApp('/push', book.records);
    expect(await group('Sent, no answer')).toBeVisible();
  });

  test('comes back before its day if it ended and began again', async () => {
    const book = await aBook();
    await put(book, daysFrom(book.today, 30), book.day(40));
    startApp('/push', book.records);
    expect(await group('Sent, no answer')).toBeVisible();
    cleanup();
    await put(book, daysFrom(book.today, 30), book.day(3));
    startApp('/push', book.records);
    expect(await screen.findByText('1 is put away on this device only.')).toBeVisible();
    expect(screen.queryByRole('region', { name: /^Sent, no answer/ })).toBeNull();
  });
});

describe('the dashboard', () => {
  test('shows the first six and how many there are', async () => {
    const { records } = await aBook();
    startApp('/dashboard', records);
    const part = await screen.findByRole('region', { name: 'Needs a push' });
    await waitFor(() => expect(within(part).getAllByRole('listitem')).toHaveLength(6));
    expect(within(part).getAllByRole('listitem')[0]).toHaveTextContent('Late job');
    expect(within(part).getByRole('link', { name: 'All 8' })).toHaveAttribute('href', '/push');
  });

  test('does not say that nothing needs a push while records are missing or pushes are put away', async () => {
    const { records } = await Book.open();
    await records.say({ pulledAt: null });
    startApp('/dashboard', records);
    expect(await screen.findByText(/^Nothing found yet\. Some records/)).toBeVisible();
    expect(screen.queryByText('Nothing needs a push.')).toBeNull();
    cleanup();
    const other = await Book.open();
    await other.add('estimates', '1', { title: 'Sent offer', status: 'sent' }, 3);
    const { user } = startApp('/push', other.records);
    await chooseMore(user, 'Sent offer', 'Not until tomorrow');
    expect(await screen.findByText('1 is put away on this device only.')).toBeVisible();
    expect(screen.queryByText('Nothing needs a push')).toBeNull();
    cleanup();
    startApp('/dashboard', other.records);
    expect(await screen.findByText('1 is put away on this device only.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show' })).toHaveAttribute('href', '/push');
  });

  test('says that nothing needs a push', async () => {
    const { records } = await Book.open();
    startApp('/dashboard', records);
    expect(await screen.findByText('Nothing needs a push.')).toBeVisible();
  });
});
