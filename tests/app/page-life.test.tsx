import { expect, test, vi } from 'vitest';
import { createDeviceServices } from '../../src/app/device.ts';

test.each([
  ['is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['runs on after it was frozen', () => document.dispatchEvent(new Event('resume'))],
  ['comes back from the browser’s memory', () => window.dispatchEvent(new Event('pageshow'))],
  ['gets the focus', () => window.dispatchEvent(new Event('focus'))],
])('a person turns to the page when it %s', (_, happens) => {
  const { page } = createDeviceServices(false);
  const turned = vi.fn<() => void>();
  const stop = page.onReturn(turned);
  happens();
  expect(turned).toHaveBeenCalled();
  turned.mockClear();
  stop();
  happens();
  expect(turned).not.toHaveBeenCalled();
});
