import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { GuidedWay, InstallWay } from '../../src/app/pwa/install.ts';
import { framePorts } from '../support/browser/frame-ports.ts';
import { chooseInMenu } from '../support/records/account-menu.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

async function start(way: InstallWay, install = vi.fn<() => void>()) {
  const records = await TestRecords.open();
  await records.seed(ann);
  const ports = framePorts({ install: { way, install } });
  return { records, install, ...startApp('/customers', records, { props: { ports } }) };
}

const button = () => screen.findByRole('button', { name: 'Account menu' });

describe('the account menu', () => {
  // @spec D1.34
  test('says who is signed in, and says of its button whether it is open', async () => {
    const { user } = await start('none');
    const opener = await button();
    expect(opener).toHaveAttribute('aria-haspopup', 'menu');
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    await user.click(opener);
    const menu = await screen.findByRole('menu', { name: 'Account' });
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByText('maria')).toBeVisible();
    expect(bar.queryByRole('button', { name: 'maria' })).toBeNull();
    const names = within(menu)
      .getAllByRole('menuitem')
      .map((entry) => entry.textContent.trim());
    expect(names).toEqual(['Settings', 'Sync', 'About', 'Log out']);
  });

  test('opens and closes by keyboard', async () => {
    const { user } = await start('none');
    const opener = await button();
    opener.focus();
    await user.keyboard('{ArrowDown}');
    expect(await screen.findByRole('menuitem', { name: 'Settings' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(opener).toHaveFocus();
  });

  // @spec D1.34
  test('leads to Sync', async () => {
    const { user } = await start('none');
    await chooseInMenu(user, 'Sync');
    expect(await screen.findByText('All changes sent')).toBeVisible();
    expect(window.location.pathname).toBe('/sync');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  // @spec D1.34
  test('shows the browser’s own dialog for installing where there is one', async () => {
    const { user, install } = await start('prompt');
    await chooseInMenu(user, 'Install app');
    expect(install).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each<InstallWay>(['installed', 'not-offered', 'none'])(
    'has nothing to install where it is %s',
    async (way) => {
      const { user } = await start(way);
      await user.click(await button());
      await screen.findByRole('menuitem', { name: 'About' });
      expect(screen.queryByRole('menuitem', { name: 'Install app' })).toBeNull();
    },
  );
});

describe('the steps to install the app', () => {
  test.each<[GuidedWay, steps: readonly RegExp[]]>([
    ['iphone-safari', [/^Tap Share at the bottom of Safari/, /^Choose Add to Home Screen/, /^Tap Add/]],
    ['ipad-safari', [/^Tap Share at the top of Safari/, /^Choose Add to Home Screen/, /^Tap Add/]],
    ['ios-browser', [/^Tap Share/, /open this page in Safari\.$/, /^Tap Add/]],
    ['ios-in-app', [/^Open this page in Safari/, /Install app/]],
    ['mac-safari', [/Add to Dock/, /^Click Add/]],
  ])('%s: say why, how, and what does not move along', async (way, steps) => {
    const { user } = await start(way);
    await chooseInMenu(user, 'Install app');
    const dialog = within(await screen.findByRole('dialog', { name: 'Install app' }));
    const items = dialog.getAllByRole('listitem');
    expect(items).toHaveLength(steps.length);
    for (const [index, words] of steps.entries()) expect(items[index]).toHaveTextContent(words);
    expect(
      dialog.getByText(/may clear the data of a site that you have not used for seven days/),
    ).toBeVisible();
    expect(dialog.getByText(/starts empty. Sign in there once/)).toBeVisible();
    expect(dialog.queryByText(/not on the server yet/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await button()).toHaveFocus();
  });

  test.each<[count: number, words: RegExp]>([
    [1, /^1 change is not on the server yet and stays in this browser/],
    [2, /^2 changes are not on the server yet and stay in this browser/],
  ])('say that %i waits and would stay behind', async (count, words) => {
    const { records, user } = await start('iphone-safari');
    const refusal = { reason: 'rejected', status: 400, body: null, at: 0 } as const;
    await records.remember({ localId: '1', kind: 'update', state: 'parked', refusal });
    if (count === 2) await records.remember({ localId: '2', kind: 'create', state: 'queued' });
    await chooseInMenu(user, 'Install app');
    expect(await screen.findByText(words)).toBeVisible();
  });

  test('in Firefox on Android speak of nothing that is not so there', async () => {
    const { records, user } = await start('firefox-android');
    await records.remember({ localId: '1', kind: 'update', state: 'queued' });
    await chooseInMenu(user, 'Install app');
    const dialog = within(await screen.findByRole('dialog', { name: 'Install app' }));
    expect(dialog.getAllByRole('listitem')[1]).toHaveTextContent(/^Choose Install or Add app to Home screen/);
    expect(dialog.queryByText(/seven days|starts empty|not on the server/)).toBeNull();
  });
});

describe('About', () => {
  // @spec D1.34
  test.each<[InstallWay, words: RegExp]>([
    ['installed', /is installed on this device/],
    ['prompt', /not installed here\. To install it, choose Install app/],
    ['iphone-safari', /not installed here\. To install it, choose Install app/],
    ['not-offered', /does not offer to install the app now/],
    ['none', /This browser cannot install the app/],
  ])('says what the app is, and of installing where it is %s', async (way, words) => {
    const { user } = await start(way);
    await chooseInMenu(user, 'About');
    const dialog = within(await screen.findByRole('dialog', { name: 'About' }));
    expect(dialog.getByText('Restoration CRM')).toBeVisible();
    expect(dialog.getByText(/Version 1\.2\.3/)).toBeVisible();
    expect(dialog.getByText(/MIT License/)).toBeVisible();
    expect(
      dialog.getByText(/records and settings, changes that are not sent yet, and your sign-in/),
    ).toBeVisible();
    expect(dialog.getByText(words)).toBeVisible();
    expect(dialog.getAllByRole('listitem')).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await button()).toHaveFocus();
  });

  test('says what the browser cannot do', async () => {
    const { browser } = framePorts();
    const ports = framePorts({ browser: { ...browser, opensOffline: false, canPersist: false } });
    const { user } = startApp('/customers', await TestRecords.open(), { props: { ports } });
    await chooseInMenu(user, 'About');
    expect(await screen.findByText(/does not open without a connection here/)).toBeVisible();
    expect(screen.getByText(/may remove the app’s data when the device runs out of space/)).toBeVisible();
  });
});
