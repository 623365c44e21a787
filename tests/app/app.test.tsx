import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { chooseInMenu } from '../support/records/account-menu.ts';
import { ann } from '../support/records/mutations.ts';
import { onPhone, startApp, TestRecords, TestSession } from '../support/records/record-services.tsx';

describe('addresses', () => {
  // @spec 2.10 2.24 3.30
  test.each(['/', '/dashboard', '/anything/else', '/login'])('%s leads to the dashboard', async (path) => {
    startApp(path, await TestRecords.open());
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(window.location.pathname).toBe('/dashboard');
  });

  // @spec 2.25
  test('a spinner stands until the account’s database is open', async () => {
    startApp('/customers', await TestRecords.open(), { props: { recordServices: null } });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  });

  test('the records of another account are shown to nobody, not even for the moment of a change', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    const recordServices = { ...records.services, account: 'http://api.test|2' };
    startApp('/customers', records, { props: { recordServices } });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  test('an address that remembers where somebody wanted to go leads there once they are signed in', async () => {
    startApp('/?next=%2Fcustomers', await TestRecords.open());
    expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/customers');
  });
});

test("a device's storage that does not answer is said over every screen, with a way to reload", async () => {
  const reload = vi.fn<() => void>();
  const props = {
    storage: { trouble: { silent: true, notSaved: false }, closed: null, dismiss: () => {} },
    reload,
  };
  const { user } = startApp('/customers', await TestRecords.open(), { props });
  const alert = (await screen.findByText(/storage is not responding/)).closest('[role="alert"]');
  expect(alert).toHaveTextContent('Reloading the page may help.');
  await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('a decision that the storage did not take is said, until the person has read it', async () => {
  const dismiss = vi.fn<() => void>();
  const trouble = { silent: false, notSaved: true };
  const props = { storage: { trouble, closed: null, dismiss } };
  const { user } = startApp('/customers', await TestRecords.open(), { props });
  const alert = (await screen.findByText(/Your decision could not be saved/)).closest('[role="alert"]');
  await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Close' }));
  expect(dismiss).toHaveBeenCalledOnce();
});

describe('signed out', () => {
  async function start(path: string, lapsed = false) {
    const session = new TestSession();
    session.become('signedOut', lapsed);
    return startApp(path, await TestRecords.open(), { session });
  }
  const address = () => window.location.pathname + window.location.search;
  const landing = () => screen.findByRole('heading', { level: 1, name: /^The restoration CRM/ });

  // @spec 0.5 2.1 2.9 6.1 D1.31
  test.each([
    ['/', '/', '/login'],
    ['/dashboard', '/?next=%2Fdashboard', '/login?next=%2Fdashboard'],
    ['/customers/7', '/?next=%2Fcustomers%2F7', '/login?next=%2Fcustomers%2F7'],
    [
      '/projects?status=on_hold',
      '/?next=%2Fprojects%3Fstatus%3Don_hold',
      '/login?next=%2Fprojects%3Fstatus%3Don_hold',
    ],
    ['/no/such/page', '/?next=%2Fno%2Fsuch%2Fpage', '/login?next=%2Fno%2Fsuch%2Fpage'],
  ])('%s leads to the landing page at %s', async (path, at, signIn) => {
    await start(path);
    await landing();
    expect(address()).toBe(at);
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', signIn);
    expect(screen.queryAllByText(/you asked for/)).toHaveLength(path === '/' ? 0 : 1);
  });

  // @spec D1.31
  test.each(['//evil.example', 'https://evil.example/a', '/\\evil.example', 'javascript:alert(1)'])(
    'the landing page carries no way to %s',
    async (next) => {
      await start(`/?next=${encodeURIComponent(next)}`);
      await landing();
      for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).not.toContain('evil');
      expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
      expect(screen.queryByText(/you asked for/)).toBeNull();
    },
  );

  // @spec 2.7 6.1
  test('the login screen is at its own address, and leads back home', async () => {
    const { user } = await start('/login');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    const back = screen.getByRole('link', { name: 'Back to Home' });
    expect(back).toHaveAttribute('href', '/');
    await user.click(back);
    await landing();
    expect(address()).toBe('/');
  });

  test.each([
    ['/', '/login'],
    ['/customers/7', '/login?next=%2Fcustomers%2F7'],
    ['/?next=%2Fcustomers%2F7', '/login?next=%2Fcustomers%2F7'],
  ])('where a session has expired, a start at %s shows the login screen', async (path, at) => {
    const { user } = await start(path, true);
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(address()).toBe(at);
    await user.click(screen.getByRole('link', { name: 'Back to Home' }));
    await landing();
  });
});

describe('the shell', () => {
  // @spec D1.61
  test('names the current entry among its six, with Today, Schedule and Sync below them', async () => {
    startApp('/customers', await TestRecords.open());
    const nav = screen.getByRole('navigation', { name: 'Main' });
    const entries = within(nav)
      .getAllByRole('list')
      .map((list) =>
        within(list)
          .getAllByRole('link')
          .map((link) => link.textContent?.trim()),
      );
    expect(entries).toEqual([
      ['Dashboard', 'Customers', 'Projects', 'Estimates', 'Work Orders', 'Reports'],
      ['Today', 'Schedule', 'Sync'],
    ]);
    expect(within(nav).getByRole('link', { name: 'Customers' })).toHaveAttribute('aria-current', 'page');
    expect(within(screen.getByRole('banner')).getByText('Customers')).toBeVisible();
  });

  // @spec 2.32
  test('on a phone the menu button opens the navigation, and choosing closes it', async () => {
    onPhone();
    const { user } = startApp('/sync', await TestRecords.open());
    await user.click(await screen.findByRole('button', { name: 'Open navigation' }));
    const drawer = await screen.findByRole('dialog', { name: 'Navigation' });
    await user.click(within(drawer).getByRole('link', { name: 'Customers' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Open navigation' }));
    const again = await screen.findByRole('dialog', { name: 'Navigation' });
    await user.click(within(again).getByRole('link', { name: 'Today' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  // @spec D2.17
  test('says how things stand and leads to the Sync screen', async () => {
    const records = await TestRecords.open();
    const { user } = startApp('/customers', records);
    await user.click(await screen.findByRole('link', { name: /^Up to date as of/ }));
    expect(await screen.findByText('All changes sent')).toBeVisible();
    await records.say({ reasons: ['offline'] });
    expect(await screen.findByRole('link', { name: /^No connection/ })).toBeVisible();
  });

  // @spec 2.31 D1.34
  test('logs out, and does not lead the next person back', async () => {
    const { user, session } = startApp('/customers', await TestRecords.open());
    await chooseInMenu(user, 'Log out');
    expect(session.getSnapshot().status).toBe('signedOut');
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/login'));
  });

  // @spec D2.32
  test.each<['queued' | 'sending' | 'unknown' | 'parked', string]>([
    ['queued', '1 change waiting'],
    ['sending', '1 change waiting'],
    ['unknown', '1 change waiting'],
    ['parked', 'The server refused 1 change'],
  ])('asks before a log-out that leaves a %s change behind', async (state, words) => {
    const records = await TestRecords.open();
    await records.seed(ann);
    const refusal = { reason: 'rejected', status: 400, body: null, at: 0 } as const;
    await records.remember({ localId: '1', kind: 'update', state, ...(state === 'parked' && { refusal }) });
    const { user, session } = startApp('/customers', records);
    await screen.findByRole('link', { name: words });
    await chooseInMenu(user, 'Log out');
    expect(await screen.findByText(/^1 change is not on the server yet/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(session.getSnapshot().status).toBe('signedIn');
    await chooseInMenu(user, 'Log out');
    await user.click(await screen.findByRole('button', { name: 'Log out and keep changes' }));
    expect(session.getSnapshot().status).toBe('signedOut');
  });

  test('[A7] says before a log-out that a question without an answer is kept', async () => {
    const records = await TestRecords.open();
    await records.services.db.strict.watches.put({
      id: 'm-1',
      resource: 'customers',
      localId: '1',
      serverId: 1,
      marks: {},
      until: 0,
      possibleDuplicates: [2],
      seenAt: 1,
    });
    const { user, session } = startApp('/customers', records);
    await screen.findByRole('link', { name: '1 needs attention' });
    await chooseInMenu(user, 'Log out');
    expect(await screen.findByText(/^1 question on Sync has no answer yet\..*keeps it until/)).toBeVisible();
    expect(session.getSnapshot().status).toBe('signedIn');
  });

  test('updates only when the person agrees', async () => {
    const apply = vi.fn<() => void>();
    const { user } = startApp('/customers', await TestRecords.open(), {
      props: { update: { builds: 1, apply } },
    });
    expect(await screen.findByText('A new version of the app is ready.')).toBeVisible();
    expect(apply).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(apply).toHaveBeenCalledOnce();
  });

  test('updates no earlier than an open form allows', async () => {
    const apply = vi.fn<() => void>();
    const { user } = startApp('/customers', await TestRecords.open(), {
      props: { update: { builds: 1, apply } },
    });
    await user.click((await screen.findAllByRole('button', { name: 'Add Customer' }))[0] as HTMLElement);
    await user.type(await screen.findByLabelText('First Name'), 'Nora');
    await user.click(screen.getByRole('button', { name: 'Update', hidden: true }));
    expect(
      await screen.findByText('The app updates as soon as the open form is saved or closed.'),
    ).toBeVisible();
    expect(apply).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(apply).toHaveBeenCalledOnce());
  });
});
