import { describe, expect, it } from 'vitest';
import type { CollectionRow } from '../../src/db/collection-row.ts';
import { type MetaRow, MetaRows } from '../../src/db/meta-rows.ts';

import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { Mutation, MutationChange } from '../../src/outbox/mutation.ts';
import { type ContactFacts, planContact } from '../../src/sync/engine/pause-reasons.ts';
import { type PushFacts, planPushes, planWork, type WorkFacts } from '../../src/sync/engine/plan-work.ts';
import type { Poll } from '../../src/sync/poll.ts';
import { drainAfter } from '../../src/sync/poll.ts';
import { type PullFacts, planPull } from '../../src/sync/pull/plan-pull.ts';
import { NO_PULL_YET, type PullPlan } from '../../src/sync/pull/pull-policy.ts';
import { aMutation } from '../support/records/mutations.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOW = 100 * MINUTE;
/** When nothing is due for long. */
const LATER = NOW + 30 * MINUTE;

function outbox(...given: readonly MutationChange[]): Mutation[] {
  return given.map((mutation, n) => aMutation({ id: `m${n}`, localId: `r${n}`, ...mutation, seq: n + 1 }));
}

/** A collection that was read a minute ago. */
function collection(name: ResourceName, given: Partial<CollectionRow> = {}): CollectionRow {
  return {
    key: `collection:${name}`,
    generation: 1,
    orderBy: null,
    firstSeen: 0,
    removed: [],
    cooldownUntil: 0,
    pulledAt: NOW - MINUTE,
    complete: true,
    error: null,
    absence: null,
    ...given,
  };
}

const FEED: MetaRow = { key: 'feed', cursor: 'c', since: NOW, before: [], ready: true };

interface Seen {
  readonly open?: readonly Mutation[];
  readonly waitsFor?: Poll['waitsFor'];
  readonly drainStartedAt?: number | null;
  readonly features?: readonly string[];
  readonly rows?: readonly MetaRow[];
}

function poll({
  open = [],
  waitsFor = new Map(),
  drainStartedAt = null,
  features = [],
  rows,
}: Seen = {}): Poll {
  const meta = new MetaRows(rows ?? RESOURCE_NAMES.map((name) => collection(name)));
  return { open, waitsFor, meta, drainStartedAt, features: new Set(features) };
}

/** Nothing is due for half an hour. */
const RESTING: PullPlan = {
  ...NO_PULL_YET,
  startedAt: NOW - MINUTE,
  wanted: false,
  usualAt: LATER,
  markerAt: LATER,
  wholeAt: LATER,
};

function pullFacts(
  plans: Partial<Record<ResourceName, Partial<PullPlan>>> = {},
  given: Partial<PullFacts> = {},
): PullFacts {
  return {
    now: NOW,
    visible: true,
    planOf: (resource) => ({ ...RESTING, ...plans[resource] }),
    isPulling: false,
    narrow: [],
    feedTriedAt: null,
    restUntil: 0,
    probeAt: () => NOW,
    ...given,
  };
}

const pushFacts: PushFacts = {
  now: NOW,
  busy: new Set(),
  window: 6,
  requests: 0,
  successes: 6,
  batchesRefused: false,
  pulling: null,
};

describe('whether anything may leave the device', () => {
  const open: ContactFacts = { now: NOW, reasons: [], reached: true, resumeAt: 0, throttledUntil: 0 };

  it.each<[what: string, facts: Partial<ContactFacts>, plan: object]>([
    ['anything', {}, { do: 'work' }],
    ['one cheap GET [P1]', { reached: false }, { do: 'reach', endsDrain: true }],
    [
      'one cheap GET, while offline',
      { reached: false, reasons: ['offline'] },
      { do: 'reach', endsDrain: true },
    ],
    [
      'nothing before the back-off is over',
      { reached: false, resumeAt: NOW + SECOND },
      { do: 'wait', until: NOW + SECOND, endsDrain: true },
    ],
    ['nothing while signed out', { reasons: ['signedOut'] }, { do: 'pause', until: null, endsDrain: true }],
    [
      'nothing while throttled, and the drain goes on behind it [L83]',
      { reasons: ['throttled'], throttledUntil: NOW + MINUTE },
      { do: 'pause', until: NOW + MINUTE, endsDrain: false },
    ],
    [
      'nothing while throttled and signed out',
      { reasons: ['signedOut', 'throttled'], throttledUntil: NOW + MINUTE },
      { do: 'pause', until: NOW + MINUTE, endsDrain: true },
    ],
  ])('%s', (_, facts, plan) => {
    expect(planContact({ ...open, ...facts })).toEqual(plan);
  });
});

describe('a drain', () => {
  const waiting = outbox({});

  it.each<[what: string, before: number | null, seen: Pick<Poll, 'open' | 'waitsFor'>, after: number | null]>(
    [
      ['begins with the first change that waits', null, poll({ open: waiting }), NOW],
      ['counts from its beginning', NOW - MINUTE, poll({ open: waiting }), NOW - MINUTE],
      ['begins now where the clock was put back since', NOW + MINUTE, poll({ open: waiting }), NOW],
      ['goes on while one is under way', NOW - 1, poll({ open: outbox({ state: 'sending' }) }), NOW - 1],
      ['ends when nothing is left', NOW - 1, poll(), null],
      [
        'ends when what is left waits for references',
        NOW - 1,
        poll({ open: waiting, waitsFor: new Map([['m0', []]]) }),
        null,
      ],
      [
        'ends when what is left waits for a person',
        NOW - 1,
        poll({ open: outbox({ state: 'parked' }) }),
        null,
      ],
    ],
  )('%s', (_, before, seen, after) => {
    expect(drainAfter(before, seen, NOW)).toBe(after);
  });

  it('[P68] is not begun by a change that waits for its undo, but by one that backs off', () => {
    const after = (given: object) => drainAfter(null, poll({ open: outbox(given) }), NOW);
    expect(after({ nextAt: NOW + SECOND })).toBeNull();
    expect(after({ nextAt: NOW + SECOND, attempts: 1 })).toBe(NOW);
  });
});

describe('what is read next', () => {
  const unknown = outbox({ state: 'unknown', kind: 'create', nextAt: 0 });
  const followed = [...RESOURCE_NAMES.map((name) => collection(name)), FEED];
  const wanted = { customers: { wanted: true }, estimates: { wanted: true } };

  it.each<[what: string, seen: Seen, facts: PullFacts, action: object]>([
    ['nothing, until the next is due', {}, pullFacts(), { do: 'wait', until: LATER }],
    [
      'an unknown create by itself, also beside a pull',
      {},
      pullFacts(wanted, { narrow: unknown, isPulling: true }),
      { do: 'narrow', creates: unknown },
    ],
    ['nothing beside a pull', {}, pullFacts(wanted, { isPulling: true }), { do: 'wait', until: null }],
    ['what is wanted', {}, pullFacts(wanted), { do: 'pull', resource: 'customers' }],
    [
      'the older of two [L88]',
      { rows: [collection('customers'), collection('estimates', { pulledAt: 1 })] },
      pullFacts(wanted),
      { do: 'pull', resource: 'estimates' },
    ],
    [
      'what a screen waits for, before what is older [L15]',
      { rows: [collection('estimates', { pulledAt: 1 }), { key: 'request:customers', at: NOW }] },
      pullFacts(wanted),
      { do: 'pull', resource: 'customers' },
    ],
    [
      'not before its cooldown is over',
      {},
      pullFacts({ customers: { wanted: true, cooldownUntil: NOW + SECOND } }),
      { do: 'wait', until: NOW + SECOND },
    ],
    [
      'what was planned by a clock that has been put back',
      {},
      pullFacts({ projects: { startedAt: NOW + 1 } }),
      { do: 'pull', resource: 'projects' },
    ],
    [
      'not before a server is spared no longer, unless somebody waits [L17]',
      {},
      pullFacts({ projects: { usualAt: NOW, wholeAt: NOW } }, { restUntil: NOW + MINUTE }),
      { do: 'wait', until: NOW + MINUTE },
    ],
    ['nothing by itself in a hidden tab', {}, pullFacts({}, { visible: false }), { do: 'wait', until: null }],
    [
      'a page for a change marker [L14]',
      {},
      pullFacts({ projects: { markerAt: NOW } }),
      { do: 'marker', resource: 'projects' },
    ],
    [
      'no marker of what is read in a moment anyway',
      {},
      pullFacts({ projects: { markerAt: NOW, wholeAt: NOW + SECOND } }),
      { do: 'wait', until: NOW + SECOND },
    ],
    [
      'the whole list for an unknown create, before the feed',
      { open: unknown, features: ['changes'], rows: followed },
      pullFacts({ projects: { wanted: true } }),
      { do: 'pull', resource: 'customers' },
    ],
    [
      'not for an unknown create before another pull may show more',
      { open: unknown },
      pullFacts({ customers: { cooldownUntil: LATER } }, { probeAt: () => NOW + SECOND }),
      { do: 'wait', until: NOW + SECOND },
    ],
    ['the beginning of a feed', { features: ['changes'] }, pullFacts(wanted), { do: 'beginFeed' }],
    [
      'not the beginning of a feed that the server did not show a moment ago',
      { features: ['changes'] },
      pullFacts(wanted, { feedTriedAt: NOW - SECOND }),
      { do: 'pull', resource: 'customers' },
    ],
    [
      'the feed in the place of lists',
      { features: ['changes'], rows: followed },
      pullFacts({ projects: { wanted: true } }),
      { do: 'follow', names: RESOURCE_NAMES },
    ],
    [
      'a list of which the feed does not tell all',
      { features: ['changes'], rows: [...followed, collection('projects', { complete: false })] },
      pullFacts({ projects: { wanted: true } }),
      { do: 'pull', resource: 'projects' },
    ],
    [
      'a list that many waiting updates were made over too long ago',
      { open: outbox({}, {}, {}, {}), drainStartedAt: NOW - SECOND },
      pullFacts(),
      { do: 'pull', resource: 'customers' },
    ],
    [
      'not where the server guards them itself',
      { open: outbox({}, {}, {}, {}), drainStartedAt: NOW - SECOND, features: ['if-match'] },
      pullFacts(),
      { do: 'wait', until: LATER },
    ],
  ])('is %s', (_, seen, facts, action) => {
    expect(planPull(poll(seen), facts)).toEqual(action);
  });
});

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

describe('what is begun at one poll', () => {
  const { window: _w, pulling: _r, ...push } = pushFacts;
  const facts: WorkFacts = {
    pull: pullFacts(),
    reads: 0,
    readsStats: false,
    settings: { wanted: false, isBusy: false, notBefore: 0 },
    mayRead: true,
    push,
    pulling: null,
  };
  const creates = outbox(...Array.from({ length: 30 }, () => ({ kind: 'create' as const })));
  const begun = (seen: Seen, given: Partial<WorkFacts> = {}) => {
    const { actions, recheckAt } = planWork(poll(seen), { ...facts, ...given });
    const sends = actions.flatMap((action) => (action.do === 'send' ? action.pushes.single : []));
    return { does: actions.map((action) => action.do), sends: sends.length, recheckAt };
  };
  const asked: MetaRow = { key: 'request:dashboard', at: 7 };

  it('is sent over six connections, of which a pull has one', () => {
    expect(begun({ open: creates })).toEqual({ does: ['send'], sends: 6, recheckAt: LATER });
    const wanting = { pull: pullFacts({ customers: { wanted: true } }) };
    expect(begun({ open: creates }, wanting)).toEqual({ does: ['read', 'send'], sends: 5, recheckAt: null });
    expect(begun({ open: creates }, { reads: 3 }).sends).toBe(3);
  });

  it('[X45] is what the settings want, once their back-off is over, and one piece of it at a time', () => {
    const wanted = { wanted: true, isBusy: false, notBefore: 0 };
    const shared = { open: creates, features: ['company-settings'] };
    const actionsOf = (seen: Seen, settings: WorkFacts['settings'], mayRead = true) =>
      planWork(poll(seen), { ...facts, settings, mayRead }).actions.filter(({ do: what }) => what !== 'send');
    expect(actionsOf(shared, wanted)).toEqual([{ do: 'syncSettings' }]);
    expect(actionsOf({}, wanted)).toEqual([]);
    expect(actionsOf(shared, wanted, false)).toEqual([]);
    expect(actionsOf(shared, { ...wanted, isBusy: true })).toEqual([]);
    expect(begun(shared, { settings: wanted }).sends).toBe(5);
    expect(begun(shared, { settings: { ...wanted, isBusy: true } }).sends).toBe(5);
    const later = begun({ features: ['company-settings'] }, { settings: { ...wanted, notBefore: NOW + 9 } });
    expect(later).toMatchObject({ does: ['send'], recheckAt: NOW + 9 });
  });

  it('is the dashboard, once for each time that a screen asks', () => {
    const rows = [...RESOURCE_NAMES.map((name) => collection(name)), asked];
    expect(begun({ open: creates, rows })).toMatchObject({ does: ['readStats', 'send'], sends: 5 });
    expect(begun({ rows }, { readsStats: true }).does).toEqual(['send']);
    const answered = { key: 'dashboard', answers: 7, stats: null, error: null } as const;
    expect(begun({ rows: [...rows, answered] }).does).toEqual(['send']);
  });

  it('is no pull while another tab waits to lead', () => {
    const rows = [...RESOURCE_NAMES.map((name) => collection(name)), asked];
    const given = { pull: pullFacts({ customers: { wanted: true } }), mayRead: false };
    expect(begun({ open: creates, rows }, given)).toMatchObject({
      does: ['send'],
      sends: 6,
      recheckAt: null,
    });
  });

  it.each(['beginFeed', 'follow'] as const)('holds updates back that the feed may tell of: %s', (step) => {
    const rows: MetaRow[] = RESOURCE_NAMES.map((name) => collection(name));
    if (step === 'follow') rows.push(FEED);
    const open = outbox({}, {}, {}, {});
    const seen = { open, rows, drainStartedAt: NOW, features: ['changes'] };
    const { actions } = planWork(poll(seen), { ...facts, pull: pullFacts({ projects: { wanted: true } }) });
    expect(actions).toEqual([
      { do: 'read', what: expect.objectContaining({ do: step }) },
      { do: 'send', pushes: { batches: [], single: [], dueAt: null } },
    ]);
  });

  it('is polled again when an unknown create may be looked for', () => {
    const open = outbox({ kind: 'create', state: 'unknown', nextAt: NOW + SECOND });
    expect(begun({ open }).recheckAt).toBe(NOW + SECOND);
  });
});
