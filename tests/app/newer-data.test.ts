import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { aSyncedTab, edit, make } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

/** A next version of the app brings what is stored to a shape of its own. */
async function upgrade(name: string): Promise<void> {
  const stored = new Dexie(name);
  await stored.open();
  const stores = stored.tables.map(({ name: table, schema }) => {
    const { primKey, indexes } = schema;
    return [table, [primKey, ...indexes].map(({ src }) => src).join(', ')] as const;
  });
  const { verno } = stored;
  stored.close();
  const newer = new Dexie(name);
  newer.version(verno).stores(Object.fromEntries(stores));
  newer
    .version(verno + 1)
    .stores({ ideas: 'id' })
    .upgrade(async (tx) => {
      await tx.table('outbox').toCollection().modify({ schema: 4, fields: [] });
    });
  await newer.open();
  newer.close();
}

async function outboxOf(name: string): Promise<unknown[]> {
  const db = new Dexie(name);
  await db.open();
  const rows = await db.table('outbox').toArray();
  db.close();
  return rows;
}

it('[Q25] data of a newer version is not opened: a person is told why, nothing is sent, and all of it stays', async () => {
  const { backend, tab } = await aSyncedTab([{ first_name: 'Ben', email: 'ben@example.com' }]);
  tab.browser.setOnline(false);
  await make(tab);
  await edit(tab, 1, { city: 'Reno' });
  const { name } = tab.records.db;
  tab.crash();
  await upgrade(name);
  const stored = await outboxOf(name);

  tab.browser.setOnline(true);
  const older = new TestTab(backend, tab.browser);
  await older.until(() => older.services.records.getSnapshot() !== null);
  expect(older.services.records.getSnapshot()).toMatchObject({
    message:
      'A newer version of this app has updated the data on this device. Reload this page to get that version.',
  });
  await older.pass(30_000, 1000);
  expect(older.sent.filter((request) => !request.startsWith('GET'))).toEqual([]);
  expect(await outboxOf(name)).toEqual(stored);
  expect(stored).toHaveLength(2);
});
