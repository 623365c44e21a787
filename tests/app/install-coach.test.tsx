import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { InstallPorts, InstallWay } from '../../src/app/pwa/install.ts';
import { installMemory } from '../../src/app/pwa/install.ts';
import { framePorts } from '../support/browser/frame-ports.ts';
import { chooseInMenu } from '../support/records/account-menu.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const SAVED = /^Saved on this device\. Install the app/;
const SENT = /^Everything is sent\. Install the app/;

/** The app without a connection, on a device that remembers. */
async function startOffline(install: Partial<InstallPorts> = {}) {
  const records = await TestRecords.open();
  await records.seed(ann);
  await records.say({ reasons: ['offline'] });
  const values = new Map<string, string>();
  const storage = {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
  };
  const memory = installMemory(storage, records.clock);
  const ports = framePorts({ install: { way: 'prompt', ...memory, ...install } });
  const started = startApp('/customers', records, { props: { ports } });
  await screen.findByRole('link', { name: /^No connection/ });
  return { records, memory, values, ...started };
}

async function add(user: UserEvent, first: string): Promise<void> {
  await user.click((await screen.findAllByRole('button', { name: 'Add Customer' }))[0] as HTMLElement);
  await user.type(await screen.findByLabelText('First Name'), first);
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('after the first save without a connection', () => {
  test('the app proposes to be installed, and the browser asks', async () => {
    const install = vi.fn<() => void>();
    const { user } = await startOffline({ install });
    expect(screen.queryByText(SAVED)).toBeNull();
    await add(user, 'Nora');
    expect(await screen.findByText(SAVED)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Install' }));
    expect(install).toHaveBeenCalledOnce();
    expect(screen.queryByText(SAVED)).toBeNull();
  });

  test('it does so once, whatever is answered', async () => {
    const { records, user, memory, values } = await startOffline();
    await add(user, 'Nora');
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(memory.mayAsk()).toBe(false);
    expect([...values.keys()]).toEqual(['install-asked']);
    await add(user, 'Owen');
    await records.changes(2);
    expect(await screen.findByRole('link', { name: 'No connection · 2 changes waiting' })).toBeVisible();
    expect(screen.queryByText(SAVED)).toBeNull();
  });

  test('it does not where the device was asked a while ago', async () => {
    const { user } = await startOffline({ mayAsk: () => false });
    await add(user, 'Nora');
    await screen.findByRole('link', { name: 'No connection · 1 change waiting' });
    expect(screen.queryByText(SAVED)).toBeNull();
  });

  test.each<[what: string, install: Partial<InstallPorts>]>([
    ['is installed', { way: 'installed' }],
    ['cannot be installed', { way: 'none' }],
    ['is not offered', { way: 'not-offered' }],
    ['has an update to offer', { quiet: true }],
  ])('it does not where it %s', async (_, install) => {
    const noteAsked = vi.fn<() => void>();
    const { user } = await startOffline({ ...install, noteAsked });
    await add(user, 'Nora');
    await screen.findByRole('link', { name: 'No connection · 1 change waiting' });
    expect(screen.queryByText(/Install the app/)).toBeNull();
    expect(noteAsked).not.toHaveBeenCalled();
  });

  test('it waits until no dialog is open', async () => {
    const { records, user } = await startOffline();
    await chooseInMenu(user, 'About');
    await screen.findByRole('dialog', { name: 'About' });
    // Of another window of the app.
    await records.remember({ localId: '1', kind: 'update' });
    await screen.findAllByText('No connection · 1 change waiting');
    expect(screen.queryByText(SAVED)).toBeNull();
    await user.keyboard('{Escape}');
    expect(await screen.findByText(SAVED)).toBeVisible();
  });

  test('on an iPhone it waits until everything has been sent, and shows the steps', async () => {
    const { records, user } = await startOffline({ way: 'iphone-safari' });
    await add(user, 'Nora');
    await screen.findByRole('link', { name: 'No connection · 1 change waiting' });
    expect(screen.queryByText(/Install the app/)).toBeNull();
    await records.confirm(7);
    expect(await screen.findByText(SENT)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Install' }));
    expect(await screen.findByRole('dialog', { name: 'Install app' })).toHaveTextContent(
      'Add to Home Screen',
    );
    expect(screen.queryByText(SENT)).toBeNull();
  });

  test('in Firefox on Android it shows the steps at once', async () => {
    const { user } = await startOffline({ way: 'firefox-android' satisfies InstallWay });
    await add(user, 'Nora');
    await screen.findByText(SAVED);
    await user.click(screen.getByRole('button', { name: 'Install' }));
    expect(await screen.findByRole('dialog', { name: 'Install app' })).toHaveTextContent('in Firefox');
  });
});
