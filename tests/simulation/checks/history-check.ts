import type { HistoryEntry } from '../../../src/db/past-changes.ts';
import { means } from './meaning.ts';
import { collectionOf, type Stores } from './stores.ts';
import { Violation } from './violation.ts';

/**
 * I16: a record's history leads from each value of a field to the next, and ends at the value in the device's server
 * copy. Only records on the device have a history. Skips recreated records, which are other rows.
 */
export function checkHistory(stores: Stores): void {
  const last = new Map<string, HistoryEntry['fields'][string]>();
  for (const { resource, localId, fields } of stores.history) {
    if (isAnotherRow(stores, resource, localId)) continue;
    const copy = stores.mirror(resource).get(localId)?.server;
    if (!copy) throw new Violation('I16', `${resource}/${localId} has a history, but is not on the device`);
    for (const [field, values] of Object.entries(fields)) {
      const key = `${resource}/${localId} ${field}`;
      const before = last.get(key);
      if (before && !means(field, before.is, values.was))
        throw new Violation('I16', `${key} became ${before.is}, but then was ${values.was}`);
      last.set(key, values);
    }
  }
  for (const { resource, localId, fields } of stores.history) {
    if (isAnotherRow(stores, resource, localId)) continue;
    const copy = stores.mirror(resource).get(localId)?.server;
    for (const field of Object.keys(fields)) {
      const is = last.get(`${resource}/${localId} ${field}`)?.is;
      if (!means(field, is, copy?.[field]))
        throw new Violation(
          'I16',
          `${resource}/${localId} became ${is} in ${field}, but is ${copy?.[field]}`,
        );
    }
  }
}

function isAnotherRow(stores: Stores, resource: HistoryEntry['resource'], localId: string): boolean {
  const { madeAgain = [], formerRows = {} } = collectionOf(stores, resource) ?? {};
  return madeAgain.includes(localId) || localId in formerRows;
}
