import { useSyncExternalStore } from 'react';
import { type CollectionRow, isWhole } from '../../db/collection-row.ts';
import { COLLECTION_KEYS } from '../../db/meta-rows.ts';
import { isQuotaError, wasCutOff } from '../../db/storage-watch.ts';
import type { AppDatabase } from '../../db/tables.ts';
import { dayAt } from '../../domain/plain-date.ts';
import { createStore, delay, type Store } from '../../domain/ports.ts';
import {
  type AppFiles,
  type DataFacts,
  mayPass,
  nothingChecked,
  type ReadyFacts,
} from '../../domain/ready.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { liveRead } from '../live-read.ts';
import { questionCount, readQuestions } from '../questions.ts';
import { type RecordServices, useRecordServices } from '../record-services.ts';
import { requestSync } from '../use-sync-status.ts';
import { fetchNearJobs } from './near-jobs.ts';
import type { Readiness } from './readiness.ts';

const AGAIN_MS = 500;
/** In ms. A pause that an earlier start stored has ended by then, if it can. */
const HELD_MS = 5_000;
/** In ms. The first download of a large company takes longer. */
const READ_MS = 90_000;
/** In ms. */
const RECENT_AFTER_MS = 10_000;
const RECENT_MS = 120_000;
/** In ms. Time to answer the browser's question. */
const ASKED_MS = 5_000;
/** In ms. After this time, another tab takes over from one that died while it checked. */
const CLAIM_MS = 5 * 60_000;

/** In ms. A weak signal takes minutes to bring files of the app. */
const FILES_MS = 120_000;

type FactsStore = Store<ReadyFacts | null>;

interface Stores {
  readonly running: FactsStore;
  /** The last result of this tab, also if the device is too full to keep it. */
  readonly last: FactsStore;
}

const stores = new WeakMap<RecordServices, Stores>();

function storesIn(services: RecordServices): Stores {
  const blank = (): FactsStore => createStore<ReadyFacts | null>(null);
  const known = stores.get(services) ?? { running: blank(), last: blank() };
  stores.set(services, known);
  return known;
}

function useFacts({ subscribe, getSnapshot }: FactsStore): ReadyFacts | null {
  return useSyncExternalStore(subscribe, getSnapshot);
}

const useKeptOf = liveRead(async ({ settings }) => {
  const row = await settings.get('ready');
  return row && 'facts' in row ? row.facts : null;
});

const useStuckOf = liveRead(stuckIn);

interface Checks {
  /** What a check in this tab has found so far. Null while none runs. */
  readonly running: ReadyFacts | null;
  /** What the last check on this device found. Null before the first. */
  readonly kept: ReadyFacts | null;
  /** What needs a person's attention on Sync now. */
  readonly stuck: number;
}

export function useChecks(): Checks | undefined {
  const services = useRecordServices();
  const { running: runningHere, last: lastHere } = storesIn(services);
  const running = useFacts(runningHere);
  const last = useFacts(lastHere);
  const kept = useKeptOf(services.db);
  const stuck = useStuckOf(services.db);
  if (kept === undefined || stuck === undefined) return undefined;
  const isNewer = last !== null && (kept === null || kept.at < last.at);
  return { running, kept: isNewer ? last : kept, stuck };
}

async function stuckIn(relaxed: AppDatabase): Promise<number> {
  const [parked, refusedFiles, settings, questions] = await Promise.all([
    relaxed.outbox.where('state').equals('parked').count(),
    relaxed.files.where('state').equals('refused').count(),
    relaxed.meta.get('settings'),
    readQuestions(relaxed),
  ]);
  return parked + refusedFiles + (settings?.asks ?? 0) + questionCount(questions);
}

/** Reads everything now, checks, and keeps what was found. Does nothing while another check runs in this tab. */
export async function checkReady(services: RecordServices, username: string): Promise<void> {
  const { running } = storesIn(services);
  if (running.getSnapshot()) return;
  const since = services.clock.now();
  running.set(nothingChecked(since));
  try {
    await requestSync(services);
    await keep(services, await check(services, { username, since, byPerson: true }));
  } catch (error) {
    noteFailure(services, error);
  } finally {
    running.set(null);
  }
}

/**
 * Checks once a day on each device, after the lists have been read anyway. Keeps nothing if the connection breaks off.
 * @param since device time in ms at which the lists were read
 * @returns true if a later check may find more
 */
export async function checkReadyByItself(
  services: RecordServices,
  username: string,
  since: number,
): Promise<boolean> {
  const { running } = storesIn(services);
  if (running.getSnapshot() || !(await claimDay(services))) return false;
  running.set(nothingChecked(since));
  try {
    const facts = await check(services, { username, since, byPerson: false });
    if (facts.data?.held === null) await keep(services, facts);
    else await services.db.relaxed.settings.delete('ready:claim');
    return mayPass(facts);
  } catch (error) {
    noteFailure(services, error);
    return true;
  } finally {
    running.set(null);
  }
}

/** A full device stores neither requests nor results. */
function noteFailure(services: RecordServices, error: unknown): void {
  if (isQuotaError(error)) {
    const { running, last } = storesIn(services);
    const at = services.clock.now();
    const found = running.getSnapshot() ?? nothingChecked(at);
    last.set({ ...found, at, room: { free: 0, promised: found.room?.promised ?? false } });
  } else if (!wasCutOff(error)) services.log.error('the check before work without a signal failed', error);
}

/** Returns false if another tab checks today, or has. */
async function claimDay({ db: { relaxed }, clock }: RecordServices): Promise<boolean> {
  const { settings } = relaxed;
  return relaxed.transaction('rw', settings, async () => {
    const [kept, claim] = await settings.bulkGet(['ready', 'ready:claim']);
    const now = clock.now();
    const isToday = kept && 'facts' in kept && dayAt(kept.facts.at) === dayAt(now);
    if (isToday && !mayPass(kept.facts)) return false;
    if (claim && 'claimedAt' in claim && Math.abs(now - claim.claimedAt) < CLAIM_MS) return false;
    await settings.put({ key: 'ready:claim', claimedAt: now });
    return true;
  });
}

async function keep(services: RecordServices, facts: ReadyFacts): Promise<void> {
  const { relaxed } = services.db;
  storesIn(services).last.set(facts);
  await relaxed.transaction('rw', relaxed.settings, async () => {
    await relaxed.settings.put({ key: 'ready', facts });
    await relaxed.settings.delete('ready:claim');
  });
}

interface Check {
  readonly username: string;
  readonly since: number;
  readonly byPerson: boolean;
}

async function check(services: RecordServices, { username, since, byPerson }: Check): Promise<ReadyFacts> {
  const store = storesIn(services).running;
  const learn = (found: Partial<ReadyFacts>): ReadyFacts => {
    const facts = { ...(store.getSnapshot() ?? nothingChecked(since)), ...found };
    store.set(facts);
    return facts;
  };
  // Without a connection, its code may be missing.
  const readiness = await services.readiness().catch(() => null);
  const reading = readAll(services, username, since);
  await Promise.all([
    reading.then((data) => learn({ data })),
    roomOf(services, byPerson ? readiness : null).then((room) => learn({ room })),
    appOf(services, readiness, async () => (await reading).held === null).then((app) => learn({ app })),
  ]);
  // What was read may have changed these.
  const [engine, stuck] = await Promise.all([
    services.db.relaxed.meta.get('engine'),
    stuckIn(services.db.relaxed),
  ]);
  const reasons = engine?.reasons ?? [];
  const isFull = reasons.includes('storageFull') || services.storageRoom.getSnapshot() === 'none';
  const room = store.getSnapshot()?.room ?? null;
  const clockAhead = engine?.clockAhead ?? 0;
  const life = readiness?.sessionLife();
  const onDevice = (time: number | null = null): number | null => (time === null ? null : time + clockAhead);
  return learn({
    at: services.clock.now(),
    stuck,
    clockAhead,
    isSignedOut: reasons.includes('signedOut'),
    ...(isFull && room && { room: { ...room, free: 0 } }),
    session: { endsAt: onDevice(life?.endsAt), begunAt: onDevice(life?.begunAt) },
  });
}

/** Without a connection, parts that are not stored must not be asked for: browsers remember the failure. */
async function appOf(
  { clock }: RecordServices,
  readiness: Readiness | null,
  isConnected: () => Promise<boolean>,
): Promise<AppFiles> {
  if (!readiness) return 'missing';
  // The browser itself gives up late, or never.
  const soon = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
    Promise.race([work, delay(clock, FILES_MS).then(() => otherwise)]);
  const files = await soon(readiness.appFiles(), 'missing');
  const isStored = files !== 'missing' && files !== 'none';
  if (!isStored && !(await isConnected())) return files;
  const hasParts = await soon(readiness.loadParts(), false);
  return hasParts || !isStored ? files : 'missing';
}

async function roomOf(
  services: RecordServices,
  readiness: Readiness | null,
): Promise<NonNullable<ReadyFacts['room']>> {
  if (readiness)
    // Firefox asks the user, and waits for the answer.
    await Promise.race([readiness.persist().catch(() => false), delay(services.clock, ASKED_MS)]);
  const use = await services.storageUse().catch(() => null);
  return { free: use ? Math.max(0, use.room - use.used) : null, promised: use?.promised ?? false };
}

async function readAll(services: RecordServices, username: string, since: number): Promise<DataFacts> {
  const { relaxed } = services.db;
  let read = await readSince(services, since);
  while (!read.isOver) {
    await delay(services.clock, AGAIN_MS);
    read = await readSince(services, since);
  }
  const counts = await Promise.all(RESOURCE_NAMES.map((name) => relaxed[name].count()));
  const { held, unread, readAt } = read;
  const records = counts.reduce((sum, count) => sum + count, 0);
  const isWhole = held === null && unread.length === 0;
  const near = isWhole ? await fetchNearJobs(services, username) : { jobs: null, missingPhotos: 0 };
  return { held, unread, readAt, records, ...near };
}

/**
 * A list counts as read if a read that brought all of it began after `since`. A read that was under way may be the last
 * for long, so after a while one that began shortly before counts too. A read in the future proves nothing: the clock
 * was set back.
 */
async function readSince(
  { db: { relaxed }, clock }: RecordServices,
  since: number,
): Promise<Pick<DataFacts, 'held' | 'unread' | 'readAt'> & { readonly isOver: boolean }> {
  const engine = await relaxed.meta.get('engine');
  const lists = await relaxed.meta.bulkGet(COLLECTION_KEYS);
  const now = clock.now();
  const times = lists.map((list) => wholeReadIn(list, now));
  const tookMs = Math.abs(now - since);
  const from = tookMs >= RECENT_AFTER_MS ? since - RECENT_MS : since;
  const unread = RESOURCE_NAMES.filter((_, n) => (times[n] ?? 0) < from);
  if (unread.length === 0) return { held: null, unread, readAt: Math.min(...times), isOver: true };
  const [reason = null] = engine?.reasons ?? [];
  const held = engine?.serverSilent ? 'serverSilent' : reason;
  const failed = RESOURCE_NAMES.some(
    (name, n) => unread.includes(name) && (lists[n]?.error ?? null) !== null,
  );
  const isOver = tookMs >= READ_MS || (tookMs >= HELD_MS && (held !== null || failed));
  return { held: isOver ? held : null, unread, readAt: null, isOver };
}

function wholeReadIn(list: CollectionRow | undefined, now: number): number {
  const readAt = list && isWhole(list) ? list.pulledAt : null;
  return readAt === null || readAt > now ? Number.NEGATIVE_INFINITY : readAt;
}
