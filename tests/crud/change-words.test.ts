import { describe, expect, test } from 'vitest';
import { type Standing, stateWords } from '../../src/crud/change-words.ts';
import { formatMoment } from '../../src/ui/text/format-date.ts';

const now = new Date(2026, 0, 15, 9, 10).getTime();
const MINUTE = 60_000;
const at = (ms: number): string => formatMoment(now + ms, now);

const free: Standing = { reasons: [], resumeAt: 0, now };
const ERROR = { serverErrors: 1, since: now, rereads: 0 };
const REREAD = { serverErrors: 0, since: now, rereads: 1 };

type Change = Parameters<typeof stateWords>[0];
const waits: Change = { state: 'queued', setbacks: null, attempts: 1, nextAt: 0 };
const failed: Change = { state: 'queued', setbacks: ERROR, attempts: 1, nextAt: now + 4 * MINUTE };
const lost: Change = { state: 'unknown', setbacks: null, attempts: 1, nextAt: now + MINUTE };

describe('an open change', () => {
  test.each<[string, Change, Partial<Standing>, string]>([
    ['that was never tried', waits, {}, 'Waiting'],
    ['that was never tried, without a connection', waits, { reasons: ['offline'] }, 'Waiting'],
    ['that was read again', { ...waits, setbacks: REREAD }, {}, 'Waiting'],
    ['under way', { ...failed, state: 'sending' }, {}, 'Being sent'],
    ['for a person', { ...failed, state: 'parked' }, {}, 'Needs attention'],
    ['that failed', failed, {}, `The server had an error. Trying again at ${at(4 * MINUTE)}.`],
    ['that failed and is due', { ...failed, nextAt: now }, {}, 'The server had an error. Trying again now.'],
    [
      'that failed, on a server that cannot be reached for longer',
      failed,
      { reasons: ['unreachable'], resumeAt: now + 5 * MINUTE },
      `The server had an error. Trying again at ${at(5 * MINUTE)}.`,
    ],
    [
      'that failed, without a connection: nobody knows when',
      failed,
      { reasons: ['offline'] },
      'The server had an error. Trying again as soon as changes can be sent.',
    ],
    [
      'that failed before the clock was put back by an hour: it is due at once',
      { ...failed, nextAt: now + 60 * MINUTE },
      {},
      'The server had an error. Trying again now.',
    ],
    [
      'that can still be undone',
      { ...waits, attempts: 0, nextAt: now + 5000 },
      {},
      'Sent in a few seconds, unless you undo it',
    ],
    ['that is put off', { ...waits, nextAt: now + MINUTE }, {}, `Trying again at ${at(MINUTE)}.`],
    [
      'that is put off, signed out',
      { ...waits, nextAt: now + MINUTE },
      { reasons: ['signedOut'] },
      'Waiting',
    ],
    [
      'whose answer was lost',
      lost,
      {},
      `Sent, but not confirmed. Checking at ${at(MINUTE)} whether it arrived.`,
    ],
    [
      'whose answer was an error',
      { ...lost, setbacks: ERROR },
      {},
      `The server had an error. Checking at ${at(MINUTE)} whether it arrived.`,
    ],
    [
      'that is being looked for',
      { ...lost, nextAt: now },
      {},
      'Sent, but not confirmed. Checking now whether it arrived.',
    ],
    [
      'that cannot be looked for',
      lost,
      { reasons: ['captivePortal'] },
      'Sent, but not confirmed. Checking whether it arrived as soon as the server can be reached.',
    ],
  ])('%s', (_, change, standing, words) => {
    expect(stateWords(change, { ...free, ...standing })).toBe(words);
  });
});
