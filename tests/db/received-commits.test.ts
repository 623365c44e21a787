import { describe, expect, it } from 'vitest';
import { ReceivedCommits } from '../../src/db/change-bus.ts';

describe('the commits that a tab has received', () => {
  it('may arrive in any order, and a missing one is noticed', () => {
    const received = new ReceivedCommits();
    expect(received.lacks(0)).toBe(true);
    received.catchUp(4);
    expect([received.receive(6), received.lacks(6), received.lacks(4)]).toEqual([true, true, false]);
    expect([received.receive(5), received.lacks(6)]).toEqual([false, false]);
    expect([received.receive(8), received.lacks(8)]).toEqual([true, true]);
    received.catchUp(7);
    expect(received.lacks(8)).toBe(false);
  });

  it('may arrive before the first check, and be older than it', () => {
    const received = new ReceivedCommits();
    received.receive(9);
    received.receive(3);
    received.catchUp(8);
    expect(received.lacks(9)).toBe(false);
    expect(received.receive(2)).toBe(false);
    expect(received.lacks(10)).toBe(true);
  });
});
