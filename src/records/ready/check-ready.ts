import { type CollectionRow, isWhole } from '../../db/collection-row.ts';
import { COLLECTION_KEYS } from '../../db/meta-rows.ts';
import { isQuotaError, wasCutOff } from '../../db/storage-watch.ts';
import { dayAt } from '../../domain/plain-date.ts';
import { type Clock, delay } from '../../domain/ports.ts';
import {
  type AppFiles,
  type DataFacts,
  mayPass,
  nothingChecked,
  type ReadyFacts,
} from '../../domain/ready.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import type { RecordServices } from '../record-services.ts';
import { requestSync } from '../use-sync-status.ts';
import { storesIn, stuckIn } from './checks.ts';
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
/** In ms. */
const ESTIMATED_MS = 10_000;

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
    await noteFailure(services, error);
  } finally {
    running.set(null);
  }
}

/**
 * Checks after the lists have been read anyway: once a day on each device, and again after a later read if something
 * was missing. Keeps nothing if the connection breaks off.
 * @param since device time in ms at which the lists were read
 */
export async function checkReadyByItself(
  services: RecordServices,
  username: string,
  since: number,
): Promise<void> {
  const { running } = storesIn(services);
  if (running.getSnapshot() || !(await claimDay(services, since))) return;
  running.set(nothingChecked(since));
  try {
    const facts = await check(services, { username, since, byPerson: false });
    if (facts.data?.held === null) await keep(services, facts, since);
    else await services.db.relaxed.settings.delete('ready:claim');
  } catch (error) {
    // A closing page cuts its check off. That is no failure.
    if (!wasCutOff(error)) await noteFailure(services, error, since);
  } finally {
    running.set(null);
  }
}

/** Notes that the check did not finish. Otherwise an earlier result would be shown as this one's. */
async function noteFailure(services: RecordServices, error: unknown, since?: number): Promise<void> {
  const { running, last } = storesIn(services);
  const at = services.clock.now();
  const found = { ...(running.getSnapshot() ?? nothingChecked(at)), at, isCutShort: true };
  if (isQuotaError(error)) {
    // A full device stores no results.
    last.set({ ...found, room: { free: 0, promised: found.room?.promised ?? false } });
    return;
  }
  if (!wasCutOff(error)) services.log.error('the check before work without a signal failed', error);
  await keep(services, found, since).catch(() => last.set(found));
}

/** Returns false if another tab checks now, or if the result of today holds. */
async function claimDay({ db: { relaxed }, clock }: RecordServices, since: number): Promise<boolean> {
  const { settings } = relaxed;
  return relaxed.transaction('rw', settings, async () => {
    const [kept, claim] = await settings.bulkGet(['ready', 'ready:claim']);
    const now = clock.now();
    const isToday = kept && 'facts' in kept && dayAt(kept.facts.at) === dayAt(now);
    // An earlier read says nothing about what a later check missed.
    if (isToday && !(mayPass(kept.facts) && since > kept.facts.at)) return false;
    if (claim && 'claimedAt' in claim && Math.abs(now - claim.claimedAt) < CLAIM_MS) return false;
    await settings.put({ key: 'ready:claim', claimedAt: now });
    return true;
  });
}

/** @param since if given, a result that another tab kept after this time stays */
async function keep(
  services: RecordServices,
  facts: ReadyFacts,
  since = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { settings } = services.db.relaxed;
  const { last } = storesIn(services);
  await services.db.relaxed.transaction('rw', settings, async () => {
    await settings.delete('ready:claim');
    const kept = await settings.get('ready');
    const keptAt = kept && 'facts' in kept ? kept.facts.at : 0;
    if (since < keptAt && keptAt <= facts.at) return;
    await settings.put({ key: 'ready', facts });
    last.set(facts);
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
  const { clock } = services;
  // Without a connection, its code may be missing.
  const loaded = services.readiness().catch(() => null);
  const readiness = await within(clock, ESTIMATED_MS, loaded, null);
  const reading = readAll(services, username, since);
  const isConnected = reading.then(
    ({ held }) => held === null,
    () => false,
  );
  // Each is looked at, although another fails.
  const looks = await Promise.allSettled([
    reading.then((data) => learn({ data })),
    roomOf(services, byPerson ? readiness : null).then((room) => learn({ room })),
    within(clock, FILES_MS, appOf(readiness, isConnected), 'missing').then((app) => learn({ app })),
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
  const facts = learn({
    at: clock.now(),
    stuck,
    clockAhead,
    isSignedOut: reasons.includes('signedOut'),
    ...(isFull && room && { room: { ...room, free: 0 } }),
    session: { endsAt: onDevice(life?.endsAt), begunAt: onDevice(life?.begunAt) },
  });
  for (const look of looks) if (look.status === 'rejected') throw look.reason;
  return facts;
}

/** Without a connection, parts that are not stored must not be asked for: browsers remember the failure. */
async function appOf(readiness: Readiness | null, isConnected: Promise<boolean>): Promise<AppFiles> {
  if (!readiness) return 'missing';
  const files = await readiness.appFiles();
  const isStored = files !== 'missing' && files !== 'none';
  if (!isStored && !(await isConnected)) return files;
  const hasParts = await readiness.loadParts();
  return hasParts || !isStored ? files : 'missing';
}

async function roomOf(
  services: RecordServices,
  readiness: Readiness | null,
): Promise<NonNullable<ReadyFacts['room']>> {
  const { clock } = services;
  // Firefox asks the user, and waits for the answer.
  const asked = readiness?.persist().catch(() => false);
  if (asked) await within(clock, ASKED_MS, asked, false);
  const use = await within(clock, ESTIMATED_MS, services.storageUse(), null);
  return { free: use ? Math.max(0, use.room - use.used) : null, promised: use?.promised ?? false };
}

/** Browsers give up late, or never. */
async function within<T>(clock: Clock, ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  const over = new AbortController();
  const late = delay(clock, ms, over.signal).then(() => otherwise);
  return Promise.race([work, late]).finally(() => over.abort());
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
