import { describe, expect, it } from 'vitest';
import { decideGroup, decideParked } from '../../src/records/parked.ts';
import { readQuestions } from '../../src/records/questions.ts';
import { groupRefused } from '../../src/records/refusal-groups.ts';
import { type LoadedRescue, loadRescue } from '../../src/records/rescue/load-rescue.ts';
import { makeRescue, type Rescue } from '../../src/records/rescue/save-rescue.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { ann } from '../support/records/mutations.ts';
import { aPhoto, fileRequests, onShelf, take } from '../support/tab/photos.ts';
import { Profile } from '../support/tab/profiles.ts';
import { edit, makeOf, open, openOf, remove, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const EXTENDED = ['client-uid', 'if-match', 'batch', 'attachments'];

async function saved(tab: TestTab, passphrase = ''): Promise<Blob> {
  return (await made(tab, passphrase)).file;
}

async function made(tab: TestTab, passphrase = ''): Promise<Rescue> {
  return makeRescue(tab.records, { owner: await tab.records.owner(), appVersion: '1', passphrase });
}

/** Saves a file on a device that takes no more writes. */
async function madeWhenFull(tab: TestTab): Promise<Rescue> {
  const { strict, relaxed } = tab.records.db;
  const fail = (): never => {
    throw new DOMException('No space.', 'QuotaExceededError');
  };
  const tables = [...strict.tables, ...relaxed.tables];
  for (const table of tables) {
    table.hook('creating', fail);
    table.hook('updating', fail);
  }
  const rescue = await made(tab);
  for (const table of tables) {
    table.hook('creating').unsubscribe(fail);
    table.hook('updating').unsubscribe(fail);
  }
  return rescue;
}

async function load(tab: TestTab, file: Blob, passphrase = ''): Promise<LoadedRescue> {
  return loadRescue(tab.records, file, { owner: await tab.records.owner(), passphrase });
}

/** Presses 'Send all' of the changes that a file brought. */
async function sendAll(tab: TestTab): Promise<number> {
  const [group] = groupRefused((await tab.outbox()).filter(({ state }) => state === 'parked'));
  return group ? decideGroup(tab.records, group, { what: 'retry' }) : 0;
}

/** A server with 20 customers, and a device that has read them and is offline. */
async function anOldDevice(features: readonly string[] = []) {
  const backend = new FakeBackend();
  for (const name of features) backend.extensions.features.add(name);
  for (let n = 1; n <= 20; n += 1) backend.seed({ ...ann, email: `old${n}@example.com` });
  const old = new Profile(backend);
  const tab = await old.signIn();
  tab.browser.setOnline(false);
  return { backend, old, tab };
}

/** 50 changes: 20 new customers, 5 projects and 5 work orders of them, 15 edits and 5 deletions. */
async function makeFifty(tab: TestTab): Promise<string[]> {
  const made: string[] = [];
  for (let n = 1; n <= 20; n += 1) {
    const { localId } = await makeOf(tab, 'customers', {
      first_name: `New ${n}`,
      email: `new${n}@example.com`,
    });
    made.push(localId);
  }
  for (let n = 0; n < 5; n += 1) {
    await makeOf(tab, 'projects', { title: `Project ${n}`, customer: made[n] ?? '' });
    await makeOf(tab, 'workOrders', { title: `Order ${n}`, customer: made[n + 5] ?? '' });
  }
  for (let n = 1; n <= 15; n += 1) await edit(tab, n, { city: `City ${n}` });
  for (let n = 16; n <= 20; n += 1) await remove(tab, n);
  return made;
}

/** What the server has of the fifty changes. Each once: no email, title or city twice. */
function heldOf(backend: FakeBackend): Record<string, number> {
  const emails = backend.customers.map(({ email }) => String(email));
  const cities = backend.customers.filter(({ city }) => String(city).startsWith('City')).length;
  const titles = ['projects', 'workOrders'] as const;
  return {
    customers: emails.length,
    emails: new Set(emails).size,
    edited: cities,
    ...Object.fromEntries(titles.map((kind) => [kind, backend.rows(kind).length])),
  };
}

const ONCE = { customers: 35, emails: 35, edited: 15, projects: 5, workOrders: 5 };

describe('fifty changes and five photos in a file', () => {
  it('[R1, R6] are each once on an extended server, though both devices send them', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    const made = await makeFifty(tab);
    for (let n = 1; n <= 5; n += 1) await take(tab, aPhoto(n, { fields: { customer: made[n] ?? '' } }));
    expect(await tab.outbox()).toHaveLength(55);
    const file = await saved(tab);
    old.close();

    const fresh = new Profile(backend, old.clock);
    const other = await fresh.signIn();
    expect(await load(other, file)).toMatchObject({ added: 55, known: 0 });
    expect(new Set(await openOf(other)).size).toBe(6);
    expect((await openOf(other)).every((line) => line.endsWith('parked fromFile'))).toBe(true);
    await other.pass(60_000, 1000);
    expect(heldOf(backend)).toMatchObject({ customers: 20, edited: 0, projects: 0 });

    expect(await sendAll(other)).toBe(55);
    await other.drained();
    expect(await openOf(other)).toEqual([]);
    expect(heldOf(backend)).toEqual(ONCE);
    expect(backend.rows('attachments')).toHaveLength(5);
    for (let n = 1; n <= 5; n += 1) expect(onShelf(backend, aPhoto(n))).toEqual([true, true]);
    const puts = fileRequests(backend).filter((line) => line === 'PUT file').length;
    const patches = backend.count('PATCH', /customers/);
    fresh.close();

    const again = await old.open();
    await again.drained();
    expect(await openOf(again)).toEqual([]);
    expect(heldOf(backend)).toEqual(ONCE);
    expect(backend.rows('attachments')).toHaveLength(5);
    expect(fileRequests(backend).filter((line) => line === 'PUT file')).toHaveLength(puts);
    expect(backend.count('PATCH', /customers/)).toBe(patches);
  });

  it('[R7] are each once on a plain server, because each device looks for a create first', async () => {
    const { backend, old, tab } = await anOldDevice();
    await makeFifty(tab);
    const file = await saved(tab);
    old.close();

    const fresh = new Profile(backend, old.clock);
    const other = await fresh.signIn();
    await load(other, file);
    expect(await sendAll(other)).toBe(50);
    await other.drained();
    expect(await openOf(other)).toEqual([]);
    expect(heldOf(backend)).toEqual(ONCE);
    const posts = backend.count('POST', /customers|work-orders/);
    fresh.close();

    const again = await old.open();
    await again.drained();
    expect(await openOf(again)).toEqual([]);
    expect((await readQuestions(again.records.db.relaxed)).duplicates).toEqual([]);
    expect(heldOf(backend)).toEqual(ONCE);
    expect(backend.count('POST', /customers|work-orders/)).toBe(posts);
  });

  it('[R7] which the old device has sent first, are asked about on a plain server', async () => {
    const { backend, old, tab } = await anOldDevice();
    await makeOf(tab, 'customers', { email: 'new@example.com' });
    await edit(tab, 1, { city: 'Reno' });
    const file = await saved(tab);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(backend.customers).toHaveLength(21);
    old.close();

    const other = await new Profile(backend, old.clock).signIn();
    await load(other, file);
    for (const { id } of await other.outbox()) await decideParked(other.records, id, { what: 'retry' });
    await other.drained();
    expect(await open(other)).toEqual([['create', 'parked', 'mayExistTwice']]);
    const [asked] = await other.outbox();
    const [serverId = ''] = asked?.refusal?.candidates ?? [];
    await decideParked(other.records, asked?.id ?? '', { what: 'keepOne', serverId });
    await other.drained();
    expect(await open(other)).toEqual([]);
    expect(backend.customers).toHaveLength(21);
  });

  it('[R6] are each once on an extended server, even if the old device could not note the file', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    await makeFifty(tab);
    const { file, isNoted } = await madeWhenFull(tab);
    expect(isNoted).toBe(false);
    old.close();
    const fresh = new Profile(backend, old.clock);
    const other = await fresh.signIn();
    await load(other, file);
    await sendAll(other);
    await other.drained();
    fresh.close();
    const again = await old.open();
    await again.drained();
    expect(await openOf(again)).toEqual([]);
    expect(heldOf(backend)).toEqual(ONCE);
  });
});

describe('saving', () => {
  it('[R1] works on a device that takes no writes, and changes nothing there', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    await makeOf(tab, 'customers');
    await take(tab, aPhoto(1));
    const before = await tab.outbox();
    const { file, changes, files } = await madeWhenFull(tab);
    expect([changes, files]).toEqual([2, 2]);
    expect(await tab.outbox()).toEqual(before);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    expect(await load(other, file)).toMatchObject({ added: 2 });
  });

  it('[R2] leaves out a change that cannot be read, and counts it', async () => {
    const { old, backend, tab } = await anOldDevice();
    await makeOf(tab, 'customers', { email: 'a@example.com' });
    await makeOf(tab, 'customers', { email: 'b@example.com' });
    const { outbox } = tab.records.db.relaxed;
    const [first] = await tab.outbox();
    const failing = (row: unknown): unknown => {
      if ((row as { seq?: number }).seq === first?.seq) throw new Error('unreadable');
      return row;
    };
    outbox.hook('reading', failing as never);
    const rescue = await made(tab);
    outbox.hook('reading').unsubscribe(failing as never);
    expect(rescue).toMatchObject({ changes: 1, unread: { changes: 1, photos: 0 } });
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    expect(await load(other, rescue.file)).toMatchObject({ added: 1, unread: { changes: 1 } });
  });

  it('[R2] leaves out a photo whose bytes are damaged, and counts it', async () => {
    const { tab } = await anOldDevice(EXTENDED);
    await take(tab, aPhoto(1));
    await take(tab, aPhoto(2));
    const { sha256 } = aPhoto(1).file;
    await tab.records.db.relaxed.fileBytes.put({ sha256, bytes: new ArrayBuffer(3000) });
    const rescue = await made(tab);
    expect(rescue).toMatchObject({ changes: 1, unread: { changes: 0, photos: 1 } });
  });

  it('[R2] keeps a photo whose thumbnail is damaged', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    await take(tab, aPhoto(1));
    const sha256 = aPhoto(1).thumb?.sha256 ?? '';
    await tab.records.db.relaxed.fileBytes.delete(sha256);
    const { file, ...rescue } = await made(tab);
    expect(rescue).toMatchObject({ changes: 1, files: 1, unread: { photos: 0 } });
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await load(other, file);
    await decideParked(other.records, (await other.outbox())[0]?.id ?? '', { what: 'retry' });
    await other.drained();
    expect(await openOf(other)).toEqual([]);
    expect(backend.rows('attachments')).toMatchObject([{ sha256: aPhoto(1).file.sha256 }]);
    expect(onShelf(backend, aPhoto(1))).toEqual([true, false]);
  });

  it('[R1] takes photos along that only a restored server lacks', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    tab.browser.setOnline(true);
    await take(tab, aPhoto(1));
    await tab.drained();
    tab.browser.setOnline(false);
    await tab.records.db.relaxed.files.toCollection().modify({ state: 'here' });
    backend.shelf.lose();
    const { file, ...rescue } = await made(tab);
    expect(rescue).toMatchObject({ changes: 0, files: 2 });
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    expect(await load(other, file)).toMatchObject({ added: 0, known: 0 });
    await other.until(() => onShelf(backend, aPhoto(1)).every(Boolean));
    expect(backend.rows('attachments')).toHaveLength(1);
  });

  it('[R3] keeps a later edit apart, so that it is not lost if the other device sends first', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    const { localId } = await makeOf(tab, 'customers', { email: 'new@example.com', city: 'Reno' });
    const file = await saved(tab);
    await edit(tab, localId, { city: 'Elko' });
    expect(await open(tab)).toEqual([
      ['create', 'queued'],
      ['update', 'queued'],
    ]);
    old.close();
    const fresh = new Profile(backend, old.clock);
    const other = await fresh.signIn();
    await load(other, file);
    await decideParked(other.records, (await other.outbox())[0]?.id ?? '', { what: 'retry' });
    await other.drained();
    expect(backend.customers.at(-1)).toMatchObject({ email: 'new@example.com', city: 'Reno' });
    fresh.close();
    const again = await old.open();
    await again.drained();
    expect(await open(again)).toEqual([]);
    expect(backend.customers.at(-1)).toMatchObject({ email: 'new@example.com', city: 'Elko' });
    expect(backend.customers).toHaveLength(21);
  });
});

describe('loading', () => {
  async function withFile(features: readonly string[] = [], passphrase = '') {
    const { backend, old, tab } = await anOldDevice(features);
    await makeOf(tab, 'customers', { first_name: 'Zoe', last_name: 'Ray', email: 'new@example.com' });
    await edit(tab, 1, { city: 'Reno' });
    const file = await saved(tab, passphrase);
    old.close();
    return { backend, old, file };
  }

  it('[R5] again adds nothing, before and after the changes are sent', async () => {
    const { backend, old, file } = await withFile();
    const other = await new Profile(backend, old.clock).signIn();
    expect(await load(other, file)).toMatchObject({ added: 2, known: 0 });
    expect(await load(other, file)).toMatchObject({ added: 0, known: 2 });
    for (const { id } of await other.outbox()) await decideParked(other.records, id, { what: 'retry' });
    await other.drained();
    expect(await load(other, file)).toMatchObject({ added: 0, known: 2 });
    expect(await other.outbox()).toEqual([]);
    await other.records.db.relaxed.journal.clear();
    expect(await load(other, file)).toMatchObject({ added: 0, known: 2 });
  });

  it('[R5] on the device that saved the file adds nothing, even if a change got another id', async () => {
    const { old, file } = await withFile();
    const tab = await old.open({ online: false });
    const [, update] = await tab.outbox();
    await tab.records.db.relaxed.outbox.update(update?.seq ?? 0, { id: 'another' });
    expect(await load(tab, file)).toMatchObject({ added: 0, known: 2 });
    expect(await tab.outbox()).toHaveLength(2);
  });

  it('[R4] keeps the copy that an edit was made over, so that a later change of somebody else is asked about', async () => {
    const { backend, old, file } = await withFile();
    backend.change(1, { city: 'Elko' });
    const other = await new Profile(backend, old.clock).signIn();
    await load(other, file);
    for (const { id } of await other.outbox()) await decideParked(other.records, id, { what: 'retry' });
    await other.drained();
    expect(await open(other)).toEqual([['update', 'parked', 'conflict']]);
    expect(await rowOf(other, 1)).toMatchObject({ view: { city: 'Reno' }, mark: 'attention' });
  });

  it('[R4] asks before it deletes a record that somebody has changed since', async () => {
    const { backend, old, tab } = await anOldDevice();
    await remove(tab, 3);
    const file = await saved(tab);
    old.close();
    backend.change(3, { city: 'Elko' });
    const other = await new Profile(backend, old.clock).signIn();
    await load(other, file);
    await decideParked(other.records, (await other.outbox())[0]?.id ?? '', { what: 'retry' });
    await other.drained();
    expect(await open(other)).toEqual([['delete', 'parked', 'conflict']]);
    expect(backend.customers).toHaveLength(20);
  });

  it('[R4] finds records that the old device had created by their server ids', async () => {
    const { backend, old, tab } = await anOldDevice();
    tab.browser.setOnline(true);
    const { localId } = await makeOf(tab, 'customers', { email: 'new@example.com' });
    await tab.drained();
    tab.browser.setOnline(false);
    await edit(tab, localId, { city: 'Reno' });
    await makeOf(tab, 'projects', { title: 'Roof', customer: localId });
    const file = await saved(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await load(other, file);
    for (const { id } of await other.outbox()) await decideParked(other.records, id, { what: 'retry' });
    await other.drained();
    expect(await openOf(other)).toEqual([]);
    const row = backend.customers.at(-1);
    expect(row).toMatchObject({ email: 'new@example.com', city: 'Reno' });
    expect(backend.rows('projects')).toMatchObject([{ title: 'Roof', customer: row?.['id'] }]);
  });

  it('[R8] stores all changes or none', async () => {
    const { backend, old, file } = await withFile();
    const other = await new Profile(backend, old.clock).signIn();
    const { outbox } = other.records.db.strict;
    let writes = 0;
    const fail = (): void => {
      writes += 1;
      if (writes > 1) throw new Error('The page dies.');
    };
    outbox.hook('creating', fail);
    outbox.hook('updating', fail);
    await expect(load(other, file)).rejects.toMatchObject({ problem: 'notStored' });
    outbox.hook('creating').unsubscribe(fail);
    outbox.hook('updating').unsubscribe(fail);
    expect(await other.outbox()).toEqual([]);
    expect(await load(other, file)).toMatchObject({ added: 2 });
  });

  it('[R8] that ends before its changes are stored leaves only bytes, which go after a day', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    await take(tab, aPhoto(1));
    const file = await saved(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    const { outbox, fileBytes, files } = other.records.db.strict;
    const fail = (): never => {
      throw new DOMException('No space.', 'QuotaExceededError');
    };
    outbox.hook('creating', fail);
    await expect(load(other, file)).rejects.toMatchObject({ problem: 'full' });
    outbox.hook('creating').unsubscribe(fail);
    expect([await other.outbox(), await other.rows('attachments')]).toEqual([[], []]);
    expect((await files.toArray()).map(({ state }) => state)).toEqual(['spare', 'spare']);
    await other.pass(25 * 60 * 60_000, 60 * 60_000);
    await other.until(async () => (await fileBytes.count()) === 0);
  });

  it('[R9] is refused for another user, and for another server', async () => {
    const { backend, old, file } = await withFile();
    backend.users.push({ id: 2, username: 'office', password: 'restoration', active: true });
    const office = await new Profile(backend, old.clock).signIn('office');
    await expect(load(office, file)).rejects.toMatchObject({ problem: 'otherUser', from: 'demo' });
    expect(await office.outbox()).toEqual([]);
    const elsewhere = { ...(await office.records.owner()), origin: 'http://other.test' };
    const options = { owner: elsewhere, passphrase: '' };
    await expect(loadRescue(office.records, file, options)).rejects.toMatchObject({ problem: 'otherServer' });
  });

  it('[R10] needs the passphrase that the file was saved with', async () => {
    const { backend, old, file } = await withFile([], 'two wet carpets');
    expect(await file.text()).not.toContain('example.com');
    const other = await new Profile(backend, old.clock).signIn();
    await expect(load(other, file)).rejects.toMatchObject({ problem: 'needsPassphrase' });
    await expect(load(other, file, 'two dry carpets')).rejects.toMatchObject({ problem: 'wrongPassphrase' });
    expect(await other.outbox()).toEqual([]);
    expect(await load(other, file, 'two wet carpets')).toMatchObject({ added: 2 });
  });

  it('[R11] keeps waiting changes of this device apart from those of the file', async () => {
    const { backend, old, file } = await withFile();
    const other = await new Profile(backend, old.clock).signIn();
    other.browser.setOnline(false);
    await edit(other, 1, { phone: '+1-555-000-0001' });
    await load(other, file);
    expect(await open(other)).toEqual([
      ['update', 'queued'],
      ['create', 'parked', 'fromFile'],
      ['update', 'parked', 'fromFile'],
    ]);
    other.browser.setOnline(true);
    await other.drained();
    for (const { id } of await other.outbox()) await decideParked(other.records, id, { what: 'retry' });
    await other.drained();
    expect(await open(other)).toEqual([]);
    expect(backend.customers[0]).toMatchObject({ phone: '+1-555-000-0001', city: 'Reno' });
  });
});
