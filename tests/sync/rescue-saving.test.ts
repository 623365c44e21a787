import { describe, expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import { aPhoto, onShelf, take } from '../support/tab/photos.ts';
import { Profile } from '../support/tab/profiles.ts';
import {
  anOldDevice,
  EXTENDED,
  fileOf,
  loadInto,
  madeWhenFull,
  makeRescueOf,
} from '../support/tab/rescue.ts';
import { edit, makeOf, open, openOf } from '../support/tab/scenario.ts';

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
    expect(await loadInto(other, file)).toMatchObject({ added: 2 });
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
    const rescue = await makeRescueOf(tab);
    outbox.hook('reading').unsubscribe(failing as never);
    expect(rescue).toMatchObject({ changes: 1, unread: { changes: 1, photos: 0 } });
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    expect(await loadInto(other, rescue.file)).toMatchObject({ added: 1, unread: { changes: 1 } });
  });

  it('[R2] leaves out a photo whose bytes are damaged, and counts it', async () => {
    const { tab } = await anOldDevice(EXTENDED);
    await take(tab, aPhoto(1));
    await take(tab, aPhoto(2));
    const { sha256 } = aPhoto(1).file;
    await tab.records.db.relaxed.fileBytes.put({ sha256, bytes: new ArrayBuffer(3000) });
    const rescue = await makeRescueOf(tab);
    expect(rescue).toMatchObject({ changes: 1, unread: { changes: 0, photos: 1 } });
  });

  it('[R2] keeps a photo whose thumbnail is damaged', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    await take(tab, aPhoto(1));
    const sha256 = aPhoto(1).thumb?.sha256 ?? '';
    await tab.records.db.relaxed.fileBytes.delete(sha256);
    const { file, ...rescue } = await makeRescueOf(tab);
    expect(rescue).toMatchObject({ changes: 1, files: 1, unread: { photos: 0 } });
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
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
    const { file, ...rescue } = await makeRescueOf(tab);
    expect(rescue).toMatchObject({ changes: 0, files: 2 });
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    expect(await loadInto(other, file)).toMatchObject({ added: 0, known: 0 });
    await other.until(() => onShelf(backend, aPhoto(1)).every(Boolean));
    expect(backend.rows('attachments')).toHaveLength(1);
  });

  it('[R3] keeps a later edit apart, so that it is not lost if the other device sends first', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    const { localId } = await makeOf(tab, 'customers', { email: 'new@example.com', city: 'Reno' });
    const file = await fileOf(tab);
    await edit(tab, localId, { city: 'Elko' });
    expect(await open(tab)).toEqual([
      ['create', 'queued'],
      ['update', 'queued'],
    ]);
    old.close();
    const fresh = new Profile(backend, old.clock);
    const other = await fresh.signIn();
    await loadInto(other, file);
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
