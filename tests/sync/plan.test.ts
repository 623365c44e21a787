import { describe, expect, it } from 'vitest';
import type { MetaRow } from '../../src/db/meta-rows.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { type ContactFacts, planContact } from '../../src/sync/engine/pause-reasons.ts';
import { planWork, type WorkFacts } from '../../src/sync/engine/plan-work.ts';
import { drainAfter, type Poll } from '../../src/sync/poll.ts';
import {
  collection,
  FEED,
  LATER,
  MINUTE,
  NOW,
  outbox,
  poll,
  pullFacts,
  pushFacts,
  SECOND,
  type Seen,
} from '../support/tab/poll-facts.ts';

describe('whether anything may leave the device', () => {
  const open: ContactFacts = {
    now: NOW,
    reasons: [],
    reached: true,
    resumeAt: 0,
    throttledUntil: 0,
    fullUntil: 0,
  };

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
    [
      'nothing from a full device, until it is tried again [P59]',
      { reasons: ['storageFull'], fullUntil: NOW + MINUTE },
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
