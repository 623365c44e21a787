import type { Databases } from '../../src/db/app-database.ts';
import type { LiveCollection } from '../../src/db/live-collection.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { collectionOf, fill, follow, open, servicesOf, until } from './account.ts';

interface Held {
  readonly db: Databases;
  readonly customers: LiveCollection;
  readonly services: RecordServices;
}

const accounts = new Map<number, Promise<Held>>();

/** Returns an open account with `count` customers. It is opened once, and stays up to date from then on. */
export function held(count: number): Promise<Held> {
  const known = accounts.get(count);
  if (known) return known;
  const opening = hold(count);
  accounts.set(count, opening);
  return opening;
}

async function hold(count: number): Promise<Held> {
  const db = await open(await fill(count));
  const customers = collectionOf('customers');
  follow(db, 'customers', customers);
  await until(customers, ({ complete }) => complete);
  return { db, customers, services: servicesOf(db, { customers }) };
}
