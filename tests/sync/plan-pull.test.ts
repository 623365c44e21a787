import { describe, expect, it } from 'vitest';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { type PullFacts, planPull } from '../../src/sync/pull/plan-pull.ts';
import {
  collection,
  FEED,
  LATER,
  MINUTE,
  NOW,
  outbox,
  poll,
  pullFacts,
  SECOND,
  type Seen,
} from '../support/tab/poll-facts.ts';

describe('what is read next', () => {
  const unknown = outbox({ state: 'unknown', kind: 'create', nextAt: 0 });
  const followed = [...RESOURCE_NAMES.map((name) => collection(name)), FEED];
  const wanted = { customers: { wanted: true }, estimates: { wanted: true } };

  it.each<[what: string, seen: Seen, facts: PullFacts, action: object]>([
    ['nothing, until the next is due', {}, pullFacts(), { do: 'wait', until: LATER }],
    [
      'an unknown create by itself, even during a pull',
      {},
      pullFacts(wanted, { narrow: unknown, isPulling: true }),
      { do: 'narrow', creates: unknown },
    ],
    ['nothing during a pull', {}, pullFacts(wanted, { isPulling: true }), { do: 'wait', until: null }],
    ['a list that is wanted', {}, pullFacts(wanted), { do: 'pull', resource: 'customers' }],
    [
      'the older of two [L88]',
      { rows: [collection('customers'), collection('estimates', { pulledAt: 1 })] },
      pullFacts(wanted),
      { do: 'pull', resource: 'estimates' },
    ],
    [
      'the list that a screen waits for, before an older one [L15]',
      { rows: [collection('estimates', { pulledAt: 1 }), { key: 'request:customers', at: NOW }] },
      pullFacts(wanted),
      { do: 'pull', resource: 'customers' },
    ],
    [
      'nothing before its cooldown is over',
      {},
      pullFacts({ customers: { wanted: true, cooldownUntil: NOW + SECOND } }),
      { do: 'wait', until: NOW + SECOND },
    ],
    [
      'a list whose times are ahead, because the clock was set back',
      {},
      pullFacts({ projects: { startedAt: NOW + 1 } }),
      { do: 'pull', resource: 'projects' },
    ],
    [
      'nothing while a busy server is spared, unless a screen waits [L17]',
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
      'no marker of a list that is read in a moment anyway',
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
      'nothing for an unknown create until another pull may show more',
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
      'the feed in place of lists',
      { features: ['changes'], rows: followed },
      pullFacts({ projects: { wanted: true } }),
      { do: 'follow', names: RESOURCE_NAMES },
    ],
    [
      'a list that the device does not have completely, although there is a feed',
      { features: ['changes'], rows: [...followed, collection('projects', { complete: false })] },
      pullFacts({ projects: { wanted: true } }),
      { do: 'pull', resource: 'projects' },
    ],
    [
      'a list whose copy has become too old for many waiting updates',
      { open: outbox({}, {}, {}, {}), drainStartedAt: NOW - SECOND },
      pullFacts(),
      { do: 'pull', resource: 'customers' },
    ],
    [
      'nothing for such updates if the server checks their versions',
      { open: outbox({}, {}, {}, {}), drainStartedAt: NOW - SECOND, features: ['if-match'] },
      pullFacts(),
      { do: 'wait', until: LATER },
    ],
  ])('is %s', (_, seen, facts, action) => {
    expect(planPull(poll(seen), facts)).toEqual(action);
  });
});

it('[F24, F27] photos that a screen shows come before lists, and others after all that is due', () => {
  const due = { customers: { wanted: true } };
  const shown = { shownAt: NOW, othersAt: NOW, isOverdue: false };
  const others = { shownAt: null, othersAt: NOW, isOverdue: false };
  expect(planPull(poll(), pullFacts(due, { photos: shown }))).toEqual({ do: 'photos' });
  expect(planPull(poll(), pullFacts(due, { photos: others }))).toEqual({ do: 'pull', resource: 'customers' });
  expect(planPull(poll(), pullFacts({}, { photos: others }))).toEqual({ do: 'photos' });
  const later = { ...others, othersAt: NOW + 1000 };
  expect(planPull(poll(), pullFacts({}, { photos: later }))).toEqual({ do: 'wait', until: NOW + 1000 });
  expect(planPull(poll(), pullFacts({}, { photos: shown, isPulling: true }))).toEqual({
    do: 'wait',
    until: null,
  });
});

it('[F49] photos that have waited for a minute come before a list or a marker that nobody waits for', () => {
  const photos = { shownAt: null, othersAt: NOW, isOverdue: true };
  const isUsual = { customers: { wholeAt: NOW } };
  expect(planPull(poll(), pullFacts(isUsual, { photos }))).toEqual({ do: 'photos' });
  const isWanted = { customers: { wanted: true } };
  expect(planPull(poll(), pullFacts(isWanted, { photos }))).toEqual({ do: 'pull', resource: 'customers' });
  expect(planPull(poll(), pullFacts({ customers: { markerAt: NOW } }, { photos }))).toEqual({ do: 'photos' });
  const rest = { ...photos, othersAt: NOW + 1000 };
  expect(planPull(poll(), pullFacts(isUsual, { photos: rest }))).toEqual({
    do: 'pull',
    resource: 'customers',
  });
});
