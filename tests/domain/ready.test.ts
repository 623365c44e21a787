import { describe, expect, it } from 'vitest';
import {
  mayPass,
  nothingChecked,
  READY_LINES,
  type ReadyFacts,
  type ReadyNow,
  type ReadyTodo,
  readyVerdict,
  staleReason,
} from '../../src/domain/ready.ts';
import { startOfDay } from '../../src/domain/receipt.ts';

const AT = startOfDay('2026-03-05') + 7 * 3_600_000;
const HOUR = 3_600_000;
const DATA = { held: null, unread: [], readAt: AT, records: 1204, jobs: 3, missingPhotos: 0 } as const;

const READY: ReadyFacts = {
  at: AT,
  data: DATA,
  app: 'current',
  session: { endsAt: AT + 24 * HOUR },
  room: { free: 5e9, promised: true },
  stuck: 0,
  clockAhead: 0,
};

describe('a check', () => {
  it('is ready if each line is', () => {
    const { lines, ...verdict } = readyVerdict(READY, true);
    expect(verdict).toEqual({ todo: null, isReady: true });
    expect(Object.keys(lines)).toEqual(READY_LINES);
    expect(new Set(Object.values(lines))).toEqual(new Set(['ok']));
  });

  it('names no cause and claims nothing before each line is known', () => {
    const facts = { ...nothingChecked(AT), stuck: 3 };
    const { lines, todo, isReady } = readyVerdict(facts, true);
    expect([todo, isReady]).toEqual([null, false]);
    expect(lines).toMatchObject({ data: 'checking', clock: 'checking', stuck: 'todo' });
    for (const line of READY_LINES) {
      const missing = { ...READY, [line === 'clock' ? 'clockAhead' : line]: null };
      expect(readyVerdict(missing, true).isReady).toBe(false);
    }
  });

  it.each<[ReadyTodo, keyof ReturnType<typeof readyVerdict>['lines'], Partial<ReadyFacts>]>([
    ['held', 'data', { data: { ...DATA, held: 'offline', unread: ['projects'] } }],
    ['unread', 'data', { data: { ...DATA, unread: ['projects'] } }],
    ['photos', 'data', { data: { ...DATA, missingPhotos: 2 } }],
    ['noWorker', 'app', { app: 'none' }],
    ['missing', 'app', { app: 'missing' }],
    ['update', 'app', { app: 'update' }],
    ['sessionEnds', 'session', { session: { endsAt: AT + 12 * HOUR - 1 } }],
    ['sessionEnds', 'session', { session: { endsAt: AT + 8 * HOUR, begunAt: AT - HOUR } }],
    ['full', 'room', { room: { free: 199_999_999, promised: true } }],
    ['install', 'room', { room: { free: null, promised: false } }],
    ['stuck', 'stuck', { stuck: 1 }],
    ['clock', 'clock', { clockAhead: -6 * 60_000 }],
  ])('is not ready because of %s, in the line %s', (todo, line, facts) => {
    const verdict = readyVerdict({ ...READY, ...facts }, true);
    expect(verdict).toMatchObject({ todo, isReady: false });
    const others = READY_LINES.filter((one) => one !== line);
    expect(verdict.lines[line]).toBe('todo');
    expect(others.map((one) => verdict.lines[one])).toEqual(others.map(() => 'ok'));
  });

  it.each<[keyof ReturnType<typeof readyVerdict>['lines'], Partial<ReadyFacts>]>([
    ['data', { data: { ...DATA, jobs: null } }],
    ['app', { app: 'stored' }],
    ['session', { session: { endsAt: null } }],
    // This server signs nobody in for longer.
    ['session', { session: { endsAt: AT + 8 * HOUR, begunAt: AT - HOUR + 1 } }],
    ['room', { room: { free: null, promised: true } }],
    ['room', { room: { free: 5e9, promised: false } }],
  ])('is ready, but not sure of %s, where nobody can know', (line, facts) => {
    const verdict = readyVerdict({ ...READY, ...facts }, false);
    expect(verdict).toMatchObject({ todo: null, isReady: true });
    expect(verdict.lines[line]).toBe('unsure');
  });

  it('names a full device, although the check could not end', () => {
    const facts = { ...nothingChecked(AT), room: { free: 0, promised: true }, isCutShort: true };
    expect(readyVerdict(facts, true)).toMatchObject({ todo: 'full', isReady: false });
  });

  it('[H18] that an error ended is not ready, whatever it had found', () => {
    expect(readyVerdict({ ...READY, isCutShort: true }, true)).toMatchObject({
      todo: 'failed',
      isReady: false,
    });
    const some = { ...READY, data: null, clockAhead: null, stuck: 1, isCutShort: true };
    const { lines, todo } = readyVerdict(some, true);
    expect(todo).toBe('failed');
    expect(lines).toEqual({
      data: 'skipped',
      app: 'ok',
      session: 'ok',
      room: 'ok',
      stuck: 'todo',
      clock: 'skipped',
    });
  });

  it.each<[boolean, Partial<ReadyFacts>]>([
    [false, {}],
    [false, { app: 'none', stuck: 1, clockAhead: HOUR, session: { endsAt: AT } }],
    [true, { app: 'missing' }],
    [true, { data: null }],
    [true, { isCutShort: true }],
    [true, { data: { ...DATA, held: 'offline' } }],
    [true, { data: { ...DATA, unread: ['projects'] } }],
    [true, { data: { ...DATA, missingPhotos: 1 } }],
    [true, { data: { ...DATA, unlistedJobs: 1 } }],
  ])('says %s of whether a later read may help: %j', (may, facts) => {
    expect(mayPass({ ...READY, ...facts })).toBe(may);
  });

  it('names the worst of several causes', () => {
    const all: ReadyFacts = {
      at: AT,
      data: { ...DATA, held: 'signedOut', missingPhotos: 1, unread: ['customers'] },
      app: 'none',
      session: { endsAt: AT },
      room: { free: 0, promised: false },
      stuck: 2,
      clockAhead: HOUR,
    };
    const todos: (ReadyTodo | null)[] = [];
    const better: readonly Partial<ReadyFacts>[] = [
      {},
      { data: { ...DATA, missingPhotos: 1, unread: ['customers'] } },
      { data: { ...DATA, missingPhotos: 1 } },
      { app: 'missing' },
      { app: 'update' },
      { session: { endsAt: null } },
      { room: { free: null, promised: false } },
      { stuck: 0 },
      { app: 'current' },
      { clockAhead: 0 },
      { data: DATA },
      { room: READY.room },
    ];
    let facts = all;
    for (const step of better) {
      facts = { ...facts, ...step };
      todos.push(readyVerdict(facts, true).todo);
    }
    expect(todos).toEqual([
      'held',
      'unread',
      'noWorker',
      'missing',
      'sessionEnds',
      'full',
      'stuck',
      'update',
      'clock',
      'photos',
      'install',
      null,
    ]);
  });
});

describe('the result of a check', () => {
  const NOW: ReadyNow = { now: AT + HOUR, stuck: 0, clockAhead: 0, isUpdateReady: false, held: [] };

  it('[H18] holds on its day while nothing that it says has changed', () => {
    expect(staleReason(READY, NOW)).toBeNull();
    // Screens learn the time once a minute.
    expect(staleReason(READY, { ...NOW, now: AT - 59_000 })).toBeNull();
    const signedOut = { ...READY, data: { ...DATA, held: 'signedOut' } as const };
    expect(staleReason(signedOut, { ...NOW, held: ['signedOut'] })).toBeNull();
    expect(staleReason(READY, { ...NOW, held: ['offline'] })).toBeNull();
    expect(staleReason({ ...READY, app: 'update' }, { ...NOW, isUpdateReady: true })).toBeNull();
    expect(staleReason({ ...READY, session: null, data: null }, NOW)).toBeNull();
    const isOffline = { ...READY, isSignedOut: true, data: { ...DATA, held: 'offline' } as const };
    expect(staleReason(isOffline, { ...NOW, held: ['offline', 'signedOut'] })).toBeNull();
    expect(staleReason({ ...READY, app: 'missing' }, { ...NOW, isUpdateReady: true })).toBeNull();
    expect(staleReason({ ...READY, app: 'none' }, { ...NOW, isUpdateReady: true })).toBeNull();
    const failed = { ...nothingChecked(AT), isCutShort: true };
    expect(staleReason(failed, { ...NOW, held: ['signedOut'], isUpdateReady: true, stuck: 1 })).toBeNull();
    const full = { ...nothingChecked(AT), room: { free: 0, promised: false }, isCutShort: true };
    expect(staleReason(full, { ...NOW, held: ['storageFull'], stuck: 2 })).toBeNull();
  });

  it.each([
    ['the next day', startOfDay('2026-03-06')],
    ['after the clock was set back', AT - HOUR],
  ])('is of another day: %s', (_, now) => {
    expect(staleReason(READY, { ...NOW, now })).toBe('day');
  });

  it.each<[string, Partial<ReadyNow>]>([
    ['a change got stuck', { stuck: 1 }],
    ['the clock was set wrong', { clockAhead: HOUR }],
    ['a new version came', { isUpdateReady: true }],
    ['the session ended', { held: ['signedOut'] }],
    ['something could not be stored', { held: ['storageFull'] }],
  ])('[H18] no longer holds once %s', (_, change) => {
    expect(staleReason(READY, { ...NOW, ...change })).toBe('changed');
  });

  it('[H18] no longer holds once the connection that was missing is there', () => {
    const offline = { ...READY, data: { ...DATA, held: 'offline' } as const };
    expect(staleReason(offline, NOW)).toBe('changed');
  });

  it('no longer holds once the session has ended by its own word', () => {
    expect(staleReason({ ...READY, session: { endsAt: NOW.now } }, NOW)).toBe('changed');
  });
});
