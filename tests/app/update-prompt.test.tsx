import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DeviceServices } from '../../src/app/device/device.ts';
import { type AppUpdates, watchAppUpdates } from '../../src/app/pwa/app-updates.ts';
import type { AppUpdateOptions } from '../../src/app/pwa/service-worker.ts';
import { UpdatePrompt } from '../../src/app/pwa/update-prompt.tsx';
import { silentLog } from '../support/records/record-services.tsx';

const workers = vi.hoisted((): AppUpdateOptions[] => []);

vi.mock('../../src/app/pwa/service-worker.ts', () => ({
  registerServiceWorker: (options: AppUpdateOptions) => {
    workers.push(options);
    return { applyUpdate: () => Promise.resolve(), checkForUpdate: () => Promise.resolve() };
  },
}));

const READY = 'A new version of the app is ready.';

function Prompt({ updates }: { readonly updates: AppUpdates }) {
  const builds = useSyncExternalStore(updates.subscribe, updates.getSnapshot);
  return <UpdatePrompt builds={builds} apply={updates.apply} />;
}

function aDevice() {
  workers.length = 0;
  const clock = {
    now: () => 0,
    setTimer: (run: () => void) => {
      run();
      return () => {};
    },
  };
  const thisPage = { update: null, isReplaced: false };
  const device = {
    clock,
    debug: false,
    thisPage,
    log: silentLog(),
  } as Partial<DeviceServices> as DeviceServices;
  return { device, thisPage };
}

async function start() {
  const { device, thisPage } = aDevice();
  const updates = watchAppUpdates(device, false);
  render(
    <MantineProvider>
      <Prompt updates={updates} />
    </MantineProvider>,
  );
  const worker = await vi.waitUntil(() => workers[0]);
  return { user: userEvent.setup(), worker, thisPage };
}

test.each(['onUpdateReady', 'onReplaced'] as const)(
  "after 'Later', the next build is offered again: %s",
  async (found) => {
    const { user, worker } = await start();
    expect(screen.queryByText(READY)).toBeNull();
    act(() => worker.onUpdateReady());
    await user.click(screen.getByRole('button', { name: 'Later' }));
    expect(screen.queryByText(READY)).toBeNull();
    act(() => worker[found]());
    expect(screen.getByText(READY)).toBeVisible();
  },
);

test('a page whose build another tab has replaced is known as such', async () => {
  const { worker, thisPage } = await start();
  act(() => worker.onUpdateReady());
  expect(thisPage).toEqual({ update: expect.anything(), isReplaced: false });
  act(() => worker.onReplaced());
  expect(thisPage.isReplaced).toBe(true);
});

test('a visitor who saves data gets the app offline, and its new builds, once they have signed in', async () => {
  const { device, thisPage } = aDevice();
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'connection');
  });
  const updates = watchAppUpdates(device, true);
  await Promise.resolve();
  expect([workers.length, thisPage.update]).toEqual([0, null]);
  updates.begin();
  updates.begin();
  await vi.waitUntil(() => thisPage.update !== null);
  expect(workers).toHaveLength(1);
});
