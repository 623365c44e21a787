import { mirrorTable, type Tx, tablesOf } from '../db/app-database.ts';
import { refold } from '../db/mirror.ts';
import { changeMutation, findMutation, finishMutation, mutationsOf } from '../db/outbox.ts';
import { rebased } from '../domain/changes.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Mutation } from '../domain/mutation.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { RecordServices } from './record-services.ts';

/**
 * Sends a parked change again as it is, under a new id. After a conflict that is a decision for mine: what the
 * server has now counts as known. False when it is parked no longer (another tab, or a dialog, was faster):
 * nothing was done then.
 */
export async function retryParked(services: RecordServices, mutationId: string): Promise<boolean> {
  const done = await withParked(services, mutationId, async (tx, parked) => {
    const record = await mirrorTable(tx, parked.resource).get(parked.localId);
    const decided = parked.refusal?.reason === 'conflict' && record?.server;
    await changeMutation(tx, parked, {
      fields: decided ? rebased(parked.fields, decided) : parked.fields,
      id: uuidv7(services.clock.now(), services.random),
      state: 'queued',
      attemptId: null,
      attempts: 0,
      setbacks: null,
      nextAt: 0,
      probe: null,
      refusal: null,
    });
  });
  if (done) services.onSaved();
  return done;
}

/**
 * Drops a parked change because a person said so. The record shows the server's copy again; a record that
 * was never on a server, or is there no longer, goes with it. False when it is parked no longer.
 */
export async function discardParked(services: RecordServices, mutationId: string): Promise<boolean> {
  return withParked(services, mutationId, async (tx, parked) => {
    const now = services.clock.now();
    await finishMutation(tx, parked, 'cancelled', now);
    const later = await mutationsOf(tx, parked.resource, parked.localId);
    const recordGone = parked.kind === 'create' || parked.refusal?.reason === 'deletedOnServer';
    for (const mutation of later) {
      if (recordGone) await finishMutation(tx, mutation, 'cancelled', now);
      else await changeMutation(tx, mutation, { fields: rebased(mutation.fields, basesOf(parked)) });
    }
    if (!recordGone) return;
    const record = await mirrorTable(tx, parked.resource).get(parked.localId);
    if (record) await mirrorTable(tx, parked.resource).put({ ...record, server: null });
  });
}

async function withParked(
  services: RecordServices,
  mutationId: string,
  act: (tx: Tx, parked: Mutation) => Promise<void>,
): Promise<boolean> {
  const { strict } = services.db;
  return strict.transaction('rw', tablesOf(strict, ...RESOURCE_NAMES), async (tx) => {
    const parked = await findMutation(tx, mutationId);
    if (parked?.state !== 'parked') return false;
    await act(tx, parked);
    const record = await mirrorTable(tx, parked.resource).get(parked.localId);
    if (record) await refold(tx, parked.resource, record);
    return true;
  });
}

function basesOf(mutation: Mutation): Record<string, Mutation['fields'][string]['base']> {
  return Object.fromEntries(Object.entries(mutation.fields).map(([field, change]) => [field, change.base]));
}
