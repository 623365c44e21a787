const FILES = ['/index.html', '/app.js'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open('files').then((cache) => cache.addAll(FILES)));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  const wanted = event.request.mode === 'navigate' ? '/index.html' : pathname;
  if (FILES.includes(wanted) && pathname !== '/blank.html') event.respondWith(caches.match(wanted));
});
