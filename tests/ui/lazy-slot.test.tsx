import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { LazySlot } from '../../src/ui/feedback/lazy-slot.tsx';
import { ReloadContext } from '../../src/ui/feedback/reload-context.ts';
import { lazyPart } from '../../src/ui/lazy-part.ts';

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

test('a dialog that could not be loaded is loaded again the next time', async () => {
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
  for (let tries = 0; tries < 2; tries += 1) {
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
  }
  hasConnection = true;
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('the dialog')).toBeVisible();
});

test('a dialog that cannot be loaded leaves the screen and offers a reload', async () => {
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
