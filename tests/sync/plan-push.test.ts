import { describe, expect, it } from 'vitest';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { MutationChange } from '../../src/outbox/mutation.ts';
import { type PushFacts, planPushes } from '../../src/sync/engine/plan-work.ts';
import { collection, NOW, outbox, poll, pushFacts, type Seen } from '../support/tab/poll-facts.ts';

describe('what is sent next', () => {
  const fresh = RESOURCE_NAMES.map((name) => collection(name, { pulledAt: NOW }));
  const sent = (seen: Seen, facts: Partial<PushFacts> = {}) => {
    const { batches, single, dueAt } = planPushes(poll({ rows: fresh, ...seen }), { ...pushFacts, ...facts });
    const seqs = single.map(({ mutation, stale }) => `${mutation.seq}${stale ? ' read first' : ''}`);
    return { batches: batches.map((batch) => batch.length), single: seqs, dueAt };
  };
  const many = (count: number, kind: MutationChange['kind'] = 'create'): MutationChange[] =>
    Array.from({ length: count }, () => ({ kind, acceptedAt: NOW }));

  it('is what is ready, in the order of acceptance', () => {
    const open = outbox({ acceptedAt: NOW }, { acceptedAt: NOW, nextAt: NOW + 7 }, { acceptedAt: NOW });
    expect(sent({ open })).toEqual({ batches: [], single: ['1', '3'], dueAt: NOW + 7 });
  });

  it('is as much as there is room for', () => {
    expect(sent({ open: outbox(...many(30)) }, { window: 4, requests: 2 }).single).toEqual(['1', '2']);
    expect(sent({ open: outbox(...many(30)) }, { window: 4, requests: 5 }).single).toEqual([]);
  });

  it('is read first where its list was read too long ago, or left it out', () => {
    const rows = [collection('customers'), collection('projects', { pulledAt: NOW, unread: ['r1'] })];
    const open = outbox({ acceptedAt: NOW }, { resource: 'projects', acceptedAt: NOW });
    expect(sent({ open, rows }).single).toEqual(['1 read first', '2 read first']);
  });

  it('holds back updates while their list is read for many of them', () => {
    const open = outbox({}, {}, {}, {});
    const seen = { open, rows: [collection('customers')], drainStartedAt: NOW };
    expect(sent(seen, { pulling: 'customers' }).single).toEqual([]);
    expect(sent(seen, { pulling: 'feed' }).single).toEqual([]);
    expect(sent(seen, { pulling: 'projects' }).single).toHaveLength(4);
    expect(sent({ ...seen, open: open.slice(1) }, { pulling: 'customers' }).single).toHaveLength(3);
  });

  it('[X28] is in batches where the server takes them, two at once', () => {
    const features = ['batch', 'client-uid', 'if-match'];
    const open = outbox(...many(450));
    expect(sent({ open, features })).toEqual({ batches: [200, 200], single: [], dueAt: null });
    expect(sent({ open, features }, { requests: 1 }).batches).toEqual([200]);
    expect(sent({ open, features }, { window: 1 }).batches).toEqual([200]);
    expect(sent({ open: outbox(...many(201)), features })).toMatchObject({ batches: [200], single: ['201'] });
    expect(sent({ open, features }, { batchesRefused: true }).batches).toEqual([]);
    expect(sent({ open, features: ['batch'] }).batches).toEqual([]);
  });

  it('is in no batch where an update must be read first', () => {
    const open = outbox({}, { acceptedAt: NOW }, { acceptedAt: NOW });
    const seen = { open, rows: [collection('customers')], drainStartedAt: NOW };
    expect(sent({ ...seen, features: ['batch', 'client-uid'] })).toMatchObject({
      batches: [],
      single: { length: 3 },
    });
    expect(sent({ ...seen, features: ['batch', 'client-uid', 'if-match'] }).batches).toEqual([3]);
  });
});
