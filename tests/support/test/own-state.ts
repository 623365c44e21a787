import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach } from 'vitest';
import { restartCounters } from './file-counter.ts';
import { endTest } from './test-end.ts';

// Files share a process: each begins with a browser that keeps nothing yet, and with the first of all seeds.
globalThis.indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = globalThis.indexedDB;
restartCounters();

// Tabs of tests that are over would go on listening to every write of the tests that follow.
const written = Dexie.on('storagemutated');
const listening = new Set(written.subscribers);
afterEach(() => {
  endTest();
  for (const listener of written.subscribers)
    if (!listening.has(listener)) written.unsubscribe(listener as () => void);
});
