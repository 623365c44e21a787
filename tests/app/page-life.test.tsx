import { expect, test, vi } from 'vitest';
import { createDeviceServices } from '../../src/app/device/device.ts';

test.each([
  ['is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['runs on after it was frozen', () => document.dispatchEvent(new Event('resume'))],
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

test('[T5] a page that was left runs no more, whatever the browser says: one that comes back is loaded anew', () => {
  const { page } = createDeviceServices(false);
  document.dispatchEvent(new Event('freeze'));
  expect(page.isFrozen()).toBe(true);
  document.dispatchEvent(new Event('resume'));
  expect(page.isFrozen()).toBe(false);
  window.dispatchEvent(new Event('pagehide'));
  document.dispatchEvent(new Event('resume'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(page.isFrozen()).toBe(true);
});
