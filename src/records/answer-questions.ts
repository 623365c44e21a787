import type { Absence } from '../db/collection-row.ts';
import { settleLostEntry } from '../db/entry-watch.ts';
import { dismissSecondRow } from '../db/lane-store.ts';
import { readCollection, writeMeta } from '../db/meta-rows.ts';
import { appendLines } from '../domain/day/text-blocks.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { hasEntry, type LostEntry } from '../outbox/history.ts';

import { editRecord } from './commands.ts';
import type { RecordServices } from './record-services.ts';
import { decide } from './save-transaction.ts';

export async function dismissDuplicate(
  services: RecordServices,
  watchId: string,
  duplicate: ServerId,
): Promise<void> {
  const { strict } = services.db;
  await decide(services, [strict.watches], (tx) => dismissSecondRow(tx, watchId, duplicate));
}

/** After `remove`, each record leaves the device once the server confirms that it is gone. */
export async function answerAbsence(
  services: RecordServices,
  resource: ResourceName,
  answer: Extract<Absence['step'], 'keep' | 'remove'>,
): Promise<void> {
  const { strict } = services.db;
  await decide(services, [strict.meta], async (tx) => {
    const row = await readCollection(tx, resource);
    if (row.absence?.step !== 'ask') return;
    await writeMeta(tx, { ...row, absence: { ...row.absence, step: answer } });
    await writeMeta(tx, { key: `request:${resource}`, at: services.clock.now() });
  });
}

export async function addLostEntry(services: RecordServices, entry: LostEntry): Promise<void> {
  const { resource, localId, field, block, lines } = entry;
  await editRecord(services, resource, localId, {
    change: (fields) => {
      const text = String(fields[field] ?? '');
      return hasEntry(text, entry) ? fields : { ...fields, [field]: appendLines(text, block, lines) };
    },
    along: (tx) => settleLostEntry(tx, entry),
  });
}

export async function dropLostEntry(services: RecordServices, entry: LostEntry): Promise<void> {
  const { strict } = services.db;
  await decide(services, [strict.meta], (tx) => settleLostEntry(tx, entry));
}

export async function acknowledgeEviction(services: RecordServices): Promise<void> {
  const { strict } = services.db;
  await decide(services, [strict.meta], (tx) => tx.table('meta').delete('evicted'));
}
