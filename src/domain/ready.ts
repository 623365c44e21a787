import type { PauseReason } from './answer.ts';
import { dayAt } from './plain-date.ts';
import type { ResourceName } from './resource-spec.ts';

/** What a check looks at, in the order in which it is shown. */
export const READY_LINES = ['data', 'app', 'session', 'room', 'stuck', 'clock'] as const;
export type ReadyLine = (typeof READY_LINES)[number];

/**
 * `current`: everything is stored, and the server has no newer version. `stored`: the same, but nobody knows whether
 * there is a newer one. `missing`: something is not stored yet. `none`: nothing is stored here, as over plain HTTP and
 * in development.
 */
export type AppFiles = 'current' | 'stored' | 'update' | 'missing' | 'none';

type Held = PauseReason | 'serverSilent';

export interface DataFacts {
  /** Why the lists could not be read. */
  readonly held: Held | null;
  /** Lists that were not read to their end. */
  readonly unread: readonly ResourceName[];
  /** Device time in ms at which the oldest of the reads began. Null if a list was not read. */
  readonly readAt: number | null;
  readonly records: number;
  /** The user's jobs of today and tomorrow. Null if the app does not know the user's name on crews. */
  readonly jobs: number | null;
  /** Previews of these jobs' photos that are not here. */
  readonly missingPhotos: number;
  /** Those of these jobs whose photos are not all known. Earlier builds did not keep it. */
  readonly unlistedJobs?: number;
}

/** What a check has found. Null until it is known. */
export interface ReadyFacts {
  /** Device time in ms. */
  readonly at: number;
  readonly data: DataFacts | null;
  readonly app: AppFiles | null;
  /** Device times in ms. Null where the session's token does not say. Earlier builds did not keep `begunAt`. */
  readonly session: { readonly endsAt: number | null; readonly begunAt?: number | null } | null;
  /** `free`: in bytes. Null if the browser does not say. */
  readonly room: { readonly free: number | null; readonly promised: boolean } | null;
  /** What needs a person's attention on Sync. */
  readonly stuck: number | null;
  /** In ms. 0 if no error was seen. */
  readonly clockAhead: number | null;
  /** The server refuses the session. */
  readonly isSignedOut?: boolean;
  /** An error ended the check. What is null then was not looked at. */
  readonly isCutShort?: boolean;
}

export function nothingChecked(at: number): ReadyFacts {
  return { at, data: null, app: null, session: null, room: null, stuck: null, clockAhead: null };
}

/** What a person can do, the worst first, with the line that it belongs to. */
const TODOS = {
  failed: null,
  held: 'data',
  unread: 'data',
  noWorker: 'app',
  missing: 'app',
  sessionEnds: 'session',
  full: 'room',
  stuck: 'stuck',
  update: 'app',
  clock: 'clock',
  photos: 'data',
  install: 'room',
} as const satisfies Readonly<Record<string, ReadyLine | null>>;

export type ReadyTodo = keyof typeof TODOS;

/** `unsure`: nothing is known to be wrong, but the app cannot know. `skipped`: the check ended before. */
type LineState = 'checking' | 'skipped' | 'ok' | 'unsure' | 'todo';

export interface ReadyVerdict {
  readonly lines: Readonly<Record<ReadyLine, LineState>>;
  /** The worst. Null while something is being checked. */
  readonly todo: ReadyTodo | null;
  readonly isReady: boolean;
}

const LEAST_ROOM = 200_000_000;
/** In ms: a long day of work. */
const LEAST_SESSION_MS = 12 * 60 * 60 * 1000;
/** In ms. To sign in again gains little if the sign-in is newer. */
const NEW_SESSION_MS = 60 * 60 * 1000;

/** @param canInstall whether the user can install the app, so that the browser keeps its data */
export function readyVerdict(facts: ReadyFacts, canInstall: boolean): ReadyVerdict {
  const todos = todosIn(facts, canInstall);
  const lines = Object.fromEntries(
    READY_LINES.map((line) => [line, stateOf(line, facts, todos)]),
  ) as unknown as ReadyVerdict['lines'];
  const isOver = Object.values(lines).every((state) => state !== 'checking');
  const todo = isOver ? ((Object.keys(TODOS) as ReadyTodo[]).find((one) => todos.has(one)) ?? null) : null;
  return { lines, todo, isReady: isOver && todo === null };
}

function stateOf(line: ReadyLine, facts: ReadyFacts, todos: ReadonlySet<ReadyTodo>): LineState {
  if (factOf(line, facts) === null) return facts.isCutShort ? 'skipped' : 'checking';
  if ([...todos].some((todo) => TODOS[todo] === line)) return 'todo';
  return isUnsure(line, facts) ? 'unsure' : 'ok';
}

function factOf(line: ReadyLine, facts: ReadyFacts): unknown {
  return line === 'clock' ? facts.clockAhead : facts[line];
}

function isUnsure(line: ReadyLine, { at, data, app, session, room }: ReadyFacts): boolean {
  if (line === 'data') return data?.jobs === null;
  if (line === 'app') return app === 'stored';
  if (line === 'session') return session?.endsAt === null || endsSoon(session, at);
  return line === 'room' && (room?.free === null || room?.promised === false);
}

function endsSoon(session: ReadyFacts['session'], at: number): boolean {
  return (session?.endsAt ?? Number.POSITIVE_INFINITY) < at + LEAST_SESSION_MS;
}

function isNew(session: ReadyFacts['session'], at: number): boolean {
  return at - (session?.begunAt ?? Number.NEGATIVE_INFINITY) < NEW_SESSION_MS;
}

function todosIn(
  { at, data, app, session, room, stuck, clockAhead, isCutShort = false }: ReadyFacts,
  canInstall: boolean,
) {
  const found: Readonly<Record<ReadyTodo, boolean>> = {
    // A full device explains the error.
    failed: isCutShort && !isFull(room),
    held: (data?.held ?? null) !== null,
    unread: (data?.unread ?? []).length > 0,
    photos: lacksPhotos(data),
    noWorker: app === 'none',
    missing: app === 'missing',
    update: app === 'update',
    sessionEnds: endsSoon(session, at) && !isNew(session, at),
    full: isFull(room),
    install: room?.promised === false && canInstall,
    stuck: (stuck ?? 0) > 0,
    clock: (clockAhead ?? 0) !== 0,
  };
  return new Set((Object.keys(found) as ReadyTodo[]).filter((todo) => found[todo]));
}

function lacksPhotos(data: DataFacts | null): boolean {
  return (data?.missingPhotos ?? 0) + (data?.unlistedJobs ?? 0) > 0;
}

function isFull(room: ReadyFacts['room']): boolean {
  return (room?.free ?? LEAST_ROOM) < LEAST_ROOM;
}

/** Returns true if the same device may be ready after a later read, without anybody's help. */
export function mayPass({ data, app, isCutShort }: ReadyFacts): boolean {
  if (data === null || app === 'missing' || isCutShort) return true;
  return data.held !== null || data.unread.length > 0 || lacksPhotos(data);
}

/** In ms. A screen learns the time once a minute, so a result may be newer than its time. */
const TOLD_MS = 2 * 60_000;

export interface ReadyNow {
  readonly now: number;
  readonly stuck: number;
  readonly clockAhead: number;
  readonly isUpdateReady: boolean;
  /** Why nothing is sent and read. */
  readonly held: readonly Held[];
}

/** Returns why the result of a check no longer holds; null if it does. */
export function staleReason(facts: ReadyFacts, now: ReadyNow): 'day' | 'changed' | null {
  const { at, app, session, room, data, stuck, clockAhead, isCutShort = false } = facts;
  const { isSignedOut = data?.held === 'signedOut' } = facts;
  if (at > now.now + TOLD_MS || dayAt(at) !== dayAt(now.now)) return 'day';
  // A check that did not finish has claimed nothing.
  if (isCutShort && !isFull(room)) return null;
  const isOver = (session?.endsAt ?? Number.POSITIVE_INFINITY) <= now.now;
  // A check on a full device may not have looked at everything.
  const isAsWas = (fact: unknown, is: unknown): boolean => fact === null || fact === is;
  const isSame =
    isAsWas(stuck, now.stuck) &&
    isAsWas(clockAhead, now.clockAhead) &&
    // Without the files that the app has, newer ones say nothing.
    (app === 'missing' || app === 'none' || (app === 'update') === now.isUpdateReady) &&
    isSignedOut === now.held.includes('signedOut') &&
    (isFull(room) || !now.held.includes('storageFull')) &&
    // The cause has gone.
    (data === null || data.held === null || now.held.includes(data.held));
  return isSame && !isOver ? null : 'changed';
}
