import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { UnsavedInput, UnsavedInputContext, useUnsavedInput } from '../../src/ui/fields/unsaved-input.ts';

/** Leaves the page. Returns true if the browser asks. */
function asks(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('[T34] a page with unsaved input prepares itself before the browser asks whether to leave', () => {
  const beforeAsking = vi.fn<() => void>();
  const unsaved = new UnsavedInput(beforeAsking);
  const { rerender } = renderHook(({ active }) => useUnsavedInput(active), {
    initialProps: { active: false },
    wrapper: ({ children }) => <UnsavedInputContext value={unsaved}>{children}</UnsavedInputContext>,
  });
  expect(asks()).toBe(false);
  expect(beforeAsking).not.toHaveBeenCalled();
  rerender({ active: true });
  expect(asks()).toBe(true);
  expect(beforeAsking).toHaveBeenCalledOnce();
});
