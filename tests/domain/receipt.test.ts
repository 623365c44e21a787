import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../src/domain/ids.ts';
import { dayAt } from '../../src/domain/plain-date.ts';
import { idsOfDay, receiptOf, startOfDay } from '../../src/domain/receipt.ts';

const DAY = '2026-03-05';
const NOON = startOfDay(DAY) + 12 * 3_600_000;
const MIDNIGHT = startOfDay('2026-03-06');

type Outcome = Parameters<typeof receiptOf>[0][number]['outcome'];

let made = 0;

/** A change made at `at`, and the entries of how it ended. */
function aChange(at: number, ...outcomes: readonly (readonly [Outcome, number])[]) {
  made += 1;
  const mutationId = uuidv7(at, () => (made % 16) / 16);
  return outcomes.map(([outcome, end]) => ({ mutationId, outcome, at: end }));
}

function receipt(changes: readonly ReturnType<typeof aChange>[], open: readonly string[] = [], day = DAY) {
  const entries = changes.flat().map((entry, n) => ({ ...entry, n: n + 1 }));
  const { lines, ...sums } = receiptOf(entries, { day, isOpen: (id) => open.includes(id) });
  return { ...sums, states: lines.map(({ state }) => state) };
}

describe('the receipt of a day', () => {
  it('counts what the server confirmed, and names the time of the last', () => {
    const changes = [aChange(NOON, ['confirmed', NOON + 1]), aChange(NOON, ['confirmed', NOON + 5])];
    expect(receipt(changes)).toEqual({ sent: 2, lastAt: NOON + 5, states: ['sent', 'sent'] });
  });

  it('of a day without changes is empty', () => {
    expect(receipt([])).toEqual({ sent: 0, lastAt: null, states: [] });
  });

  it.each<[Outcome, string]>([
    ['replaced', 'merged'],
    ['decided', 'merged'],
    ['joined', 'merged'],
    ['cancelled', 'discarded'],
    ['same', 'same'],
  ])('counts no change as sent that was %s', (outcome, state) => {
    expect(receipt([aChange(NOON, [outcome, NOON])])).toEqual({ sent: 0, lastAt: null, states: [state] });
  });

  it('[H15] counts a change once, however it came to be sent', () => {
    const change = aChange(NOON, ['joined', NOON + 1], ['confirmed', NOON + 2]);
    expect(receipt([change])).toEqual({ sent: 1, lastAt: NOON + 2, states: ['sent'] });
    const late = aChange(NOON, ['confirmed', NOON + 2], ['cancelled', NOON + 3]);
    expect(receipt([late])).toEqual({ sent: 1, lastAt: NOON + 2, states: ['sent'] });
  });

  it('lists no change that is still in the outbox', () => {
    const change = aChange(NOON, ['joined', NOON + 1]);
    expect(receipt([change], [change[0]?.mutationId ?? '']).states).toEqual([]);
  });

  it('[H17] lists a change that became a part of a later one on its own day', () => {
    const [first] = aChange(NOON, ['replaced', NOON]);
    const [later] = aChange(MIDNIGHT, ['confirmed', MIDNIGHT + 1]);
    if (!first || !later) throw new Error('no change');
    const taking = { ...later, tookIn: [first.mutationId] };
    expect(receipt([[taking]])).toEqual({ sent: 0, lastAt: null, states: ['merged'] });
    expect(receipt([[first, taking]]).states).toEqual(['merged']);
    expect(receipt([[taking]], [first.mutationId]).states).toEqual([]);
    expect(receipt([[taking]], [], '2026-03-06')).toMatchObject({ sent: 1, states: ['sent'] });
    expect(receipt([[{ ...taking, outcome: 'cancelled' }]]).states).toEqual(['discarded']);
  });

  it('lists the latest first', () => {
    const changes = [
      aChange(NOON, ['confirmed', NOON]),
      aChange(NOON, ['cancelled', NOON]),
      aChange(NOON, ['replaced', NOON]),
    ];
    expect(receipt(changes).states).toEqual(['merged', 'discarded', 'sent']);
  });

  it('[H17] goes by when a change was made, although the server confirmed it after midnight', () => {
    const change = aChange(MIDNIGHT - 1, ['confirmed', MIDNIGHT + 5]);
    expect(receipt([change])).toMatchObject({ sent: 1, lastAt: MIDNIGHT + 5 });
    expect(receipt([change], [], '2026-03-06').sent).toBe(0);
    expect(receipt([aChange(MIDNIGHT, ['confirmed', MIDNIGHT])], [], '2026-03-06').sent).toBe(1);
  });

  it('goes by when a change ended if its id has no time', () => {
    const entry = { n: 1, mutationId: 'm-1', outcome: 'confirmed', at: NOON } as const;
    expect(receiptOf([entry], { day: DAY, isOpen: () => false }).sent).toBe(1);
    expect(receiptOf([entry], { day: '2026-03-06', isOpen: () => false }).sent).toBe(0);
  });
});

describe('the ids of a day', () => {
  it.each(['2026-03-05', '2026-03-08', '2026-11-01', '2026-12-31'])('are those made on it: %s', (day) => {
    const [from, before] = idsOfDay(day);
    const isIn = (at: number, random: number): boolean => {
      const id = uuidv7(at, () => random);
      return from <= id && id < before;
    };
    const start = startOfDay(day);
    expect(dayAt(start)).toBe(day);
    expect([isIn(start, 0), isIn(start - 1, 0.99)]).toEqual([true, false]);
    const end = startOfDay(new Date(start + 36 * 3_600_000).toLocaleDateString('sv'));
    expect([isIn(end - 1, 0.99), isIn(end, 0)]).toEqual([true, false]);
  });
});
