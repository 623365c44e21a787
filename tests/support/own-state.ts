import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { restartCounters } from './file-counter.ts';

// Files share a process: each begins with a browser that keeps nothing yet, and with the first of all seeds.
globalThis.indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = globalThis.indexedDB;
restartCounters();
