import { cacheNames, clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: PrecacheEntries };

/** Not in TypeScript's library yet. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rule: {
    readonly condition: { readonly urlPattern: string };
    readonly source: { readonly cacheName: string };
  }): Promise<void>;
}

type PrecacheEntries = Parameters<typeof precacheAndRoute>[0];

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// The server's own pages. Without a connection they give a network error and not the app.
const SERVER_PATHS = [/^\/api\//, /^\/docs(\/|$)/, /^\/health(\/|$)/];
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER_PATHS }));

// The app's own files, whose names change with what is in them: browsers that can take them from the cache do it without
// asking the worker, one after the other, for each (https://www.w3.org/TR/service-workers/#install-event-addroutes).
self.addEventListener('install', (event: RoutedInstallEvent) => {
  const fromCache = { condition: { urlPattern: '/assets/*' }, source: { cacheName: cacheNames.precache } };
  event.addRoutes?.(fromCache).catch(() => undefined);
});

// The page of the very first visit is controlled too, and so offline-ready without a reload.
clientsClaim();

self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) event.waitUntil(self.skipWaiting());
});

function isSkipWaiting(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';
}
