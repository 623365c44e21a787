import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keepLaterFiles } from '../../src/app/pwa/later-files.ts';
import {
  ACTIVATION_MS,
  type AppUpdateOptions,
  registerServiceWorker,
} from '../../src/app/pwa/service-worker.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';

/** Time in ms between two looks for a new build. */
const CHECK_MS = 1000;

/** A browser's service worker life, moved by hand. `active` is null on the first visit ever. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installed';
  readonly messages: unknown[] = [];

  postMessage(message: unknown): void {
    this.messages.push(message);
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const browser = vi.hoisted(() => ({
  active: null as object | null,
  installing: null as object | null,
  waiting: null as object | null,
  supported: true,
  updates: 0,
  updateFails: false,
  listeners: new Map<string, (event: object) => void>(),
}));

vi.mock('workbox-window', () => ({
  Workbox: class {
    constructor() {
      if (!browser.supported) throw new TypeError('no service workers here');
    }
    addEventListener(type: string, listener: (event: object) => void): void {
      browser.listeners.set(type, listener);
    }
    register(): Promise<object> {
      const { active } = browser;
      const update = () => {
        browser.updates += 1;
        return browser.updateFails ? Promise.reject(new TypeError('unreachable')) : Promise.resolve();
      };
      return Promise.resolve({
        active,
        installing: browser.installing,
        update,
        get waiting() {
          return browser.waiting;
        },
      });
    }
  },
}));

describe('the life of the service worker', () => {
  beforeEach(() => {
    Object.assign(browser, { active: null, installing: null, waiting: null });
    Object.assign(browser, { supported: true, updates: 0, updateFails: false });
    browser.listeners.clear();
  });

  test('the first visit becomes offline-ready and is not taken for an update', async () => {
    const { log } = await start();
    fire('controlling');
    fire('activated');
    expect(log).toEqual(['offline-ready']);
  });

  test('a first install that fails is told', async () => {
    const { log } = await start();
    fire('redundant');
    expect(log).toEqual(['failed: The service worker could not be installed']);
  });

  test('a device without service workers is told, and everything else still answers', async () => {
    browser.supported = false;
    const { log, app } = await start();
    await app.checkForUpdate();
    await app.applyUpdate();
    expect(log).toEqual(['failed: no service workers here', 'reload']);
  });

  test('a waiting build is announced once, a newer one again', async () => {
    browser.active = new FakeWorker();
    const { log, app } = await start();
    browser.waiting = new FakeWorker();
    fire('waiting');
    await app.checkForUpdate();
    expect(log).toEqual(['update-ready']);
    browser.waiting = new FakeWorker();
    await app.checkForUpdate();
    expect(log).toEqual(['update-ready', 'update-ready']);
  });

  test('a build that waits already when the page opens is announced', async () => {
    Object.assign(browser, { active: new FakeWorker(), waiting: new FakeWorker() });
    const { log } = await start();
    expect(log).toEqual(['update-ready']);
  });

  test('a build that is being installed when the page opens is announced once it waits', async () => {
    const found = new FakeWorker();
    Object.assign(browser, { active: new FakeWorker(), installing: found });
    const { log } = await start();
    expect(log).toEqual([]);
    browser.waiting = found;
    found.become('installed');
    await settle();
    expect(log).toEqual(['update-ready']);
  });

  test('the first build of all is no update while it is being installed', async () => {
    const first = new FakeWorker();
    browser.installing = first;
    const { log } = await start();
    browser.waiting = first;
    first.become('installed');
    await settle();
    expect(log).toEqual([]);
  });

  test('applying in the session of the first visit reloads once the new build is active, not before', async () => {
    const { log, app } = await start();
    fire('controlling');
    const waiting = new FakeWorker();
    browser.waiting = waiting;
    const applied = app.applyUpdate();
    await settle();
    expect(waiting.messages).toEqual([{ type: 'SKIP_WAITING' }]);
    waiting.become('activating');
    fire('controlling');
    await settle();
    expect(log).toEqual([]);
    waiting.become('activated');
    await applied;
    expect(log).toEqual(['reload']);
  });

  test('a new build that never takes over does not hold the covered page', async () => {
    const { log, app, elapse } = await start();
    browser.waiting = new FakeWorker();
    const applied = app.applyUpdate();
    await settle();
    expect(log).toEqual([]);
    await elapse(ACTIVATION_MS);
    await applied;
    expect(log).toEqual(['reload']);
  });

  test('applying with nothing waiting reloads', async () => {
    const { log, app } = await start();
    await app.applyUpdate();
    expect(log).toEqual(['reload']);
  });

  test('an update applied in another tab does not reload this one by itself', async () => {
    browser.active = new FakeWorker();
    const { log } = await start();
    fire('controlling');
    expect(log).toEqual(['replaced']);
  });

  test('looks for a new build at every interval, and rests while there is no connection', async () => {
    const { elapse, device } = await start();
    await elapse(CHECK_MS);
    await elapse(CHECK_MS);
    expect(browser.updates).toBe(2);
    device.online = false;
    await elapse(CHECK_MS);
    expect(browser.updates).toBe(2);
    device.online = true;
    browser.updateFails = true;
    await elapse(CHECK_MS);
    await elapse(CHECK_MS);
    expect(browser.updates).toBe(4);
  });
});

test('the PDF code and its font are requested after the start, and again with each check for a build', async () => {
  const active = new FakeWorker();
  Object.assign(browser, { active, installing: null, waiting: null, supported: true, updateFails: false });
  const { app, device, elapse } = await start();
  expect(active.messages).toEqual([]);
  await elapse(20_000);
  expect(active.messages).toEqual([{ type: 'KEEP_LATER_FILES' }]);
  await app.checkForUpdate();
  expect(active.messages).toHaveLength(2);
  device.online = false;
  await app.checkForUpdate();
  expect(active.messages).toHaveLength(2);
});

test('the PDF code and font of a waiting build are requested before it takes over', async () => {
  Object.assign(browser, { active: new FakeWorker(), waiting: null });
  const { elapse } = await start();
  await elapse(20_000);
  const waiting = new FakeWorker();
  browser.waiting = waiting;
  fire('waiting');
  await settle();
  expect(waiting.messages).toEqual([]);
  await elapse(20_000);
  expect(waiting.messages).toEqual([{ type: 'KEEP_LATER_FILES' }]);
});

describe('the PDF code and its font', () => {
  test.each([true, false])('are stored or not, as the worker says: %s', async (isKept) => {
    const worker = {
      postMessage: (_: unknown, [port]: readonly MessagePort[]) => port?.postMessage(isKept),
    } as unknown as ServiceWorker;
    expect(await keepLaterFiles(worker, new ManualClock())).toBe(isKept);
  });

  test('count as not stored if the worker never answers', async () => {
    const clock = new ManualClock();
    const asked = keepLaterFiles(new FakeWorker() as unknown as ServiceWorker, clock);
    clock.advance(300_000);
    expect(await asked).toBe(false);
  });
});

async function start() {
  const log: string[] = [];
  const device = { online: true };
  const timers = new Map<number, () => void>();
  const options: AppUpdateOptions = {
    clock: {
      now: () => 0,
      setTimer: (run, ms) => {
        timers.set(ms, run);
        return () => {};
      },
    },
    every: CHECK_MS,
    isOnline: () => device.online,
    reload: () => log.push('reload'),
    onUpdateReady: () => log.push('update-ready'),
    onOfflineReady: () => log.push('offline-ready'),
    onReplaced: () => log.push('replaced'),
    onRegistrationFailed: (cause) =>
      log.push(`failed: ${cause instanceof Error ? cause.message : 'unknown'}`),
  };
  const app = registerServiceWorker(options);
  await settle();
  const elapse = async (ms: number) => {
    const run = timers.get(ms);
    timers.delete(ms);
    run?.();
    await settle();
  };
  return { log, app, device, elapse };
}

function fire(type: string): void {
  browser.listeners.get(type)?.({ isExternal: false });
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
