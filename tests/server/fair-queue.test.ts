import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BusyError } from '../../server/db/database-errors.ts';
import { FairQueue, type Sender, type Turn } from '../../server/db/fair-queue.ts';

/** A queue whose work ends when it is told to, and what has begun so far. */
function watched(connections: number, limits = {}) {
  const queue = new FairQueue(connections, limits);
  const begun: string[] = [];
  const turns = new Map<string, Turn>();
  const ends = new Map<string, () => void>();
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    for (const endOne of ends.values()) endOne();
  });
  const add = (label: string, sender: Sender, waitMs?: number): Promise<void> =>
    queue.run(
      sender,
      (turn) =>
        new Promise<void>((resolve) => {
          begun.push(label);
          turns.set(label, turn);
          ends.set(label, resolve);
          if (isOver) resolve();
        }),
      waitMs,
    );
  const end = async (label: string): Promise<void> => {
    await delay(0);
    ends.get(label)?.();
    await delay(0);
  };
  return { queue, begun, add, end, turnOf: (label: string) => turns.get(label) };
}

const acme = { name: 'acme' };
const beta = { name: 'beta' };
const writing = { name: 'acme', writes: true };

describe('the next user of a connection', () => {
  it('is another company than the last one, however much that one wants', async () => {
    const { add, begun, end } = watched(1);
    for (const n of [1, 2, 3, 4]) void add(`a${n}`, acme);
    void add('b1', beta);
    void add('b2', beta);
    void add('c1', { name: 'gamma' });
    for (const label of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(label);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('is not a third change of a company that has two under way', async () => {
    const { add, begun, end } = watched(10);
    for (const n of [1, 2, 3]) void add(`w${n}`, writing);
    void add('r1', acme);
    await delay(0);
    expect(begun).toEqual(['w1', 'w2', 'r1']);
    await end('w2');
    expect(begun).toEqual(['w1', 'w2', 'r1', 'w3']);
  });

  it('is another company where one reads and writes as much as it may', async () => {
    const { add, begun } = watched(10);
    for (let n = 1; n <= 12; n += 1) void add(`r${n}`, acme);
    for (let n = 1; n <= 12; n += 1) void add(`w${n}`, writing);
    void add('b1', beta);
    void add('b2', beta);
    await delay(0);
    expect(begun).toEqual(['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'w1', 'w2', 'b1', 'b2']);
  });

  it('is a read and a change of one company in turns', async () => {
    const { add, begun, end } = watched(1);
    for (const n of [1, 2, 3]) void add(`w${n}`, writing);
    for (const n of [1, 2, 3]) void add(`r${n}`, acme);
    for (const label of ['w1', 'r1', 'w2', 'r2', 'w3']) await end(label);
    expect(begun).toEqual(['w1', 'r1', 'w2', 'r2', 'w3', 'r3']);
  });

  it('is known to the holder of the connection, who sees if another company is next', async () => {
    const { add, end, turnOf } = watched(1);
    void add('w1', writing);
    void add('w2', writing);
    await delay(0);
    expect(turnOf('w1')?.isWanted()).toBe(false);
    void add('b1', beta);
    expect(turnOf('w1')?.isWanted()).toBe(true);
    await end('w1');
    await end('b1');
    void add('r1', acme);
    expect(turnOf('w2')?.isWanted()).toBe(true);
  });

  it('is not one that waited too long: it fails as busy, and those behind it get their turn', async () => {
    const { add, begun, end } = watched(1);
    void add('a1', acme);
    const late = add('b1', beta, 10);
    void add('b2', beta);
    await expect(late).rejects.toThrow(BusyError);
    await end('a1');
    expect(begun).toEqual(['a1', 'b2']);
  });

  it('is not one of a company with too many waiting, which fails as busy at once', async () => {
    const { add, begun, end } = watched(1, { waiting: 2 });
    for (const n of [1, 2, 3]) void add(`a${n}`, acme);
    await expect(add('a4', acme)).rejects.toThrow(BusyError);
    void add('b1', beta);
    for (const label of ['a1', 'b1', 'a2']) await end(label);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('is the next one also where work fails', async () => {
    const { queue, add, begun } = watched(1);
    const failing = queue.run(acme, () => Promise.reject(new Error('no')));
    void add('b1', beta);
    await expect(failing).rejects.toThrow('no');
    await delay(0);
    expect(begun).toEqual(['b1']);
  });
});

describe('a company whose work takes long', () => {
  const acmes = { name: 'acme', shares: true };
  const betas = { name: 'beta', shares: true };

  /** Work that takes so long on one connection, in which order it began, and time that passes when it is told to. */
  function timed() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const queue = new FairQueue(1);
    const begun: string[] = [];
    const add = (label: string, sender: Sender, ms: number): void => {
      void queue.run(sender, () => {
        begun.push(label);
        return new Promise<void>((resolve) => setTimeout(resolve, ms));
      });
    };
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
    return { add, pass, begun };
  }

  it('leaves another as much time as it took, so that this one finds a free connection', async () => {
    const { add, pass, begun } = timed();
    add('b1', betas, 1);
    await pass(1);
    add('a1', acmes, 240);
    add('a2', acmes, 1);
    await pass(240);
    // A sender of one request after the other does not wait for `acme` each time.
    for (const label of ['b2', 'b3', 'b4']) {
      add(label, betas, 1);
      await pass(1);
    }
    await pass(250);
    expect(begun).toEqual(['b1', 'a1', 'b2', 'b3', 'b4', 'a2']);
  });

  it('does so also after short work: many slices of 4 ms are a burden together', async () => {
    const { add, pass, begun } = timed();
    add('b1', betas, 1);
    await pass(1);
    for (const label of ['a1', 'a2', 'a3']) add(label, acmes, 4);
    await pass(4);
    add('b2', betas, 1);
    await pass(20);
    expect(begun).toEqual(['b1', 'a1', 'b2', 'a2', 'a3']);
  });

  it('does not pause while no other company is active', async () => {
    const { add, pass, begun } = timed();
    add('a1', acmes, 240);
    add('a2', acmes, 1);
    await pass(240);
    expect(begun).toEqual(['a1', 'a2']);
    await pass(1);
  });
});
