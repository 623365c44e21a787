import { settleLostEntry } from '../db/entry-watch.ts';
import { dismissSecondRow } from '../db/lane-store.ts';
import { hasEntry } from '../db/lost-entries.ts';
import { type RowOf, readCollection, writeMeta } from '../db/meta-rows.ts';
import { appendLines } from '../domain/day/text-blocks.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { editRecord } from './commands.ts';
import type { RecordServices } from './record-services.ts';
import { decide } from './save-transaction.ts';

type LostEntry = RowOf<'lostEntries'>['entries'][number];

export type Answer =
  /** The row is not a duplicate of the watched create. */
  | { readonly to: 'secondRow'; readonly watchId: string; readonly distinct: ServerId }
  | {
      readonly to: 'absence';
      readonly resource: ResourceName;
      /** `remove`: each record is removed from the device once the server confirms that the record is gone. */
      readonly choice: 'keep' | 'remove';
    }
  /** `drop`: the entry was removed on purpose. */
  | { readonly to: 'lostEntry'; readonly entry: LostEntry; readonly choice: 'add' | 'drop' }
  | { readonly to: 'eviction' };

export async function answerQuestion(services: RecordServices, answer: Answer): Promise<void> {
  const { strict } = services.db;
  switch (answer.to) {
    case 'secondRow': {
      const { watchId, distinct } = answer;
      await decide(services, [strict.watches], (tx) => dismissSecondRow(tx, watchId, distinct));
      return;
    }
    case 'absence':
      return answerAbsence(services, answer.resource, answer.choice);
    case 'lostEntry': {
      const { entry, choice } = answer;
      if (choice === 'add') return addEntry(services, entry);
      await decide(services, [strict.meta], (tx) => settleLostEntry(tx, entry));
      return;
    }
    case 'eviction':
      await decide(services, [strict.meta], (tx) => tx.table('meta').delete('evicted'));
      return;
    default:
      return answer satisfies never;
  }
}

async function answerAbsence(
  services: RecordServices,
  resource: ResourceName,
  step: 'keep' | 'remove',
): Promise<void> {
  const { strict } = services.db;
  await decide(services, [strict.meta], async (tx) => {
    const row = await readCollection(tx, resource);
    if (row.absence?.step !== 'ask') return;
    await writeMeta(tx, { ...row, absence: { ...row.absence, step } });
    await writeMeta(tx, { key: `request:${resource}`, at: services.clock.now() });
  });
}

async function addEntry(services: RecordServices, entry: LostEntry): Promise<void> {
  const { resource, localId, field, block, lines } = entry;
  await editRecord(services, resource, localId, {
    change: (fields) => {
      const text = String(fields[field] ?? '');
      return hasEntry(text, entry) ? fields : { ...fields, [field]: appendLines(text, block, lines) };
    },
    along: (tx) => settleLostEntry(tx, entry),
  });
}
