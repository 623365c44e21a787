import { expect, it } from 'vitest';
import { readsAtOnce, windowSize } from '../../../src/sync/engine/plan-work.ts';
import { type FileFacts, mayUseNetwork, planFiles } from '../../../src/sync/files/plan-files.ts';

function facts(given: Partial<FileFacts> = {}): FileFacts {
  return {
    now: 1000,
    isChangeDue: false,
    busy: new Set(),
    isAsking: false,
    isFetching: false,
    known: new Set(),
    notBefore: new Map(),
    paused: null,
    network: 'always',
    isOnWifi: null,
    isPressed: false,
    ...given,
  };
}

const ALL = ['a', 'b', 'c'];
const NOTHING = { ask: [], send: [], fetch: null, dueAt: null, pause: null };

function plan(hashes: readonly string[], given: FileFacts, most: number) {
  return planFiles({ hashes, wanted: [] }, given, most);
}

const ORIGINAL = { sha256: 'original', size: 700_000 };
const THUMB = { sha256: 'thumb', size: 0, isThumb: true } as const;
const WANTED = { hashes: [], wanted: [ORIGINAL, THUMB] };

it('[F7] one file is fetched at a time, thumbnails first, and none while a change is due', () => {
  expect(planFiles(WANTED, facts(), 200)).toEqual({ ...NOTHING, fetch: THUMB });
  expect(planFiles({ hashes: [], wanted: [ORIGINAL] }, facts(), 200).fetch).toBe(ORIGINAL);
  expect(planFiles(WANTED, facts({ isFetching: true }), 200)).toEqual(NOTHING);
  expect(planFiles(WANTED, facts({ isChangeDue: true }), 200)).toEqual(NOTHING);
  const paused = { why: 'serverFull', until: 9000 } as const;
  expect(planFiles(WANTED, facts({ paused }), 200)).toEqual({ ...NOTHING, fetch: THUMB });
});

it('[F12] a download that rests lets the others go first, and is due again', () => {
  const notBefore = new Map([['thumb', 5000]]);
  const rested = planFiles(WANTED, facts({ notBefore }), 200);
  expect(rested).toEqual({ ...NOTHING, fetch: ORIGINAL, dueAt: 5000 });
  const both = new Map([...notBefore, ['original', 4000] as const]);
  expect(planFiles(WANTED, facts({ notBefore: both }), 200)).toEqual({ ...NOTHING, dueAt: 4000 });
});

it('[F16] originals wait for the network that uploads wait for, thumbnails do not', () => {
  const pause = { why: 'notOnWifi', until: null };
  const given = facts({ network: 'wifi', isOnWifi: false });
  expect(planFiles(WANTED, given, 200)).toEqual({ ...NOTHING, fetch: THUMB, pause });
  expect(planFiles({ hashes: [], wanted: [ORIGINAL] }, given, 200)).toEqual({ ...NOTHING, pause });
  expect(planFiles({ hashes: [], wanted: [THUMB] }, given, 200).pause).toBeNull();
  const unsized = { sha256: 'unsized', size: 0 };
  expect(planFiles({ hashes: [], wanted: [unsized] }, given, 200)).toEqual({ ...NOTHING, pause });
});

it('[F8] the server is asked about files before the first is sent', () => {
  expect(plan(ALL, facts(), 200)).toEqual({ ...NOTHING, ask: ALL });
  expect(plan(ALL, facts(), 2).ask).toEqual(['a', 'b']);
  expect(plan(ALL, facts({ isAsking: true }), 200)).toEqual(NOTHING);
});

it('[F7] two files are sent at once, and none while a change is due', () => {
  const known = new Set(ALL);
  expect(plan(ALL, facts({ known }), 200).send).toEqual(['a', 'b']);
  expect(plan(ALL, facts({ known, busy: new Set(['a']) }), 200).send).toEqual(['b']);
  expect(plan(ALL, facts({ known, busy: new Set(['a', 'b']) }), 200).send).toEqual([]);
  expect(plan(ALL, facts({ known, isChangeDue: true }), 200).send).toEqual([]);
  expect(plan([], facts(), 200)).toEqual(NOTHING);
});

it('[F12] a file that rests lets the others go first', () => {
  const known = new Set(ALL);
  const notBefore = new Map([['a', 5000]]);
  expect(plan(ALL, facts({ known, notBefore }), 200)).toEqual({
    ...NOTHING,
    send: ['b', 'c'],
    dueAt: 5000,
  });
});

it('[F11] a pause holds all files', () => {
  const paused = { why: 'serverFull', until: 9000 } as const;
  const held = { ...NOTHING, dueAt: 9000, pause: paused };
  expect(plan(ALL, facts({ paused }), 200)).toEqual(held);
  expect(plan(ALL, facts({ paused, isChangeDue: true }), 200)).toEqual(held);
  expect(plan(ALL, facts({ paused, network: 'press' }), 200)).toEqual(held);
  expect(plan(ALL, facts({ paused, now: 9000 }), 200).pause).toBeNull();
  expect(plan([], facts({ paused }), 200).pause).toBeNull();
});

it.each([
  ['always', null, false, true],
  ['wifi', true, false, true],
  ['wifi', false, false, false],
  ['wifi', null, false, false],
  ['wifi', null, true, true],
  ['press', true, false, false],
  ['press', false, true, true],
] as const)('[F16] %s, on Wi-Fi: %s, pressed: %s: may send: %s', (network, isOnWifi, isPressed, may) => {
  expect(mayUseNetwork({ network, isOnWifi, isPressed })).toBe(may);
});

it.each([
  ['wifi', false, { why: 'notOnWifi', until: null }],
  ['wifi', null, { why: 'whenPressed', until: null }],
  ['press', true, { why: 'whenPressed', until: null }],
  ['always', false, null],
] as const)('[F16] %s, on Wi-Fi: %s: the plan says why files wait', (network, isOnWifi, pause) => {
  expect(plan(ALL, facts({ network, isOnWifi }), 200).pause).toEqual(pause);
});

it('[F16] the server is asked about all files while they wait for Send, and each time about the next', () => {
  const pause = { why: 'whenPressed', until: null };
  const waits = (known: readonly string[], given: Partial<FileFacts> = {}) =>
    plan(ALL, facts({ network: 'press', known: new Set(known), ...given }), 2);
  expect(waits([])).toEqual({ ...NOTHING, ask: ['a', 'b'], pause });
  expect(waits(['a', 'b'])).toEqual({ ...NOTHING, ask: ['c'], pause });
  expect(waits(ALL)).toEqual({ ...NOTHING, pause });
  expect(waits([], { isAsking: true })).toEqual({ ...NOTHING, pause });
  expect(waits([], { isChangeDue: true })).toEqual({ ...NOTHING, pause });
});

it('[F19] pulls and uploads leave a connection free for changes', () => {
  expect(readsAtOnce(false, 2) + 2).toBe(5);
  expect(readsAtOnce(true, 2)).toBe(1);
  expect(windowSize(99, 5)).toBe(1);
});
