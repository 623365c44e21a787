import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LazySlot } from '../../src/ui/feedback/lazy-slot.tsx';
import { LazyModule, markMissingSheets } from '../../src/ui/lazy-module.ts';
import { lazyPart, ReloadContext } from '../../src/ui/lazy-part.ts';

const Missing = lazyPart<object>(() => Promise.reject(new TypeError('Failed to fetch')));

function Screen() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <p>still here</p>
      <LazySlot onClose={() => setOpen(false)}>{open && <Missing />}</LazySlot>
    </>
  );
}

test.each([
  ['the next time', ['Not now', 'Open']],
  ['when it is tried again', ['Try again']],
] as const)('a dialog that failed to load is loaded again %s', async (_, buttons) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let hasConnection = false;
  const Dialog = lazyPart<object>(() =>
    hasConnection
      ? Promise.resolve({ default: () => <p>the dialog</p> })
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  function Opener() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <LazySlot onClose={() => setOpen(false)}>{open && <Dialog />}</LazySlot>
      </>
    );
  }
  render(
    <MantineProvider>
      <Opener />
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  for (const connected of [false, true]) {
    const first = await screen.findByRole('button', { name: buttons[0] });
    hasConnection = connected;
    await user.click(first);
    for (const name of buttons.slice(1)) await user.click(screen.getByRole('button', { name }));
  }
  expect(await screen.findByText('the dialog')).toBeVisible();
});

test('what failed to load is called off by a second press of its button, and opens at the next', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  function Opener() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(!open)}>
          More
        </button>
        <LazySlot onClose={() => setOpen(false)}>{open && <Missing />}</LazySlot>
      </>
    );
  }
  const { container } = render(
    <MantineProvider>
      <Opener />
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(container).not.toContainElement(await screen.findByRole('alert'));
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});

test('a dialog that fails to load keeps the screen and offers a reload', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.fn<() => void>();
  render(
    <MantineProvider>
      <ReloadContext value={reload}>
        <Screen />
      </ReloadContext>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('still here')).toBeVisible();
});

test('if a style sheet failed to load, only a reload is offered, and no part shows without it', async () => {
  // The test's document loads no sheets: each link fails by itself.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  markMissingSheets();
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = '/part.css';
  document.head.append(sheet);
  onTestFinished(() => document.head.querySelector('link[href$="/part.css"]')?.remove());
  sheet.dispatchEvent(new Event('error'));
  render(
    <MantineProvider>
      <Screen />
    </MantineProvider>,
  );
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Not now' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  const later = new LazyModule(async () => 'drawn without its sheet');
  await expect(later.load()).rejects.toThrow('a style sheet is missing');
});
