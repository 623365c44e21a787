import { describe, expect, it } from 'vitest';
import { MUTATION_STATES, type MutationKind, type MutationState } from '../../src/outbox/mutation.ts';
import { type Next, SYNC_EVENTS, type SyncEvent, transition } from '../../src/outbox/sync-state.ts';

const KINDS = ['create', 'keyed create', 'update', 'delete'] as const;
type Kind = (typeof KINDS)[number];

function next(kind: Kind, state: MutationState, event: SyncEvent): Next {
  const plain: MutationKind = kind === 'keyed create' ? 'create' : kind;
  return transition({ kind: plain, sentWithKey: kind === 'keyed create', state }, event);
}

/** The next state if an attempt may have been carried out. */
const IN_DOUBT: Readonly<Record<Kind, Next>> = {
  create: { to: 'unknown' },
  'keyed create': { to: 'queued' },
  update: { to: 'queued', readFirst: true },
  delete: { to: 'queued', readFirst: true },
};

/** All possible transitions, as [from, event, to, kinds]. */
const MOVES: readonly (readonly [MutationState, SyncEvent, string, (readonly Kind[])?])[] = [
  ['queued', 'checkedOut', 'sending'],
  ['queued', 'confirmed', 'confirmed'],
  ['queued', 'notApplied', 'queued'],
  ['queued', 'refused', 'parked'],
  ['queued', 'conflicted', 'parked', ['update', 'delete']],
  ['queued', 'aged', 'parked'],
  ['queued', 'keyUnknown', 'unknown', ['create', 'keyed create']],
  ['queued', 'cancelled', 'cancelled'],
  ['sending', 'confirmed', 'confirmed'],
  ['sending', 'notApplied', 'queued'],
  ['sending', 'ambiguous', 'in doubt'],
  ['sending', 'refused', 'parked'],
  ['sending', 'orphaned', 'in doubt'],
  ['unknown', 'confirmed', 'confirmed', ['create', 'keyed create']],
  ['unknown', 'provenAbsent', 'queued', ['create', 'keyed create']],
  ['unknown', 'foundSeveral', 'parked', ['create', 'keyed create']],
  ['parked', 'confirmed', 'confirmed'],
  ['parked', 'agreed', 'queued', ['update']],
  ['parked', 'retried', 'queued'],
  ['parked', 'reopened', 'unknown', ['create']],
  ['parked', 'cancelled', 'cancelled'],
];

function movesOf(kind: Kind): unknown[] {
  return MUTATION_STATES.flatMap((state) =>
    SYNC_EVENTS.map((event) => [state, event, next(kind, state, event)] as const).filter(
      ([, , to]) => to !== 'impossible',
    ),
  );
}

describe('[S1] the transition table', () => {
  it.each(KINDS)('[S1] moves a %s only as the diagram says', (kind) => {
    const moves = MOVES.filter(([, , , kinds = KINDS]) => kinds.includes(kind));
    expect(movesOf(kind)).toEqual(
      moves.map(([from, event, to]) => {
        if (to === 'in doubt') return [from, event, IN_DOUBT[kind]];
        return [from, event, to === 'confirmed' || to === 'cancelled' ? to : { to }];
      }),
    );
  });

  it('[S3, S13, X11] makes an ambiguous create unknown, and reads anything else before it is sent again', () => {
    for (const event of ['ambiguous', 'orphaned'] as const) {
      for (const kind of KINDS) expect(next(kind, 'sending', event)).toEqual(IN_DOUBT[kind]);
    }
  });

  it('[S2] sends only what is queued', () => {
    const claimable = MUTATION_STATES.filter((state) => next('update', state, 'checkedOut') !== 'impossible');
    expect(claimable).toEqual(['queued']);
  });
});
