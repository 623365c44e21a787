import { changeLane, readLane } from '../../db/lane-store.ts';
import { tablesOf } from '../../db/tables.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { isHeld } from '../../outbox/retry-policy.ts';
import type { SyncContext } from '../sync-context.ts';

type Ports = Pick<SyncContext, 'db' | 'clock' | 'random' | 'account'>;

/**
 * Ends the wait of taps for their undo: the person has turned away, and the page may not run for much longer. Not of
 * deletions, which cannot be changed back once they are sent.
 */
export async function releaseTaps(ports: Ports): Promise<void> {
  const { relaxed } = ports.db;
  const now = ports.clock.now();
  const queued = await relaxed.outbox.where('state').equals('queued').toArray();
  const waiting = queued.filter((mutation) => mutation.kind !== 'delete' && isHeld(mutation, now));
  if (waiting.length === 0) return;
  await relaxed.transaction('rw', tablesOf(relaxed, ...RESOURCE_NAMES), async (tx) => {
    for (const seen of waiting) {
      const event = { type: 'putOff', seen, nextAt: now } as const;
      await changeLane(tx, ports, { lane: await readLane(tx, seen), event });
    }
  });
}
