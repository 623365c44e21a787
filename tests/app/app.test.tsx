import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ann } from '../support/mutations.ts';
import { onPhone, startApp, TestRecords, TestSession } from '../support/record-services.tsx';

describe('addresses', () => {
  test.each(['/', '/dashboard', '/anything/else', '/login'])('%s leads to the dashboard', async (path) => {
    startApp(path, await TestRecords.open());
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(window.location.pathname).toBe('/dashboard');
  });

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

  test('signed out, every address leads to the login screen and is remembered', async () => {
    const session = new TestSession();
    session.become('signedOut');
    startApp('/customers/7', await TestRecords.open(), { session });
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/login?next=%2Fcustomers%2F7');
  });
});

describe('the shell', () => {
  test('names the current entry among its six', async () => {
    startApp('/customers', await TestRecords.open());
    const nav = screen.getByRole('navigation', { name: 'Main' });
    expect(
      within(nav)
        .getAllByRole('link')
        .map((link) => link.textContent?.trim()),
    ).toEqual(['Dashboard', 'Customers', 'Projects', 'Estimates', 'Work Orders', 'Reports']);
    expect(within(nav).getByRole('link', { name: 'Customers' })).toHaveAttribute('aria-current', 'page');
    expect(within(screen.getByRole('banner')).getByText('Customers')).toBeVisible();
  });

  test('on a phone the menu button opens the navigation, and choosing closes it', async () => {
    onPhone();
    const { user } = startApp('/sync', await TestRecords.open());
    await user.click(await screen.findByRole('button', { name: 'Open navigation' }));
    const drawer = await screen.findByRole('dialog', { name: 'Navigation' });
    await user.click(within(drawer).getByRole('link', { name: 'Customers' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('says how things stand and leads to the sync centre', async () => {
    const records = await TestRecords.open();
    const { user } = startApp('/customers', records);
    await user.click(await screen.findByRole('link', { name: /^Up to date as of/ }));
    expect(await screen.findByText('Nothing waits')).toBeVisible();
    await records.say({ reasons: ['offline'] });
    expect(await screen.findByRole('link', { name: /^No connection/ })).toBeVisible();
  });

  test('logs out, and does not lead the next person back', async () => {
    const { user, session } = startApp('/customers', await TestRecords.open());
    const logOut = await screen.findByRole('button', { name: 'Log out' });
    // Not before it is known whether anything waits.
    expect(logOut).toBeDisabled();
    await waitFor(() => expect(logOut).toBeEnabled());
    await user.click(logOut);
    expect(session.getSnapshot().status).toBe('signedOut');
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/login'));
  });

  test.each<['queued' | 'sending' | 'unknown' | 'parked', string]>([
    ['queued', '1 change waiting'],
    ['sending', '1 change waiting'],
    ['unknown', '1 change waiting'],
    ['parked', '1 needs attention'],
  ])('asks before a log-out that leaves a %s change behind', async (state, words) => {
    const records = await TestRecords.open();
    await records.seed(ann);
    const refusal = { reason: 'rejected', status: 400, body: null, at: 0 } as const;
    await records.remember({ localId: '1', kind: 'update', state, ...(state === 'parked' && { refusal }) });
    const { user, session } = startApp('/customers', records);
    await screen.findByRole('link', { name: words });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText(/^1 change is not on the server yet/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(session.getSnapshot().status).toBe('signedIn');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(await screen.findByRole('button', { name: 'Log out and keep changes' }));
    expect(session.getSnapshot().status).toBe('signedOut');
  });

  test('updates only when the person agrees', async () => {
    const apply = vi.fn<() => void>();
    const { user } = startApp('/customers', await TestRecords.open(), {
      props: { update: { ready: true, apply } },
    });
    expect(await screen.findByText('A new version of the app is ready.')).toBeVisible();
    expect(apply).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(apply).toHaveBeenCalledOnce();
  });

  test('updates no earlier than an open form allows', async () => {
    const apply = vi.fn<() => void>();
    const { user } = startApp('/customers', await TestRecords.open(), {
      props: { update: { ready: true, apply } },
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

  test('offers to install where the browser does', async () => {
    const install = vi.fn<() => void>();
    const { user } = startApp('/customers', await TestRecords.open(), {
      props: { install: { available: true, install } },
    });
    await user.click(await screen.findByRole('button', { name: 'Install app' }));
    expect(install).toHaveBeenCalledOnce();
  });
});
