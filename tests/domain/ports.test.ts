import { describe, expect, it } from 'vitest';
import { aborted, delay, eitherOf } from '../../src/domain/ports.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';

describe('delay', () => {
  it('resolves after its time on the clock and not before', async () => {
    const clock = new ManualClock();
    const log: string[] = [];
    const waiting = delay(clock, 1000).then(() => log.push('done'));
    clock.advance(999);
    await Promise.resolve();
    expect(log).toEqual([]);
    clock.advance(1);
    await waiting;
    expect(log).toEqual(['done']);
  });

  it('resolves as soon as its signal aborts, and at once if it has aborted already', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const waiting = delay(clock, 1000, stop.signal);
    stop.abort();
    await waiting;
    await delay(clock, 1000, stop.signal);
    expect(clock.now()).toBe(new ManualClock().now());
  });
});

describe('either of two signals', () => {
  it('aborts as soon as one of them does', () => {
    for (const which of [0, 1]) {
      const both = [new AbortController(), new AbortController()] as const;
      const either = eitherOf(both[0].signal, both[1].signal);
      expect(either.aborted).toBe(false);
      both[which]?.abort();
      expect(either.aborted).toBe(true);
    }
  });

  it('is aborted at once if one of them already was', () => {
    expect(eitherOf(new AbortController().signal, AbortSignal.abort()).aborted).toBe(true);
  });
});

describe('aborted', () => {
  it('resolves when its signal aborts, or at once if it already has', async () => {
    const log: string[] = [];
    const controller = new AbortController();
    const waiting = aborted(controller.signal).then(() => log.push('aborted'));
    await Promise.resolve();
    expect(log).toEqual([]);
    controller.abort();
    await waiting;
    await aborted(controller.signal);
    expect(log).toEqual(['aborted']);
  });
});
