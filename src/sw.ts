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

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Paths that the server answers itself. Offline, they give a network error, not the app.
const SERVER_PATHS = [/^\/api\//, /^\/health(\/|$)/];
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER_PATHS }));

// Browsers that support static routing read files with hashed names from the cache without starting the worker
// (https://www.w3.org/TR/service-workers/#install-event-addroutes).
self.addEventListener('install', (event: RoutedInstallEvent) => {
  const fromCache = { condition: { urlPattern: '/assets/*' }, source: { cacheName: cacheNames.precache } };
  event.addRoutes?.(fromCache).catch(() => undefined);
});

// Makes the first visit work offline without a reload.
clientsClaim();

self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) event.waitUntil(self.skipWaiting());
});

function isSkipWaiting(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';
}
