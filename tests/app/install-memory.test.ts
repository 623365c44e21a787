import { describe, expect, it } from 'vitest';
import { installMemory } from '../../src/app/pwa/install.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';

const DAY = 24 * 60 * 60_000;

function aDevice() {
  const values = new Map<string, string>();
  const clock = new ManualClock();
  const storage = {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
  };
  return { values, clock, storage, newPage: () => installMemory(storage, clock) };
}

describe('the proposal to install the app', () => {
  it('is made once, and again after 90 days in another page', () => {
    const { clock, newPage } = aDevice();
    const first = newPage();
    expect(first.mayAsk()).toBe(true);
    first.noteAsked();
    expect([first.mayAsk(), newPage().mayAsk()]).toEqual([false, false]);
    clock.advance(89 * DAY);
    expect(newPage().mayAsk()).toBe(false);
    clock.advance(DAY);
    expect(newPage().mayAsk()).toBe(true);
    expect(first.mayAsk()).toBe(false);
  });

  it('is made once in a page that can remember nothing', () => {
    const { storage, clock } = aDevice();
    const full = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    const memory = installMemory({ ...storage, set: full }, clock);
    memory.noteAsked();
    expect(memory.mayAsk()).toBe(false);
  });

  it.each(['nonsense', '99999999999999999'])('is made where the device remembers %s', (text) => {
    const { values, newPage } = aDevice();
    values.set('install-asked', text);
    expect(newPage().mayAsk()).toBe(true);
  });
});
