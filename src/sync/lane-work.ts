import { changeLane, laneOfChange } from '../db/lane-store.ts';
import { tablesOf } from '../db/tables.ts';
import type { Lane } from '../outbox/lane.ts';
import type { LaneEvent } from '../outbox/lane-event.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

/** Lets something happen to a change, in a transaction of its own, for as long as the account is signed in. */
export async function happen(
  context: SyncContext,
  event: LaneEvent & { readonly seen: Mutation },
): Promise<Lane> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', tablesOf(relaxed, event.seen.resource), async (tx) =>
    changeLane(tx, context, { lane: await laneOfChange(tx, event.seen), event }),
  );
}
