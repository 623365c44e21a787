import { describe, expect, it } from 'vitest';
import { MUTATION_STATES, type MutationKind, type MutationState } from '../../src/outbox/mutation.ts';
import { type Next, SYNC_EVENTS, type SyncEvent, transition } from '../../src/outbox/sync-state.ts';

const KINDS = ['create', 'keyed create', 'update', 'delete'] as const;
type Kind = (typeof KINDS)[number];

function next(kind: Kind, state: MutationState, event: SyncEvent): Next {
  const plain: MutationKind = kind === 'keyed create' ? 'create' : kind;
  return transition({ kind: plain, keyed: kind === 'keyed create', state }, event);
}

const AMBIGUOUS: Readonly<Record<Kind, Next>> = {
  create: { to: 'unknown' },
  'keyed create': { to: 'queued' },
  update: { to: 'queued', readFirst: true },
  delete: { to: 'queued', readFirst: true },
};

/** The moves of the diagram as [from, event, to]; everything else stays or is impossible. */
const MOVES = [
  ['queued', 'claimed', 'sending'],
  ['queued', 'confirmed', 'confirmed'],
  ['queued', 'notApplied', 'queued'],
  ['queued', 'refused', 'parked'],
  ['queued', 'conflicted', 'parked'],
  ['queued', 'aged', 'parked'],
  ['queued', 'keyLost', 'unknown with its key'],
  ['queued', 'cancelled', 'cancelled'],
  ['sending', 'confirmed', 'confirmed'],
  ['sending', 'notApplied', 'queued'],
  ['sending', 'ambiguous', 'in doubt'],
  ['sending', 'refused', 'parked'],
  ['sending', 'orphaned', 'in doubt'],
  ['sending', 'conflicted', 'queued'],
  ['unknown', 'confirmed', 'confirmed'],
  ['unknown', 'provenAbsent', 'queued'],
  ['unknown', 'foundSeveral', 'parked'],
  ['parked', 'confirmed', 'confirmed'],
  ['parked', 'agreed', 'queued'],
  ['parked', 'retried', 'queued'],
  ['parked', 'reopened', 'unknown of a create'],
  ['parked', 'cancelled', 'cancelled'],
] as const;

function movesOf(kind: Kind): unknown[] {
  return MUTATION_STATES.flatMap((state) =>
    SYNC_EVENTS.map((event) => [state, event, next(kind, state, event)] as const).filter(
      ([, , to]) => to !== 'stays' && to !== 'impossible',
    ),
  );
}

describe('[S1] the transition table', () => {
  it.each(KINDS)('[S1] moves a %s as the diagram says and not otherwise', (kind) => {
    const moves = MOVES.filter(
      ([, , to]) =>
        (to !== 'unknown with its key' || kind === 'keyed create') &&
        (to !== 'unknown of a create' || kind === 'create' || kind === 'keyed create'),
    );
    expect(movesOf(kind)).toEqual(
      moves.map(([from, event, to]) => {
        if (to === 'in doubt') return [from, event, AMBIGUOUS[kind]];
        if (to === 'unknown with its key' || to === 'unknown of a create')
          return [from, event, { to: 'unknown' }];
        return [from, event, to === 'confirmed' || to === 'cancelled' ? to : { to }];
      }),
    );
  });

  it('[S3, S13, X11] makes an ambiguous create unknown, and reads anything else before it is sent again', () => {
    for (const event of ['ambiguous', 'orphaned'] as const) {
      for (const kind of KINDS) expect(next(kind, 'sending', event)).toEqual(AMBIGUOUS[kind]);
    }
  });

  it('[S2] sends only what is queued', () => {
    const claimable = MUTATION_STATES.filter((state) => next('update', state, 'claimed') !== 'impossible');
    expect(claimable).toEqual(['queued']);
  });

  it.each<SyncEvent>(['ambiguous', 'orphaned', 'refused', 'notApplied'])(
    '[P5] an answer of an attempt that was given up changes nothing where it tells nothing: %s',
    (event) => {
      expect(next('create', 'unknown', event)).toBe('stays');
      expect(next('create', 'parked', event)).toBe('stays');
    },
  );
});
