import { MARK_FIELD } from '../server/company.ts';
import type { Stores } from './stores.ts';

/** Marks of the records of which a person is being told that they may exist twice. */
export function raisedIn(stores: Stores): string[] {
  const raised = [
    ...stores.outbox.filter(({ refusal }) => refusal?.reason === 'mayExistTwice'),
    ...stores.watches.filter(({ twins }) => twins.length > 0),
  ];
  return raised.flatMap(({ resource, localId }) => {
    const record = stores.mirror(resource).get(localId);
    const mark = (record?.view ?? record?.server)?.[MARK_FIELD[resource]];
    return typeof mark === 'string' ? [mark] : [];
  });
}
