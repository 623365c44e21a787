import { describe, expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import { loadRescue } from '../../src/records/rescue/load-rescue.ts';
import { makeRescue, type Rescue } from '../../src/records/rescue/save-rescue.ts';
import { aPhoto, onShelf, take } from '../support/tab/photos.ts';
import { Profile } from '../support/tab/profiles.ts';
import { anOldDevice, fileOf, loadInto, sendParked } from '../support/tab/rescue.ts';
import { edit, makeOf, open } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const EXTENDED = ['client-uid', 'if-match', 'batch', 'attachments'];

async function made(tab: TestTab): Promise<Rescue> {
  return makeRescue(tab.records, { owner: await tab.records.owner(), appVersion: '1', passphrase: '' });
}

describe('a file that is loaded again', () => {
  it('[R5] brings back what a person has discarded, and nothing else', async () => {
    const { backend, old, tab } = await anOldDevice();
    await makeOf(tab, 'customers', { first_name: 'Zoe', last_name: 'Ray', email: 'new@example.com' });
    await edit(tab, 1, { city: 'Reno' });
    const file = await fileOf(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
    const [create] = await other.outbox();
    await decideParked(other.records, create?.id ?? '', { what: 'discard' });
    expect(await loadInto(other, file)).toMatchObject({ added: 1, known: 1 });
    await sendParked(other);
    await other.drained();
    expect(await open(other)).toEqual([]);
    expect(await loadInto(other, file)).toMatchObject({ added: 0, known: 2 });
    expect(backend.customers).toHaveLength(21);
  });

  it('[R5] brings a change that sets what an earlier one of it has set', async () => {
    const { backend, old, tab } = await anOldDevice();
    await edit(tab, 1, { city: 'Reno' });
    const first = await fileOf(tab);
    await edit(tab, 1, { city: 'Elko' });
    await fileOf(tab);
    await edit(tab, 1, { city: 'Reno' });
    const last = await fileOf(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    expect(await loadInto(other, first)).toMatchObject({ added: 1 });
    expect(await loadInto(other, last)).toMatchObject({ added: 2, known: 1 });
    await sendParked(other);
    await other.drained();
    expect(await open(other)).toEqual([]);
    expect(backend.customers[0]).toMatchObject({ city: 'Reno' });
  });

  it('[R15] brings the rest of many changes if storage took only the first', async () => {
    const { backend, old, tab } = await anOldDevice();
    for (let n = 1; n <= 255; n += 1) await makeOf(tab, 'customers', { email: `new${n}@example.com` });
    const file = await fileOf(tab);
    const saved = (await tab.outbox()).map(({ id }) => id);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    const { outbox, settings } = other.records.db.strict;
    const fail = (_: unknown, { id }: { readonly id: string }): void => {
      if (id === saved[252]) throw new DOMException('No space.', 'QuotaExceededError');
    };
    outbox.hook('creating', fail);
    await expect(loadInto(other, file)).rejects.toMatchObject({ problem: 'partly' });
    outbox.hook('creating').unsubscribe(fail);
    expect((await other.outbox()).map(({ id }) => id)).toEqual(saved.slice(0, 250));
    expect(await settings.get('loadedWork')).toHaveProperty('unfinished');
    expect(await loadInto(other, file)).toMatchObject({ added: 5, known: 250 });
    expect(await settings.get('loadedWork')).not.toHaveProperty('unfinished');
    expect((await other.outbox()).map(({ id }) => id)).toEqual(saved);
  });

  it('[R2, F32] replaces damaged bytes', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    await take(tab, aPhoto(1));
    const file = await fileOf(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
    const { fileBytes } = other.records.db.relaxed;
    const { sha256 } = aPhoto(1).file;
    const size = (await fileBytes.get(sha256))?.bytes.byteLength ?? 0;
    await fileBytes.put({ sha256, bytes: new ArrayBuffer(size) });
    await loadInto(other, file);
    await sendParked(other);
    await other.drained();
    expect(onShelf(backend, aPhoto(1))).toEqual([true, true]);
  });

  it('[R8] can be stopped before its changes are stored', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    await edit(tab, 1, { city: 'Reno' });
    await take(tab, aPhoto(1));
    const file = await fileOf(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    const { fileBytes } = other.records.db.strict;
    const stopped = new AbortController();
    const stop = (): void => stopped.abort();
    fileBytes.hook('creating', stop);
    const owner = await other.records.owner();
    const loading = loadRescue(other.records, file, { owner, passphrase: '', signal: stopped.signal });
    await expect(loading).rejects.toMatchObject({ problem: 'stopped' });
    fileBytes.hook('creating').unsubscribe(stop);
    expect([await other.outbox(), await other.rows('attachments')]).toEqual([[], []]);
    expect(await loadInto(other, file)).toMatchObject({ added: 2, known: 0 });
  });
});

/** Makes a file while storage takes no writes. */
async function madeWhenFull(tab: TestTab): Promise<Blob> {
  const { strict } = tab.records.db;
  const fail = (): never => {
    throw new DOMException('No space.', 'QuotaExceededError');
  };
  strict.outbox.hook('updating', fail);
  const { file, isNoted } = await made(tab);
  strict.outbox.hook('updating').unsubscribe(fail);
  expect(isNoted).toBe(false);
  return file;
}

describe('a device that was too full to note a file', () => {
  it('[R14] notes it once there is room', async () => {
    const { tab } = await anOldDevice();
    const { localId } = await makeOf(tab, 'customers', { email: 'new@example.com' });
    await madeWhenFull(tab);
    await edit(tab, localId, { city: 'Reno' });
    await tab.pass(60_000, 1000);
    expect(await tab.outbox()).toMatchObject([{ kind: 'create', inFile: 'saved' }]);
    expect(tab.records.lateNotes.lanes).toEqual([]);
  });

  it('[R7, R14] notes it before it sends after a restart, so that no record comes twice', async () => {
    const { backend, old, tab } = await anOldDevice();
    await makeOf(tab, 'customers', { first_name: 'Zoe', last_name: 'Ray', email: 'new@example.com' });
    const file = await madeWhenFull(tab);
    old.close();
    const fresh = new Profile(backend, old.clock);
    const other = await fresh.signIn();
    await loadInto(other, file);
    await sendParked(other);
    await other.drained();
    fresh.close();
    const again = await old.open();
    expect(await again.outbox()).toMatchObject([{ inFile: 'saved' }]);
    await again.drained();
    expect(await open(again)).toEqual([]);
    expect(backend.customers).toHaveLength(21);
  });
});

describe('a file of a device that cannot read everything', () => {
  it('[R2] has the changes of a record that cannot be read', async () => {
    const { backend, old, tab } = await anOldDevice();
    await edit(tab, 1, { city: 'Reno' });
    const { customers } = tab.records.db.relaxed;
    const failing = (): never => {
      throw new Error('unreadable');
    };
    customers.hook('reading', failing as never);
    const { file, ...rescue } = await made(tab);
    customers.hook('reading').unsubscribe(failing as never);
    expect(rescue).toMatchObject({ changes: 1, unread: { changes: 0, photos: 0 } });
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    expect(await loadInto(other, file)).toMatchObject({ added: 1 });
    await sendParked(other);
    await other.drained();
    expect(await open(other)).toEqual([]);
    expect(backend.customers[0]).toMatchObject({ city: 'Reno' });
  });

  it('[R1] has no photos if a person leaves them out, and they stay as they were', async () => {
    const { tab } = await anOldDevice(EXTENDED);
    await makeOf(tab, 'customers', { email: 'new@example.com' });
    await take(tab, aPhoto(1));
    const options = { owner: await tab.records.owner(), appVersion: '1', passphrase: '', onlyChanges: true };
    expect(await makeRescue(tab.records, options)).toMatchObject({ changes: 1, files: 0 });
    const [customer, photo] = await tab.outbox();
    expect([customer?.inFile, photo?.inFile]).toEqual(['saved', undefined]);
  });

  it('[R1] has a thumbnail of which only that is left here', async () => {
    const { backend, tab } = await anOldDevice(EXTENDED);
    tab.browser.setOnline(true);
    await take(tab, aPhoto(1));
    await tab.drained();
    tab.browser.setOnline(false);
    backend.shelf.lose();
    const { files, fileBytes } = tab.records.db.relaxed;
    const { sha256 } = aPhoto(1).file;
    await fileBytes.delete(sha256);
    await files.update(sha256, { state: 'gone' });
    await files.update(aPhoto(1).thumb?.sha256 ?? '', { state: 'here' });
    expect(await made(tab)).toMatchObject({ changes: 0, photos: 1, files: 1 });
  });
});
