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
    const { tab } = await anOldDevice(EXTENDED);
    await take(tab, aPhoto(1));
    const file = await fileOf(tab);
    const owner = await tab.records.owner();
    const loading = loadRescue(tab.records, file, { owner, passphrase: '', signal: AbortSignal.abort() });
    await expect(loading).rejects.toMatchObject({ problem: 'stopped' });
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
