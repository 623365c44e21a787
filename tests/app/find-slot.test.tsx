import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

/** Returns true if the page got the letter. */
const types = (target: Element): boolean => fireEvent.keyDown(target, { key: 'a' });

test('letters typed while the code of Find loads are kept for it, not those of another field, and none after a failure', async () => {
  // Another file's test may have loaded Find.
  vi.resetModules();
  const { LazyModule } = await import('../../src/ui/lazy-module.ts');
  const { FindSlot } = await import('../../src/app/shell/find-slot.tsx');
  let fail = (): void => {};
  const code = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('no connection'));
  });
  vi.spyOn(LazyModule.prototype, 'load').mockReturnValue(code);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <MantineProvider>
      <input aria-label="Other" />
      <FindSlot open isApple={false} onClose={() => {}} />
    </MantineProvider>,
  );
  expect(types(document.body)).toBe(false);
  expect(types(screen.getByRole('textbox', { name: 'Other' }))).toBe(true);
  expect(types(document.body)).toBe(false);
  fail();
  await waitFor(() => expect(types(document.body)).toBe(true));
  expect(await screen.findByRole('button', { name: 'Not now' })).toBeVisible();
  expect(types(document.body)).toBe(true);
});
