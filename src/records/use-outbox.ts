import { mutationsOf } from '../db/outbox.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { useLiveRead } from './live-read.ts';

/** A record whose changes a list must not leave out. */
export interface RecordKey {
  readonly resource: ResourceName;
  readonly localId: string;
}

/**
 * The first `limit` changes that wait for a person, or for the server, in order of acceptance, live; those of
 * `also` as well, wherever they stand. Undefined until the device has answered.
 */
export function useOutboxWindow(
  which: 'parked' | 'open',
  limit: number,
  also: RecordKey | null = null,
): readonly Mutation[] | undefined {
  const { resource, localId } = also ?? {};
  return useLiveRead(
    async (relaxed) => {
      const inWindow = ({ state }: Mutation): boolean => (state === 'parked') === (which === 'parked');
      // Parked ones have an index of their own; what is open is nearly everything else.
      const window =
        which === 'parked'
          ? await relaxed.outbox.where('state').equals('parked').limit(limit).toArray()
          : await relaxed.outbox.orderBy('seq').filter(inWindow).limit(limit).toArray();
      if (resource === undefined || localId === undefined) return window;
      const own = await relaxed.outbox.where('[resource+localId]').equals([resource, localId]).toArray();
      const missing = own.filter((one) => inWindow(one) && !window.some(({ seq }) => seq === one.seq));
      return [...window, ...missing].sort((a, b) => a.seq - b.seq);
    },
    [which, limit, resource, localId],
  );
}

/** How many changes are parked as too old to be sent unasked, live. Undefined until the device has answered. */
export function useTooOldCount(): number | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.outbox
        .where('state')
        .equals('parked')
        .filter(({ refusal }) => refusal?.reason === 'tooOld')
        .count(),
    [],
  );
}

/** A record's changes that no server has confirmed, oldest first, live. Undefined until the device has answered. */
export function useRecordChanges(resource: ResourceName, localId: string): readonly Mutation[] | undefined {
  return useLiveRead(
    (relaxed) => relaxed.transaction('r', relaxed.outbox, (tx) => mutationsOf(tx, resource, localId)),
    [resource, localId],
  );
}
