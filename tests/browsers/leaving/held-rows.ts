import { ACCOUNT_DATABASE_PREFIX } from '../../../src/domain/ids.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import type { Tab } from '../driver/tab.ts';

const PATIENCE_MS = 10_000;

/**
 * Returns what the device's database holds of the projects of this name, read outside the app: a list that differs from
 * it is wrong in memory, not in the database.
 */
export async function heldRows(tab: Tab, name: string): Promise<string> {
  const read = tab.evaluate(
    async (title, prefix) => {
      const all = async (database: IDBDatabase, table: string): Promise<unknown[]> =>
        new Promise((resolve) => {
          const request = database.transaction(table).objectStore(table).getAll();
          request.addEventListener('success', () => resolve(request.result));
        });
      const found = (await indexedDB.databases()).find((one) => one.name?.startsWith(prefix));
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(found?.name ?? '');
        opening.addEventListener('success', () => resolve(opening.result));
      });
      const rows = (await all(database, 'projects')) as MirrorRecord[];
      const changes = (await all(database, 'outbox')) as Mutation[];
      const counter = ((await all(database, 'meta')) as { key: string; n?: number }[]).find(
        ({ key }) => key === 'changes',
      );
      database.close();
      const of = rows.filter(({ view }) => String(view?.['title']).startsWith(title));
      return [
        ...of.map(({ localId, serverId, mark }) => `row ${localId}, ${serverId} on the server, ${mark}`),
        ...changes.map(({ localId, kind, state }) => `change ${kind} of ${localId}, ${state}`),
        `${counter?.n} commits`,
      ].join('; ');
    },
    name,
    ACCOUNT_DATABASE_PREFIX,
  );
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve('the database does not answer'), PATIENCE_MS).unref();
  });
  return Promise.race([read, late]).catch(String);
}
