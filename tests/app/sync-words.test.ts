import { expect, test } from 'vitest';
import { syncWords } from '../../src/app/shell/sync-status.tsx';

const now = new Date(2026, 0, 15, 14, 30).getTime();
const quiet = {
  waiting: 0,
  attention: 0,
  refused: 0,
  held: [],
  serverSilent: false,
  pulledAt: now - 60_000,
  now,
} as const;

// @spec D2.16
test.each<[string, Partial<Parameters<typeof syncWords>[0]>, RegExp, string]>([
  ['all is well', {}, /^Up to date as of 2:29\sPM$/, 'ok'],
  ['nothing was ever fetched', { pulledAt: null }, /^Not synced yet$/, 'never'],
  ['a day old', { pulledAt: now - 86_400_000 }, /^Up to date as of Jan 14, 2:30\sPM$/, 'ok'],
  ['one change', { waiting: 1 }, /^1 change waiting$/, 'waiting'],
  ['some changes', { waiting: 3 }, /^3 changes waiting$/, 'waiting'],
  ['short for a phone', { waiting: 3, short: true }, /^3 waiting$/, 'waiting'],
  ['no connection', { held: ['offline'] }, /^No connection · as of 2:29\sPM$/, 'away'],
  ['no connection, never fetched', { held: ['unreachable'], pulledAt: null }, /^No connection$/, 'away'],
  [
    'no connection and changes',
    { held: ['offline'], waiting: 3 },
    /^No connection · 3 changes waiting$/,
    'away',
  ],
  [
    'a server that does not answer',
    { held: ['unreachable', 'serverSilent'], waiting: 1 },
    /^Server not answering · 1 change waiting$/,
    'held',
  ],
  ['a pause that a person must end', { held: ['storageFull'] }, /^Storage full · as of/, 'attention'],
  ['one refusal', { attention: 1, refused: 1 }, /^The server refused 1 change$/, 'attention'],
  [
    'refusals only',
    { held: ['offline'], attention: 3, refused: 3 },
    /^No connection · The server refused 3 changes$/,
    'attention',
  ],
  ['refusals, short for a phone', { attention: 3, refused: 3, short: true }, /^3 refused$/, 'attention'],
  [
    'refusals and a question',
    { attention: 3, refused: 2 },
    /^The server refused 2 changes · 1 needs attention$/,
    'attention',
  ],
  [
    'refusals and a question, short for a phone',
    { attention: 3, refused: 2, short: true },
    /^2 refused · 1 needs attention$/,
    'attention',
  ],
  [
    'refusals, a question and a change, short for a phone',
    { attention: 3, refused: 2, waiting: 4, short: true },
    /^4 waiting · 3 need attention$/,
    'attention',
  ],
  ['one for a person', { attention: 1 }, /^1 needs attention$/, 'attention'],
  ['several for a person', { attention: 2 }, /^2 need attention$/, 'attention'],
  [
    'everything at once',
    { held: ['unreachable', 'signedOut'], waiting: 1, attention: 2 },
    /^Signed out · 1 change waiting · 2 need attention$/,
    'attention',
  ],
  [
    'everything at once, short for a phone',
    { held: ['offline'], waiting: 1, attention: 2, short: true },
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
