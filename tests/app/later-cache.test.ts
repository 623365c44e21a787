import { afterEach, expect, test, vi } from 'vitest';

vi.mock('workbox-core', () => ({ cacheNames: { precache: 'precache' }, clientsClaim: () => {} }));
vi.mock('workbox-precaching', () => ({
  cleanupOutdatedCaches: () => {},
  createHandlerBoundToURL: () => () => {},
  precacheAndRoute: () => {},
}));
vi.mock('workbox-routing', () => ({ NavigationRoute: class {}, registerRoute: () => {} }));

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A variable, because the worker's types are not those of a page. */
const WORKER = '../../src/sw.ts';
const ORIGIN = 'https://app.test';

/** Asks the worker of a build for the files of a PDF, and returns all that is kept then. */
async function keptAfter(waiting: object | null): Promise<string[]> {
  vi.resetModules();
  const kept = new Set(['/assets/later/old.js']);
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('self', {
    __WB_MANIFEST: ['index.html', 'assets/later/new.js', { url: 'assets/later/font.woff2' }],
    location: { href: `${ORIGIN}/sw.js` },
    registration: { waiting },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  });
  vi.stubGlobal('caches', {
    open: async () => ({
      keys: async () => [...kept].map((path) => ({ url: ORIGIN + path })),
      delete: async (path: string) => kept.delete(path),
      add: async (path: string) => kept.add(path),
    }),
  });
  await import(WORKER);
  const waits: Promise<unknown>[] = [];
  const postMessage = vi.fn<(isKept: boolean) => void>();
  listeners.get('message')?.({
    data: { type: 'KEEP_LATER_FILES' },
    ports: [{ postMessage }],
    waitUntil: (promise: Promise<unknown>) => waits.push(promise),
  });
  await Promise.all(waits);
  expect(postMessage).toHaveBeenCalledWith(true);
  return [...kept].sort();
}

const NEW = ['/assets/later/font.woff2', '/assets/later/new.js'];

test('the files of a PDF of an older build go once no build waits', async () => {
  expect(await keptAfter(null)).toEqual(NEW);
});

test('the files of a PDF of both builds stay while one waits', async () => {
  expect(await keptAfter({})).toEqual([...NEW, '/assets/later/old.js']);
});
