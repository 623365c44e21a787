import { afterEach, expect, test, vi } from 'vitest';
import { appFiles } from '../../src/app/device/app-files.ts';
import type { DeviceServices } from '../../src/app/device/device.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

interface Given {
  /** The worker's answer to whether the files of a PDF are here; none if it says nothing. */
  readonly hasLater?: boolean;
  readonly waiting?: object | null;
  readonly isOnline?: boolean;
  readonly isReplaced?: boolean;
}

/** A device whose worker is installed with all files that the app opens with. */
function installed({ hasLater, waiting = null, isOnline = true, isReplaced = false }: Given) {
  const active = {
    postMessage: (_: unknown, [port]: readonly MessagePort[]) => {
      if (hasLater !== undefined) port?.postMessage(hasLater);
    },
  };
  const update = () => (isOnline ? Promise.resolve() : Promise.reject(new TypeError('unreachable')));
  const registration = { active, waiting, installing: null, update };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('caches', {
    keys: async () => ['precache-v2'],
    open: async () => ({ match: async () => ({}) }),
  });
  const clock = new ManualClock();
  const thisPage = { update: null, isReplaced };
  return { clock, asked: appFiles({ clock, debug: false, thisPage } as unknown as DeviceServices) };
}

test.each<[files: string, given: Given]>([
  ['current', { hasLater: true }],
  ['stored', { hasLater: true, isOnline: false }],
  ['missing', { hasLater: false }],
  ['missing', { hasLater: false, isOnline: false }],
  ['update', { hasLater: true, waiting: {} }],
  ['update', { hasLater: true, isReplaced: true }],
  ['missing', { hasLater: false, isReplaced: true }],
])('the files of the app are %s with %j', async (files, given) => {
  expect(await installed(given).asked).toBe(files);
});

test('the files of a PDF count as missing if the worker does not say that they are here', async () => {
  const { clock, asked } = installed({});
  let files = 'open';
  void asked.then((found) => {
    files = found;
  });
  await vi.waitFor(() => {
    clock.advance(30_000);
    expect(files).toBe('missing');
  });
});
