import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: PrecacheEntries };

type PrecacheEntries = Parameters<typeof precacheAndRoute>[0];

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// The server's own pages. Without a connection they give a network error and not the app.
const SERVER_PATHS = [/^\/api\//, /^\/docs(\/|$)/, /^\/health(\/|$)/];
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER_PATHS }));

// The page of the very first visit is controlled too, and so offline-ready without a reload.
clientsClaim();

self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) event.waitUntil(self.skipWaiting());
});

function isSkipWaiting(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';
}
