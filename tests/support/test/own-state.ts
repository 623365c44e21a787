import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, vi } from 'vitest';
import { restartCounters } from './file-counter.ts';
import { endTest } from './test-end.ts';

// Files share a process, so give each an empty IndexedDB, and restart its counters and seeds.
globalThis.indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = globalThis.indexedDB;
restartCounters();

// Otherwise the tabs of finished tests would listen to every write of later tests.
const written = Dexie.on('storagemutated');
const listening = new Set(written.subscribers);
afterEach(() => {
  endTest();
  // Files share the globals too: another file's `fetch` once answered in place of a server.
  vi.unstubAllGlobals();
  for (const listener of written.subscribers)
    if (!listening.has(listener)) written.unsubscribe(listener as () => void);
});
