import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shortcutSwitch } from '../../src/app/shell/use-shortcuts.ts';
import { framePorts } from '../support/browser/frame-ports.ts';
import { seedAnns } from '../support/kinds/kinds.ts';
import { gone } from '../support/kinds/screen.ts';
import { startApp } from '../support/records/record-services.tsx';

function aSwitch() {
  const values = new Map<string, string>();
  const storage = {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
  };
  return { values, open: () => shortcutSwitch(storage) };
}

test('keys find, add and go, and say what they do; typed into a field they are text', async () => {
  const { user } = startApp('/customers?sort=city', await seedAnns());
  await screen.findByLabelText('Edit Ann Lee');
  await user.keyboard('/');
  const search = screen.getByRole('searchbox', { name: 'Search customers' });
  expect(search).toHaveFocus();
  await user.keyboard('n?gp/');
  expect(search).toHaveValue('n?gp/');
  expect(window.location.pathname).toBe('/customers');
  await user.clear(search);
  search.blur();

  await user.keyboard('n');
  const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
  await within(dialog).findByLabelText('City');
  await user.keyboard('{Escape}');
  await gone(dialog);
  await waitFor(() => expect(window.location.search).toContain('sort=city'));

  await user.keyboard('gw');
  await waitFor(() => expect(window.location.pathname).toBe('/work-orders'));
  await user.keyboard('g');
  await user.keyboard('{Shift}');
  expect(window.location.pathname).toBe('/work-orders');
});

test('keys with Ctrl are the browser’s, and unknown ones nobody’s', async () => {
  const { user } = startApp('/dashboard', await seedAnns());
  await screen.findByText(/^Welcome back/);
  await user.keyboard('{Control>}/n{/Control}nx/');
  await user.keyboard('gx');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(window.location.pathname).toBe('/dashboard');
});

test('keys can be switched off, for good', async () => {
  const { values, open } = aSwitch();
  const props = { ports: framePorts({ shortcuts: open() }) };
  const { user } = startApp('/customers', await seedAnns(), { props });
  await screen.findByLabelText('Edit Ann Lee');
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(help).toHaveTextContent('gwGo to Work Orders');
  await user.click(within(help).getByRole('checkbox', { name: 'Use keyboard shortcuts on this device' }));
  await user.keyboard('{Escape}');
  await gone(help);
  await user.keyboard('gw?n');
  expect(window.location.pathname).toBe('/customers');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([...values.values()]).toEqual(['off']);
  expect(open().isOn()).toBe(false);
});

test('a device without room forgets the switch with the page', () => {
  const keys = shortcutSwitch({
    get: () => null,
    set: () => {
      throw new Error('full');
    },
  });
  keys.set(false);
  expect(keys.isOn()).toBe(false);
});
