import { expect, it } from 'vitest';
import { MetaRows } from '../../src/db/meta-rows.ts';
import { type MutationChange, NOT_PROBED, type ServerRefusal } from '../../src/outbox/mutation.ts';
import { isInFeed } from '../../src/sync/poll.ts';
import { aMutation } from '../support/records/mutations.ts';

function refused(reason: ServerRefusal['reason']): ServerRefusal {
  return { reason, status: 400, body: null, at: 0 };
}

const SENT: MutationChange = { kind: 'create', resource: 'customers', probe: NOT_PROBED };

it.each<[string, MutationChange, boolean]>([
  ['a create whose answer was lost', { ...SENT, state: 'unknown' }, false],
  ['a possible duplicate', { ...SENT, state: 'parked', refusal: refused('mayExistTwice') }, false],
  ['a create that the server refused', { ...SENT, state: 'parked', refusal: refused('rejected') }, true],
  ['a create that waits for a person without a reason', { ...SENT, state: 'parked', refusal: null }, true],
  ['an update', { kind: 'update', resource: 'customers', state: 'queued' }, true],
])('whether the feed is enough beside %s', (_, given, isEnough) => {
  const row = {
    key: 'collection:customers',
    generation: 1,
    orderBy: null,
    firstSeen: 0,
    removed: [],
    cooldownUntil: 0,
    pulledAt: 0,
    complete: true,
    error: null,
    absence: null,
  } as const;
  const seen = { open: [aMutation(given)], meta: new MetaRows([row]), waitsFor: new Map() };
  expect(isInFeed('customers', { ...seen, drainStartedAt: null, features: new Set() })).toBe(isEnough);
});
