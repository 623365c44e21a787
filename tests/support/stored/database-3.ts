import { OUTBOX_OF_VERSION_2, WATCHES_OF_VERSION_2 } from './outbox-2.ts';

const OWNER = 'http://api.test|1';
/** 2026-11-20T08:00:00Z */
const AT = 1_795_161_600_000;

const server = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', city: 'Reno' };

/** A row of a mirror table, in each of the states that a record can be in. */
const records = [
  { localId: '7', serverId: 7, server, view: server, mark: 'synced', version: 3 },
  { localId: '8', serverId: 8, server, view: { ...server, city: 'Elko' }, mark: 'waiting' },
  { localId: '9', serverId: 9, server, view: { ...server, city: 'Ely' }, mark: 'attention' },
  { localId: '10', serverId: 10, server, view: null, mark: 'waiting' },
  { localId: '01a1f7f8-2fff-7000-8000-00000000000a', server: null, view: server, mark: 'waiting' },
].map((record, index) => ({ ...record, position: [index, index], serverGen: 4, firstSeenGen: 1 }));

const collection = {
  generation: 4,
  orderBy: 'created_at',
  firstSeen: 0,
  removed: [5],
  restUntil: 0,
  pulledAt: AT,
  complete: true,
  error: null,
  absence: null,
};

/**
 * Every table of an account's database as version 3 of it stored them, with a row in each state. Never changed: devices
 * still hold such databases.
 */
export const DATABASE_OF_VERSION_3 = {
  customers: records,
  projects: [{ ...records[0], server: { title: 'Roof' }, view: { title: 'Roof' } }],
  estimates: [{ ...records[0], server: { title: 'Dry-out' }, view: { title: 'Dry-out' } }],
  workOrders: [{ ...records[0], server: { title: 'Pump' }, view: { title: 'Pump' } }],
  outbox: OUTBOX_OF_VERSION_2,
  watches: WATCHES_OF_VERSION_2,
  journal: ['confirmed', 'cancelled', 'replaced', 'decided'].map((outcome, index) => ({
    n: index + 1,
    mutationId: `01a1f7f8-3000-7000-8000-0000000000f${index}`,
    resource: 'customers',
    localId: '7',
    kind: 'update',
    outcome,
    fields: { city: { base: 'Reno', value: 'Elko' } },
    theirs: outcome === 'decided' ? { city: 'Ely' } : {},
    at: AT,
  })),
  meta: [
    { key: 'owner', account: OWNER },
    { key: 'engine', reasons: ['offline', 'storageFull'], resumeAt: AT, throttledUntil: 0 },
    { ...collection, key: 'collection:customers' },
    {
      ...collection,
      key: 'collection:projects',
      complete: false,
      pulledAt: null,
      download: { read: 50, count: 120, next: 'page=2', startedAt: AT, startGeneration: 1, unread: ['3'] },
    },
    {
      ...collection,
      key: 'collection:estimates',
      error: 'Failed to fetch estimates',
      absence: { missing: [1, 2], held: 3, at: AT, step: 'ask' },
    },
    { key: 'capabilities', features: ['changes', 'if-match'] },
    { key: 'feed', cursor: 'c-17', since: AT, before: [AT, null, AT, AT], ready: false },
    { key: 'evicted', at: AT, lost: 2 },
    { key: 'request:workOrders', at: AT },
  ],
} as const;
