import type { Fields, RecordKind } from '../../../src/domain/resource-spec.ts';
import { RECORD_KINDS } from '../../../src/domain/resource-specs.ts';
import type { Histories, RowHistory } from '../server/history.ts';
import type { Stores } from './stores.ts';
import { Violation } from './violation.ts';

/** Statuses of work that a full device may remove, which the next whole pull brings back. */
const CLOSED: Readonly<Partial<Record<RecordKind, readonly unknown[]>>> = {
  projects: ['completed', 'cancelled'],
  estimates: ['rejected', 'expired'],
  workOrders: ['completed', 'cancelled'],
};

/** I9, and I5 for confirmed values: checks that a mirror changes only in allowed ways between two checks. */
export class MirrorCheck {
  /** Place of each server copy in its row's history, by kind and server id. */
  readonly #places = new Map<string, number>();
  /** The copy at that place, because a row may reach the same state again. */
  readonly #copies = new Map<string, Fields>();

  /**
   * @param account owner of the mirror, as histories name authors
   * @param wasFull a transaction has found the device full
   */
  check(
    account: string,
    stores: Stores,
    { histories, wasFull }: { readonly histories: Histories; readonly wasFull: boolean },
  ): void {
    const held = new Set<string>();
    for (const resource of RECORD_KINDS) {
      for (const { serverId, server } of stores.mirror(resource).values()) {
        if (serverId === undefined || server === null) continue;
        const key = `${resource}/${serverId}`;
        held.add(key);
        const history = histories.rows.get(key);
        if (this.#copies.get(key) === server) continue;
        this.#copies.set(key, server);
        if (!history) throw new Violation('I7', `${key} is on the device, but the server never had it`);
        const place = history.states.findLastIndex((state) => isCopyOf(server, state));
        const before = this.#places.get(key) ?? -1;
        // A copy that matches no state has values that the server's answer left out.
        if (place >= 0 && place < before && wasOurs(history, account, place, before)) {
          throw new Violation(
            'I5',
            `${key} goes back to a state before the last one that the server confirmed to this device`,
          );
        }
        if (place >= 0) this.#places.set(key, Math.max(place, before));
      }
    }
    for (const key of this.#places.keys()) {
      if (held.has(key)) continue;
      this.#places.delete(key);
      const history = histories.rows.get(key);
      if (wasFull && history && isClosed(history, this.#copies.get(key))) continue;
      if (history && history.deletedAt === null && !history.saidGone) {
        throw new Violation('I9', `${key} left the device, but the server never said that it is gone`);
      }
    }
  }
}

function isClosed({ resource }: RowHistory, copy: Fields | undefined): boolean {
  return CLOSED[resource]?.includes(copy?.['status']) === true;
}

function isCopyOf(server: Fields, state: Fields): boolean {
  return Object.keys(state).every((field) => server[field] === state[field]);
}

/** Returns true if this account of this device made a state after `place`, up to `before`. */
function wasOurs({ authors }: RowHistory, account: string, place: number, before: number): boolean {
  return authors.slice(place + 1, before + 1).includes(account);
}
