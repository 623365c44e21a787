import { expect, test, vi } from 'vitest';

const routes = vi.hoisted(() => [] as ((given: object) => Promise<Response>)[]);

vi.mock('workbox-core', () => ({ cacheNames: { precache: 'precache' }, clientsClaim: () => undefined }));
vi.mock('workbox-precaching', () => ({
  cleanupOutdatedCaches: () => undefined,
  createHandlerBoundToURL: () => undefined,
  precacheAndRoute: () => undefined,
}));
vi.mock('workbox-routing', () => ({
  NavigationRoute: class {},
  registerRoute: (_: unknown, handler?: (typeof routes)[number]) => {
    if (handler) routes.push(handler);
  },
}));

test('a device without room uses the parts of a PDF that it fetched, although it cannot keep them', async () => {
  const put = vi.fn<() => Promise<void>>(() =>
    Promise.reject(new DOMException('full', 'QuotaExceededError')),
  );
  vi.stubGlobal('self', {
    __WB_MANIFEST: ['assets/later/pdf.js'],
    location: { href: 'https://crm.test/sw.js' },
    addEventListener: () => undefined,
  });
  vi.stubGlobal('caches', { match: async () => undefined, open: async () => ({ put }) });
  vi.stubGlobal('fetch', async () => new Response('the part'));
  // Its own program, with the types of a service worker.
  const program = '../../src/sw.ts';
  // Files share modules, and another has run the worker with handlers of its own.
  vi.resetModules();
  await import(program);
  const waits: Promise<unknown>[] = [];
  const event = { waitUntil: (wait: Promise<unknown>) => waits.push(wait) };
  const request = new Request('https://crm.test/assets/later/pdf.js');
  const response = await routes[0]?.({ request, event });
  expect(await response?.text()).toBe('the part');
  expect(waits).toHaveLength(1);
  await expect(waits[0]).resolves.toBeUndefined();
  expect(put).toHaveBeenCalledOnce();
});
