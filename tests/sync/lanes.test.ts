import { describe, expect, it } from 'vitest';
import { laneOf, type Mutation, type MutationChange } from '../../src/outbox/mutation.ts';
import {
  batchOf,
  nextDueAt,
  nextProbeAt,
  readsAtOnce,
  readyMutations,
  windowSize,
} from '../../src/sync/engine/plan-work.ts';
import { aMutation, aRefusal } from '../support/records/mutations.ts';

const facts = { now: 1000, busy: new Set<string>(), waitsFor: new Map<string, readonly string[]>() };

/** Mutations in order of acceptance. */
function outbox(...given: readonly MutationChange[]): Mutation[] {
  return given.map((mutation, index) => aMutation({ ...mutation, seq: index + 1 }));
}

const seqs = (mutations: readonly Mutation[]): number[] => mutations.map(({ seq }) => seq);

describe('what may be sent now', () => {
  it('[P2] is the first change of every record, in order', () => {
    const open = outbox({ localId: 'a' }, { localId: 'b' }, { localId: 'a' }, { localId: 'c' });
    expect(seqs(readyMutations(open, facts))).toEqual([1, 2, 4]);
  });

  it.each<[string, MutationChange]>([
    ['in flight', { state: 'sending' }],
    ['unknown', { state: 'unknown', kind: 'create' }],
    ['parked', { state: 'parked', refusal: aRefusal() }],
    ['put off', { nextAt: 1001 }],
  ])(
    '[P2, P23] is nothing of a record whose first change is %s, and everything of the others',
    (_, first) => {
      const open = outbox({ ...first, localId: 'a' }, { localId: 'a' }, { localId: 'b' });
      expect(seqs(readyMutations(open, facts))).toEqual([3]);
    },
  );

  it('[P2] is nothing of a record with a request under way', () => {
    const [first] = outbox({ localId: 'a' });
    const busy = new Set([laneOf(first ?? aMutation())]);
    expect(readyMutations(outbox({ localId: 'a' }), { ...facts, busy })).toEqual([]);
  });

  it('[M22] is nothing of a record of which a later change is under way, since it came from another', () => {
    const open = outbox({ localId: 'a' }, { localId: 'b' }, { localId: 'a', state: 'sending' });
    expect(seqs(readyMutations(open, facts))).toEqual([2]);
  });

  it('[S14] is nothing that refers to a record which no server has yet', () => {
    const open = outbox({ id: 'm-1', localId: 'a' }, { id: 'm-2', localId: 'c' });
    expect(seqs(readyMutations(open, { ...facts, waitsFor: new Map([['m-1', []]]) }))).toEqual([2]);
  });

  it('[Q3] follows the order of acceptance, never a clock', () => {
    const open = outbox(
      { localId: 'a', firstSentAt: 900, id: 'z' },
      { localId: 'b', firstSentAt: 1, id: 'a' },
    );
    expect(seqs(readyMutations(open, facts))).toEqual([1, 2]);
  });
});

describe('when the next change falls due', () => {
  it('[P2] is the earliest time that a first change waits for', () => {
    const open = outbox(
      { localId: 'a', nextAt: 5000 },
      { localId: 'a', nextAt: 2000 },
      { localId: 'b', nextAt: 3000 },
      { id: 'm-c', localId: 'c', nextAt: 1500 },
      { localId: 'd', nextAt: 1200, state: 'unknown' },
      { localId: 'e', nextAt: 900 },
    );
    expect(nextDueAt(open, { ...facts, waitsFor: new Map([['m-c', []]]) })).toBe(3000);
    expect(nextDueAt(open.slice(4), facts)).toBeNull();
  });
});

it('[U1] the next unknown create may be looked for when the earliest has waited long enough', () => {
  const unknown = (nextAt: number) => ({ state: 'unknown', kind: 'create', nextAt }) as const;
  const open = outbox(
    { localId: 'a', ...unknown(5000) },
    { localId: 'b', ...unknown(3000) },
    { nextAt: 2000 },
  );
  expect(nextProbeAt(open, 1000)).toBe(3000);
  expect(nextProbeAt(outbox({ localId: 'a', ...unknown(900) }, { nextAt: 2000 }), 1000)).toBeNull();
});

it('[P3] one request at first, then 2, 4 and 6 at once', () => {
  expect([0, 1, 2, 3, 4, 100].map((count) => windowSize(count, 0))).toEqual([1, 2, 4, 6, 6, 6]);
});

it('[P24] what is being read has its part of the six connections, and gives way to what is sent', () => {
  expect([0, 1, 2, 3, 4].map((count) => windowSize(count, 1))).toEqual([1, 2, 4, 5, 5]);
  expect([1, 4].map((count) => windowSize(count, 4))).toEqual([2, 2]);
  expect([readsAtOnce(false, 0), readsAtOnce(true, 0)]).toEqual([5, 1]);
});

describe('what may go out in one request', () => {
  const create = (n: number, given: MutationChange = {}) =>
    aMutation({
      seq: n,
      id: `m-${n}`,
      localId: `r-${n}`,
      kind: 'create',
      idempotencyKey: `r-${n}`,
      ...given,
    });
  const ids = (
    open: readonly Mutation[],
    waitsFor: ReadonlyMap<string, readonly string[]> = new Map(),
    successes = 1,
  ) => batchOf(open, { ...facts, waitsFor }, successes).map(({ id }) => id);

  it('[X7] is what is ready, in order, one change of a record', () => {
    const second = aMutation({ seq: 3, id: 'm-3', localId: 'r-1' });
    expect(ids([create(1), create(2), second])).toEqual(['m-1', 'm-2']);
    expect(ids([create(1, { nextAt: 5000 }), create(2, { state: 'sending' }), create(4)])).toEqual(['m-4']);
  });

  it('[X27] takes along what refers to a create before it, and nothing else that waits', () => {
    const waitsFor = new Map([
      ['m-2', ['r-1']],
      ['m-3', ['r-9']],
      ['m-4', []],
      ['m-5', ['r-1', 'r-2']],
    ]);
    expect(
      ids(
        [1, 2, 3, 4, 5].map((n) => create(n)),
        waitsFor,
      ),
    ).toEqual(['m-1', 'm-2', 'm-5']);
    expect(ids([create(2), create(1)], waitsFor)).toEqual(['m-1']);
  });

  it('[X7, X29] leaves out what must be read first, and takes 200 at most, at first and after a fault 50', () => {
    const [unseen, seen] = [aMutation({ readFirst: true }), aMutation({ id: 'm-7', localId: 'r-7' })];
    expect(ids([unseen, create(2), seen])).toEqual(['m-2', 'm-7']);
    const many = Array.from({ length: 250 }, (_, n) => create(n));
    expect(ids(many)).toHaveLength(200);
    expect(ids(many, new Map(), 0)).toHaveLength(50);
  });
});
