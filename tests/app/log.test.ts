import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../src/app/device/log.ts';

const printed: unknown[][] = [];

beforeEach(() => {
  printed.length = 0;
  for (const level of ['debug', 'info', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      printed.push([level, ...words]);
    });
  }
});

afterEach(() => vi.restoreAllMocks());

/** Says one thing of each kind, all of them with a customer's data. */
function sayAll(production: boolean): void {
  const log = createLog(production);
  log.debug('read', { email: 'ann@example.com' });
  log.info('change answered', { email: 'ann@example.com' });
  log.error('sync work failed', new TypeError('ann@example.com cannot be read'));
  log.error('sync work failed', 'ann@example.com');
}

describe('the console', () => {
  // @spec D1.32
  it('of a production build has errors alone, and nothing of what they quote', () => {
    sayAll(true);
    expect(printed).toEqual([
      ['error', 'sync work failed', 'TypeError'],
      ['error', 'sync work failed', 'string'],
    ]);
  });

  // @spec 8.15
  it('of a development build has everything', () => {
    sayAll(false);
    expect(printed).toEqual([
      ['debug', 'read', { email: 'ann@example.com' }],
      ['info', 'change answered', { email: 'ann@example.com' }],
      ['error', 'sync work failed', new TypeError('ann@example.com cannot be read')],
      ['error', 'sync work failed', 'ann@example.com'],
    ]);
  });
});
