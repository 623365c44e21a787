import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createRecord } from '../../src/records/commands.ts';
import { flush } from '../support/browser/flush.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { PROJECTS } from '../support/kinds/projects.ts';
import { halfRead } from '../support/records/half-read.ts';
import { aCustomer, ann } from '../support/records/mutations.ts';
import { customers, onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';

const ben = aCustomer({
  first_name: 'Ben',
  last_name: 'Brown',
  email: 'ben@example.com',
});

async function rowOf(name: string): Promise<HTMLElement> {
  return screen.findByRole('row', { name: new RegExp(name) });
}

describe('the list', () => {
  test('keeps all but what is in sight out of the document and says how many there are', async () => {
    const records = await TestRecords.open();
    await records.seed(...customers(500));
    startApp('/customers', records);
    await screen.findByText('500 customers');
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '501');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(await rowOf('Cleo Nr500')).toHaveAttribute('aria-rowindex', '2');
  });

  describe('tells those who do not see it that more may come, until all has been read', () => {
    async function openHalfRead(): Promise<() => void> {
      const records = await TestRecords.open();
      const finish = halfRead(records, 'customers', { read: [ann], rest: [ben] });
      startApp('/customers', records);
      await screen.findByRole('link', { name: 'Ann Lee' });
      return finish;
    }

    test('as a table', async () => {
      const finish = await openHalfRead();
      expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '-1');
      act(finish);
      await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '3'));
    });

    test('as cards', async () => {
      onPhone();
      const finish = await openHalfRead();
      const card = () => screen.getByRole('link', { name: 'Ann Lee' }).closest('li');
      expect(card()).toHaveAttribute('aria-setsize', '-1');
      act(finish);
      await waitFor(() => expect(card()).toHaveAttribute('aria-setsize', '2'));
    });
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
});

test('cards are drawn without asking for their place or height, which would lay out the page once more', async () => {
  onPhone();
  const heights = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get');
  const places = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  const records = await TestRecords.open();
  await records.seed(...customers(60));
  startApp('/customers', records);
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(10));
  const asked = [...heights.mock.contexts, ...places.mock.contexts] as Element[];
  expect(asked.filter((one) => one.matches('ul, li'))).toEqual([]);
});

test('a card leaves out what is blank', async () => {
  onPhone();
  const records = await TestRecords.open();
  await records.seedAll('projects', [
    { ...PROJECTS.a, title: 'Burst pipe', estimated_cost: null, start_date: null },
  ]);
  startApp('/projects', records);
  const card = (await screen.findByRole('link', { name: 'Burst pipe' })).closest('li') as HTMLElement;
  expect(within(card).queryByText('-')).toBeNull();
  expect(within(card).queryByText('Budget')).toBeNull();
});

describe('a screen is scrolled and focused just before the paint, not in the task that drew it', () => {
  /** Returns what runs the frames that were asked for. */
  function holdFrames(): () => void {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    return () => {
      for (const frame of frames.splice(0)) frame(0);
    };
  }

  test('when people go to a record and back, although the link that they pressed is gone', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    const { user } = startApp('/customers', records);
    const link = await screen.findByRole('link', { name: 'Ann Lee' });
    const runFrames = holdFrames();
    const moved = vi.spyOn(window, 'scrollTo');
    const checkMove = async (): Promise<void> => {
      // A removed link leaves the focus to the page, which gets it at once.
      await flush();
      expect(moved).not.toHaveBeenCalled();
      runFrames();
      expect(moved).toHaveBeenCalledWith(0, 0);
      expect(screen.getByRole('main')).toHaveFocus();
      moved.mockClear();
    };
    await user.click(link);
    await screen.findByRole('heading', { level: 1, name: 'Ann Lee' });
    await checkMove();
    window.history.back();
    await screen.findByRole('searchbox');
    await checkMove();
  });

  test('but a dialog that it opens with keeps the focus', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    const { user } = startApp('/customers', records);
    await user.click(await screen.findByRole('link', { name: 'Ann Lee' }));
    await screen.findByRole('heading', { level: 1, name: 'Ann Lee' });
    const runFrames = holdFrames();
    const moved = vi.spyOn(window, 'scrollTo');
    await user.keyboard('n');
    const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    runFrames();
    expect(moved).toHaveBeenCalledWith(0, 0);
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  });
});

test('a list narrowed to a new record has an address that other devices know, as soon as there is one', async () => {
  const records = await TestRecords.open();
  await records.say({ reasons: ['offline'] });
  const { localId } = await createRecord(records.services, 'customers', CUSTOMERS.a, { watch: false });
  await records.seedAll('projects', [{ ...PROJECTS.a, title: 'Hers', customer: localId }, { ...PROJECTS.b }]);
  startApp(`/projects?customer=${localId}&sort=title`, records);
  await screen.findByRole('link', { name: 'Hers' });
  await records.confirm(77);
  await waitFor(() => expect(window.location.search).toBe('?customer=77&sort=title'));
  expect(screen.getAllByRole('row')).toHaveLength(2);
});

// @spec D2.20 D2.21
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

// @spec D3.9
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

test('rows that are sorted by a name move when that changes', async () => {
  const records = await TestRecords.open();
  await records.seed(ann, ben);
  await records.seedAll('projects', [
    { title: 'First', customer: '1' },
    { title: 'Second', customer: '2' },
  ]);
  startApp('/projects?sort=customer', records);
  const titles = (): (string | null)[] =>
    [...document.querySelectorAll('tbody a')].map((link) => link.textContent);
  await waitFor(() => expect(titles()).toEqual(['First', 'Second']));
  await records.services.db.relaxed.customers.update('1', { 'view.first_name': 'Zoe' });
  await waitFor(() => expect(titles()).toEqual(['Second', 'First']));
});

test('the first download says how many of how many have come, and the list can be used meanwhile', async () => {
  const records = await TestRecords.open();
  await records.seed(ann, ben);
  await records.say({ pulledAt: null, download: { read: 4500, count: 10_000 } });
  const { user } = startApp('/customers', records);
  const bar = await screen.findByRole('progressbar', {
    name: 'Fetched 4,500 of 10,000 customers',
  });
  expect(bar).toHaveAttribute('value', '4500');
  expect(bar).toHaveAttribute('max', '10000');
  expect(screen.getByText('Fetched 4,500 of 10,000 customers')).toBeVisible();
  await user.type(await screen.findByRole('searchbox'), 'ben');
  expect(await rowOf('Ben')).toBeVisible();
  await records.say({ pulledAt: null, download: { read: 5000, count: null } });
  const unknown = await screen.findByRole('progressbar', {
    name: 'Fetched 5,000 customers so far',
  });
  expect(unknown).not.toHaveAttribute('value');
  await records.say({});
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

test('a list too long to be sorted at once is sorted all the same, and takes in what is saved meanwhile', async () => {
  const records = await TestRecords.open();
  await records.seed(...customers(2500));
  const { user } = startApp('/customers', records);
  await screen.findByText('2,500 customers');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Cleo Nr1'));
  await records.seed(aCustomer({ first_name: 'Abe', last_name: 'Late', email: 'abe@example.com' }));
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Abe Late'));
  await user.click(screen.getByRole('button', { name: /^Name/ }));
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Cleo Nr2500'));
  await user.click(screen.getByRole('button', { name: /^Name/ }));
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Abe Late'));
});
