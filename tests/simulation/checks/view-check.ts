import { fold } from '../../../src/domain/fold.ts';
import { RESOURCE_NAMES } from '../../../src/domain/resource-specs.ts';
import { changesOf, type Stores } from './stores.ts';
import { Violation } from './violation.ts';

/** I4: what screens show is the server's copy with the open changes folded in, and every change has its record. */
export function checkView(stores: Stores): void {
  for (const resource of RESOURCE_NAMES) {
    const mirror = stores.mirror(resource);
    for (const record of mirror.values()) {
      const folded = fold(record.server, changesOf(stores, resource, record.localId));
      if (!same(folded.view, record.view) || folded.mark !== record.mark) {
        const shown = JSON.stringify([record.mark, record.view]);
        const meant = JSON.stringify([folded.mark, folded.view]);
        throw new Violation('I4', `${resource}/${record.localId} shows ${shown}, not ${meant}`);
      }
    }
  }
  for (const { resource, localId, kind } of stores.outbox) {
    if (!stores.mirror(resource).has(localId)) {
      throw new Violation('I9', `${resource}/${localId} is gone while a ${kind} of it waits`);
    }
  }
}

function same(a: object | null, b: object | null): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => (a as Record<string, unknown>)[key] === (b as Record<string, unknown>)[key])
  );
}
