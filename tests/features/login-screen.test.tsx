import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { SignInFailure } from '../../src/domain/sign-in-failure.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords, TestSession } from '../support/records/record-services.tsx';

async function signedOut(path: string) {
  const session = new TestSession();
  session.become('signedOut');
  const records = await TestRecords.open();
  return { records, ...startApp(path, records, { session, props: {} }) };
}

describe('the login screen', () => {
  // @spec 0.6 2.4 2.5 2.6 3.4 5.2
  test('signs in and goes where one wanted to go', async () => {
    const { records, user, session } = await signedOut('/login?next=%2Fcustomers%2F1');
    await records.seed(ann);
    const answer = session.hold();
    await user.type(await screen.findByLabelText('Username'), 'maria');
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await user.type(password, 'secret{Enter}');
    expect(await screen.findByRole('button', { name: 'Signing In...' })).toBeDisabled();
    answer();
    expect(await screen.findByRole('heading', { level: 1, name: 'Ann Lee' })).toBeVisible();
    expect(session.attempts).toEqual([['maria', 'secret']]);
  });

  // @spec 2.8 3.4 8.1 8.13 8.24 D1.22
  test('shows the server’s words in an alert', async () => {
    const { user, session } = await signedOut('/login');
    session.refusal = 'No active account found with the given credentials';
    await user.type(await screen.findByLabelText('Username'), 'maria');
    await user.type(screen.getByLabelText('Password'), 'no');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(session.refusal as string));
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    session.refusal = '';
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Login failed'));
  });

  test('counts down to the next try that the server takes, without reading every second out', async () => {
    const { records, user, session } = await signedOut('/login');
    const { clock } = records;
    session.refusal = new SignInFailure(['Too many tries.'], {
      nextTry: { at: clock.now() + 45_000, clock },
    });
    await user.type(await screen.findByLabelText('Username'), 'maria');
    await user.type(screen.getByLabelText('Password'), 'no{Enter}');
    const alert = screen.getByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent('Too many tries. Try again in 45 seconds.'));
    expect(within(alert).getByRole('timer')).toHaveTextContent('Try again in 45 seconds.');
    act(() => clock.advance(1000));
    await waitFor(() => expect(alert).toHaveTextContent('Try again in 44 seconds.'));
    for (let left = 44; left > 0; left -= 1) act(() => clock.advance(1000));
    await waitFor(() => expect(alert).toHaveTextContent('Too many tries. You can try again now.'));
    session.refusal = new SignInFailure(['Too many tries.'], {
      nextTry: { at: clock.now() + 299_000, clock },
    });
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(alert).toHaveTextContent('Too many tries. Try again in 5 minutes.'));
  });

  // @spec D1.41
  test('says one thing a line: what is so, then the server’s words', async () => {
    const { user, session } = await signedOut('/login');
    session.refusal = new SignInFailure(['Wrong username or password.', 'No active account found.']);
    await user.type(await screen.findByLabelText('Username'), 'maria');
    await user.type(screen.getByLabelText('Password'), 'no{Enter}');
    const line = await screen.findByText('Wrong username or password.');
    expect(line.parentElement?.nextElementSibling).toHaveTextContent('No active account found.');
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  });

  // @spec 2.4 5.1
  test('asks for both', async () => {
    const { user, session } = await signedOut('/login');
    expect(await screen.findByLabelText('Username')).toBeRequired();
    expect(screen.getByLabelText('Password')).toBeRequired();
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Username and password are required');
    await user.type(screen.getByLabelText('Username'), 'maria{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Password is required');
    expect(session.attempts).toEqual([]);
    await waitFor(() => expect(document.title).toBe('Sign in · Restoration CRM'));
  });

  test('shows what is typed when asked', async () => {
    const { user } = await signedOut('/login');
    await user.type(await screen.findByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Show or hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });
});

describe('an expired session', () => {
  // @spec 4.7 8.12 D2.28
  test('asks to sign in over the screen; an open form survives it', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    const { user, session } = startApp('/customers', records);
    await user.click(await screen.findByRole('button', { name: 'Edit Ann Lee' }));
    const form = await screen.findByRole('dialog', { name: 'Edit Customer' });
    await user.type(within(form).getByLabelText('City'), 'Boise');
    session.expire();
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    expect(dialog).toHaveTextContent('Session expired. Please login again.');
    expect(within(dialog).getByLabelText('Username')).toHaveValue('maria');
    await user.type(within(dialog).getByLabelText('Password'), 'secret{Enter}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(within(form).getByLabelText('City')).toHaveValue('Boise');
  });

  // @spec D2.28 D2.29
  test('put off leaves the device’s copy under a banner', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.remember({ localId: '1', kind: 'delete' });
    await records.seed(ann);
    const { user, session } = startApp('/customers', records);
    await screen.findByText('Ann Lee');
    session.expire();
    expect(await screen.findByText(/Sign in to send 1 change\.$/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Session expired. Please login again.')).toBeVisible();
    expect(screen.getByText('Ann Lee')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  });
});
