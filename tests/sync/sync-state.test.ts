import { describe, expect, it } from 'vitest';
import { MUTATION_STATES, type MutationKind } from '../../src/domain/mutation.ts';
import { SYNC_EVENTS, type SyncEvent, transition } from '../../src/sync/sync-state.ts';

const KINDS = ['create', 'update', 'delete'] as const satisfies readonly MutationKind[];

/** The moves of the diagram as [from, event, to]; everything else stays or is impossible. */
const MOVES = [
  ['queued', 'claimed', 'sending'],
  ['queued', 'confirmed', 'confirmed'],
  ['queued', 'notApplied', 'queued'],
  ['queued', 'refused', 'parked'],
  ['queued', 'conflicted', 'parked'],
  ['queued', 'aged', 'parked'],
  ['queued', 'cancelled', 'cancelled'],
  ['sending', 'confirmed', 'confirmed'],
  ['sending', 'notApplied', 'queued'],
  ['sending', 'ambiguous', 'unknown or read first'],
  ['sending', 'refused', 'parked'],
  ['sending', 'orphaned', 'unknown or read first'],
  ['sending', 'conflicted', 'queued'],
  ['unknown', 'confirmed', 'confirmed'],
  ['unknown', 'provenAbsent', 'queued'],
  ['unknown', 'found', 'confirmed'],
  ['unknown', 'foundSeveral', 'parked'],
  ['parked', 'confirmed', 'confirmed'],
  ['parked', 'found', 'confirmed'],
  ['parked', 'retried', 'queued'],
  ['parked', 'cancelled', 'cancelled'],
] as const;

function movesOf(kind: MutationKind): unknown[] {
  return MUTATION_STATES.flatMap((state) =>
    SYNC_EVENTS.map((event) => [state, event, transition(kind, state, event)] as const).filter(
      ([, , next]) => next !== 'stays' && next !== 'impossible',
    ),
  );
}

describe('[S1] the transition table', () => {
  it.each(KINDS)('[S1] moves a %s as the diagram says and not otherwise', (kind) => {
    const ambiguous = kind === 'create' ? { to: 'unknown' } : { to: 'queued', readFirst: true };
    expect(movesOf(kind)).toEqual(
      MOVES.map(([from, event, next]) => {
        if (next === 'unknown or read first') return [from, event, ambiguous];
        const leaves = next === 'confirmed' || next === 'cancelled';
        return [from, event, leaves ? next : { to: next }];
      }),
    );
  });

  it('[S3] makes an ambiguous create unknown, and reads anything else before it is sent again', () => {
    for (const event of ['ambiguous', 'orphaned'] as const) {
      expect(transition('create', 'sending', event)).toEqual({ to: 'unknown' });
      expect(transition('update', 'sending', event)).toEqual({ to: 'queued', readFirst: true });
      expect(transition('delete', 'sending', event)).toEqual({ to: 'queued', readFirst: true });
    }
  });

  it('[S2] sends only what is queued', () => {
    const claimable = MUTATION_STATES.filter(
      (state) => transition('update', state, 'claimed') !== 'impossible',
    );
    expect(claimable).toEqual(['queued']);
  });

  it.each<SyncEvent>(['ambiguous', 'orphaned', 'refused', 'notApplied'])(
    '[P5] an answer of an attempt that was given up changes nothing where it tells nothing: %s',
    (event) => {
      expect(transition('create', 'unknown', event)).toBe('stays');
      expect(transition('create', 'parked', event)).toBe('stays');
    },
  );
});
