import { expect, test } from 'vitest';
import { syncWords } from '../../src/app/shell/sync-status.tsx';

const now = new Date(2026, 0, 15, 14, 30).getTime();
const quiet = { waiting: 0, attention: 0, reasons: [], pulledAt: now - 60_000, now } as const;

// @spec D2.16
test.each<[string, Partial<Parameters<typeof syncWords>[0]>, RegExp, string]>([
  ['all is well', {}, /^Up to date as of 2:29\sPM$/, 'ok'],
  ['nothing was ever fetched', { pulledAt: null }, /^Not synced yet$/, 'never'],
  ['a day old', { pulledAt: now - 86_400_000 }, /^Up to date as of Jan 14, 2:30\sPM$/, 'ok'],
  ['one change', { waiting: 1 }, /^1 change waiting$/, 'waiting'],
  ['some changes', { waiting: 3 }, /^3 changes waiting$/, 'waiting'],
  ['short for a phone', { waiting: 3, short: true }, /^3 waiting$/, 'waiting'],
  ['no connection', { reasons: ['offline'] }, /^No connection · as of 2:29\sPM$/, 'held'],
  ['no connection, never fetched', { reasons: ['unreachable'], pulledAt: null }, /^No connection$/, 'held'],
  [
    'no connection and changes',
    { reasons: ['offline'], waiting: 3 },
    /^No connection · 3 changes waiting$/,
    'held',
  ],
  ['one for a person', { attention: 1 }, /^1 needs attention$/, 'attention'],
  ['several for a person', { attention: 2 }, /^2 need attention$/, 'attention'],
  [
    'everything at once',
    { reasons: ['unreachable', 'signedOut'], waiting: 1, attention: 2 },
    /^Signed out · 1 change waiting · 2 need attention$/,
    'attention',
  ],
  [
    'everything at once, short for a phone',
    { reasons: ['offline'], waiting: 1, attention: 2, short: true },
    /^No connection · 2 need attention$/,
    'attention',
  ],
  [
    'changes wait and some need a person, short for a phone',
    { waiting: 1, attention: 2, short: true },
    /^1 waiting · 2 need attention$/,
    'attention',
  ],
])('the top bar when %s', (_, facts, text, tone) => {
  const words = syncWords({ ...quiet, ...facts });
  expect(words.text).toMatch(text);
  expect(words.tone).toBe(tone);
});
