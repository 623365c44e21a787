import { expect, test, vi } from 'vitest';
import { createDeviceServices } from '../../src/app/device/device.ts';
import type { Locks } from '../../src/domain/ports.ts';
import { TestLocks } from '../support/browser/test-locks.ts';
import { latch } from '../support/tab/scenario.ts';
import { atTestEnd } from '../support/test/test-end.ts';

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

/** Gives this page a browser's locks, and returns those of the next page. */
function sharedLocks(): Locks {
  const shared = new TestLocks();
  const own = shared.for({});
  const value = {
    request: (name: string, { signal }: LockOptions, hold: () => Promise<unknown>) =>
      own.request(name, hold, signal),
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value });
  atTestEnd(() => Reflect.deleteProperty(navigator, 'locks'));
  return shared.for({});
}

const forever = (): Promise<never> => new Promise(() => {});

test('[T33] a page that is left gives up its locks and waits for none, and its work does not go on', async () => {
  const next = sharedLocks();
  const { locks } = createDeviceServices(false);
  const others = latch();
  void next.request('draft|a', () => others.opened);
  const wentOn = vi.fn<() => void>();
  for (const name of ['database|a', 'draft|a']) locks.request(name, forever).then(wentOn, wentOn);
  window.dispatchEvent(new Event('pagehide'));
  others.open();
  locks.request('later', forever).then(wentOn, wentOn);
  const got = ['database|a', 'draft|a', 'later'].map((name) => next.request(name, async () => name));
  expect(await Promise.all(got)).toEqual(['database|a', 'draft|a', 'later']);
  expect(wentOn).not.toHaveBeenCalled();
});

test('a page has a lock until its work ends, and need not wait for one', async () => {
  const next = sharedLocks();
  const { locks } = createDeviceServices(false);
  const work = latch();
  const ended = locks.request('tokens', () => work.opened.then(() => 'done'));
  const gaveUp = new AbortController();
  const waiting = next.request('tokens', async () => 'next');
  const last = locks.request('tokens', forever, gaveUp.signal);
  gaveUp.abort();
  await expect(last).rejects.toMatchObject({ name: 'AbortError' });
  work.open();
  expect([await ended, await waiting]).toEqual(['done', 'next']);
});
