import { expect, it } from 'vitest';
import { readsAtOnce, windowSize } from '../../../src/sync/engine/plan-work.ts';
import { type FileFacts, mayUseNetwork, planFiles } from '../../../src/sync/files/plan-files.ts';

function facts(given: Partial<FileFacts> = {}): FileFacts {
  return {
    now: 1000,
    isChangeDue: false,
    busy: new Set(),
    isAsking: false,
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
const NOTHING = { ask: [], send: [], dueAt: null, pause: null };

it('[F8] the server is asked about files before the first is sent', () => {
  expect(planFiles(ALL, facts(), 200)).toEqual({ ...NOTHING, ask: ALL });
  expect(planFiles(ALL, facts(), 2).ask).toEqual(['a', 'b']);
  expect(planFiles(ALL, facts({ isAsking: true }), 200)).toEqual(NOTHING);
});

it('[F7] two files are sent at once, and none while a change is due', () => {
  const known = new Set(ALL);
  expect(planFiles(ALL, facts({ known }), 200).send).toEqual(['a', 'b']);
  expect(planFiles(ALL, facts({ known, busy: new Set(['a']) }), 200).send).toEqual(['b']);
  expect(planFiles(ALL, facts({ known, busy: new Set(['a', 'b']) }), 200).send).toEqual([]);
  expect(planFiles(ALL, facts({ known, isChangeDue: true }), 200).send).toEqual([]);
  expect(planFiles([], facts(), 200)).toEqual(NOTHING);
});

it('[F12] a file that rests lets the others go first', () => {
  const known = new Set(ALL);
  const notBefore = new Map([['a', 5000]]);
  expect(planFiles(ALL, facts({ known, notBefore }), 200)).toEqual({
    ...NOTHING,
    send: ['b', 'c'],
    dueAt: 5000,
  });
});

it('[F11] a pause holds all files', () => {
  const paused = { why: 'serverFull', until: 9000 } as const;
  const held = { ...NOTHING, dueAt: 9000, pause: paused };
  expect(planFiles(ALL, facts({ paused }), 200)).toEqual(held);
  expect(planFiles(ALL, facts({ paused, isChangeDue: true }), 200)).toEqual(held);
  expect(planFiles(ALL, facts({ paused, network: 'press' }), 200)).toEqual(held);
  expect(planFiles(ALL, facts({ paused, now: 9000 }), 200).pause).toBeNull();
  expect(planFiles([], facts({ paused }), 200).pause).toBeNull();
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
  expect(planFiles(ALL, facts({ network, isOnWifi }), 200).pause).toEqual(pause);
});

it('[F19] pulls and uploads leave a connection free for changes', () => {
  expect(readsAtOnce(false, 2) + 2).toBe(5);
  expect(readsAtOnce(true, 2)).toBe(1);
  expect(windowSize(99, 5)).toBe(1);
});
