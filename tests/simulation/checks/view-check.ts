import { RECORD_KINDS } from '../../../src/domain/resource-specs.ts';
import type { ServerRefusal } from '../../../src/outbox/mutation.ts';
import { shown } from './meaning.ts';
import { changesOf, type Stores } from './stores.ts';
import { Violation } from './violation.ts';

/** I4: screens show the server's copy with the open changes folded in, and every change has its record. */
export function checkView(stores: Stores): void {
  for (const resource of RECORD_KINDS) {
    const mirror = stores.mirror(resource);
    for (const record of mirror.values()) {
      const folded = shown(record.server, changesOf(stores, resource, record.localId));
      if (!same(folded.view, record.view) || folded.mark !== record.mark) {
        const here = JSON.stringify([record.mark, record.view]);
        const meant = JSON.stringify([folded.mark, folded.view]);
        throw new Violation('I4', `${resource}/${record.localId} shows ${here}, not ${meant}`);
      }
    }
  }
  for (const { resource, localId, kind, state, refusal } of stores.outbox) {
    if (state === 'parked' && refusal?.reason === 'rejected' && !isRefusal(refusal)) {
      throw new Violation(
        'I10',
        `a ${kind} of ${resource}/${localId} waits for a person, but nobody refused it (${refusal.status})`,
      );
    }
    if (!stores.mirror(resource).has(localId)) {
      throw new Violation('I9', `${resource}/${localId} is gone while a ${kind} of it waits`);
    }
  }
}

/** Returns true if the server judged the change. Status 0 is a refusal by the app. */
function isRefusal({ status, body }: ServerRefusal): boolean {
  return status === 0 ? body !== null : ![401, 408, 425, 429, 502, 503, 504].includes(status);
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
