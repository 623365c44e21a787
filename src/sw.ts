/** The service worker caches the app's files, so that the app opens offline. It never handles records. */
import { cacheNames, clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: PrecacheEntries };

interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rule: {
    readonly condition: { readonly urlPattern: string };
    readonly source: { readonly cacheName: string };
  }): Promise<void>;
}

type PrecacheEntries = Parameters<typeof precacheAndRoute>[0];

const files = self.__WB_MANIFEST.map((entry) => (typeof entry === 'string' ? { url: entry } : entry));
precacheAndRoute(files.filter(({ url }) => !isLater(url)));
cleanupOutdatedCaches();

// The PDF code and its font. The app opens without them, so they are fetched only when the page asks.
const LATER_FILES = 'later-files';
const later = files
  .filter(({ url }) => isLater(url))
  .map(({ url }) => new URL(url, self.location.href).pathname);
registerRoute(
  ({ url }) => later.includes(url.pathname),
  async ({ request, event }) =>
    (await caches.match(request, { cacheName: LATER_FILES })) ?? fetchedLater(request, event),
);

/** Caches a file that is used before the page asks for all of them. A full device uses it without caching it. */
async function fetchedLater(request: Request, event: ExtendableEvent): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) event.waitUntil(keepLater(request, response.clone()).catch(() => undefined));
  return response;
}

async function keepLater(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(LATER_FILES);
  await cache.put(request, response);
}

function isLater(url: string): boolean {
  return url.includes('assets/later/');
}

/**
 * File names change with their bytes, so a cached file is never out of date. While a build waits, the cache has the
 * files of two builds.
 */
async function keepLaterFiles(): Promise<void> {
  const cache = await caches.open(LATER_FILES);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const old = self.registration.waiting ? [] : kept.filter((path) => !later.includes(path));
  await Promise.all(old.map((path) => cache.delete(path)));
  for (const path of later) if (!kept.includes(path)) await cache.add(path);
}

// Paths that the server answers itself. Offline, they give a network error, not the app.
const SERVER_PATHS = [/^\/api\//, /^\/health(\/|$)/];
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER_PATHS }));

// Browsers that support static routing read files with hashed names from the cache without starting the worker
// (https://www.w3.org/TR/service-workers/#install-event-addroutes).
self.addEventListener('install', (event: RoutedInstallEvent) => {
  const fromCache = {
    condition: { urlPattern: '/assets/:file' },
    source: { cacheName: cacheNames.precache },
  };
  event.addRoutes?.(fromCache).catch(() => undefined);
});

// Makes the first visit work offline without a reload.
clientsClaim();

self.addEventListener('message', (event) => {
  if (isAsked(event.data, 'SKIP_WAITING')) event.waitUntil(self.skipWaiting());
  if (!isAsked(event.data, 'KEEP_LATER_FILES')) return;
  const answer = (isKept: boolean): void => event.ports[0]?.postMessage(isKept);
  event.waitUntil(
    keepLaterFiles().then(
      () => answer(true),
      () => answer(false),
    ),
  );
});

function isAsked(data: unknown, type: string): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}
