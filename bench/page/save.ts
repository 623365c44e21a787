import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { createRecord } from '../../src/records/commands.ts';
import { medianOf } from '../frame/rounds.ts';
import { until } from './account.ts';
import { held } from './held.ts';
import { answerOf, committed, openRaw, timed } from './raw.ts';

/** The number of saves per figure. The figure is their median. */
const SAVES = 10;

/** Returns the time in ms from the app's command until the new row is in the list. */
export async function save(count: number): Promise<number> {
  const { customers, services } = await held(count);
  const blank = resourceSpecs.customers.blank({ now: 0, random: 0 });
  return medianOfSaves(async () => {
    const before = customers.getSnapshot().records.length;
    const draft = { ...blank, first_name: 'Ann', last_name: 'New', email: `ann.${before}@example.com` };
    const [{ localId }] = await Promise.all([
      createRecord(services, 'customers', draft, { watch: true, initial: blank }),
      until(customers, ({ records }) => records.length > before),
    ]);
    if (!customers.find(localId)) throw new Error('Another record was listed.');
  });
}

/** Returns the time in ms of the minimum work: storing the same two rows in one strict transaction. */
export async function rawCommit(count: number): Promise<number> {
  const { db } = await held(count);
  const mutation = await db.relaxed.outbox.orderBy('seq').last();
  const record = await db.relaxed.customers.get(mutation?.localId ?? '');
  if (!mutation || !record) throw new Error('Save a record first.');
  const { seq: _, ...unplaced } = mutation;
  const raw = await openRaw(db.name);
  const last = await answerOf(raw.transaction('outbox').objectStore('outbox').count());
  let made = 0;
  const ms = await medianOfSaves(async () => {
    made += 1;
    const localId = `raw-${last + made}`;
    const tx = raw.transaction(['customers', 'outbox'], 'readwrite', { durability: 'strict' });
    tx.objectStore('outbox').add({ ...unplaced, id: localId, localId });
    tx.objectStore('customers').add({ ...record, localId });
    await committed(tx);
  });
  raw.close();
  return ms;
}

async function medianOfSaves(once: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < SAVES; n += 1) times.push(await timed(once));
  return medianOf(times);
}
