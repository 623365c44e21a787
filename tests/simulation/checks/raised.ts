import type { Stores } from './stores.ts';

/** Local ids of records of which a person is being told that they may exist twice. */
export function raisedIn({ outbox, watches }: Stores): string[] {
  return [
    ...outbox.filter(({ refusal }) => refusal?.reason === 'mayExistTwice'),
    ...watches.filter(({ twins }) => twins.length > 0),
  ].map(({ localId }) => localId);
}
