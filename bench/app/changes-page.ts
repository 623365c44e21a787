import { customerSpec } from '../../src/domain/customer.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { createRecord, updateRecord } from '../../src/records/commands.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { pageServices } from './page-services.ts';

// replay.ts builds this script and runs it in a signed-in app's page. Makes changes as the app's dialogs do, only
// faster.

export interface Changes {
  readonly creates: number;
  /** Edits of records that are created in the same run. Each edit is sent together with its create. */
  readonly editsOfNew: number;
  /** Edits of records that the server already has. All edits of one record are sent together. */
  readonly edits: number;
  readonly edited: number;
}

declare global {
  var benchMakeChanges: (changes: Changes) => Promise<number>;
}

/** Returns the number of changes in the outbox. */
globalThis.benchMakeChanges = async ({ creates, editsOfNew, edits, edited }) => {
  const services = await pageServices();
  const { relaxed } = services.db;
  const known = await relaxed.customers.limit(edited).toArray();
  const made: string[] = [];
  const change = async (localId: string, n: number): Promise<void> => {
    const initial = (await relaxed.customers.get(localId))?.view ?? {};
    const draft = { ...initial, city: `Town ${n} of ${Date.now()}` };
    await updateRecord(services, 'customers', localId, { initial, draft, watch: false });
  };
  for (let n = 0; n < creates; n += 1) made.push(await create(services, n));
  for (let n = 0; n < editsOfNew; n += 1) await change(made[n % made.length] ?? '', n);
  for (let n = 0; n < edits; n += 1) await change(known[n % known.length]?.localId ?? '', n);
  const waiting = await relaxed.outbox.count();
  services.db.close();
  return waiting;
};

async function create(services: RecordServices, n: number): Promise<string> {
  const initial: Fields = customerSpec.blank({ now: Date.now(), random: Math.random() });
  const draft = {
    ...initial,
    first_name: 'Nora',
    last_name: `Vance ${n}`,
    email: `nora.${n}.${Date.now()}@example.com`,
  };
  const { localId } = await createRecord(services, 'customers', draft, { watch: false, initial });
  return localId;
}
