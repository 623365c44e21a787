import { describe, expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import { loadRescue } from '../../src/records/rescue/load-rescue.ts';
import { aPhoto, take } from '../support/tab/photos.ts';
import { Profile } from '../support/tab/profiles.ts';
import { anOldDevice, EXTENDED, fileOf, loadInto } from '../support/tab/rescue.ts';
import { edit, makeOf, open, openOf, remove, rowOf } from '../support/tab/scenario.ts';

describe('loading', () => {
  async function withFile(features: readonly string[] = [], passphrase = '') {
    const { backend, old, tab } = await anOldDevice(features);
    await makeOf(tab, 'customers', { first_name: 'Zoe', last_name: 'Ray', email: 'new@example.com' });
    await edit(tab, 1, { city: 'Reno' });
    const file = await fileOf(tab, passphrase);
    old.close();
    return { backend, old, file };
  }

  it('[R5] again adds nothing, before and after the changes are sent', async () => {
    const { backend, old, file } = await withFile();
    const other = await new Profile(backend, old.clock).signIn();
    expect(await loadInto(other, file)).toMatchObject({ added: 2, known: 0 });
    expect(await loadInto(other, file)).toMatchObject({ added: 0, known: 2 });
    for (const { id } of await other.outbox()) await decideParked(other.records, id, { what: 'retry' });
    await other.drained();
    expect(await loadInto(other, file)).toMatchObject({ added: 0, known: 2 });
    expect(await other.outbox()).toEqual([]);
    await other.records.db.relaxed.journal.clear();
    expect(await loadInto(other, file)).toMatchObject({ added: 0, known: 2 });
  });

  it('[R5] on the device that saved the file adds nothing, even if a change got another id', async () => {
    const { old, file } = await withFile();
    const tab = await old.open({ online: false });
    const [, update] = await tab.outbox();
    await tab.records.db.relaxed.outbox.update(update?.seq ?? 0, { id: 'another' });
    expect(await loadInto(tab, file)).toMatchObject({ added: 0, known: 2 });
    expect(await tab.outbox()).toHaveLength(2);
  });

  it('[R4] keeps the copy that an edit was made over, so that a later change of somebody else is asked about', async () => {
    const { backend, old, file } = await withFile();
    backend.change(1, { city: 'Elko' });
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
    for (const { id } of await other.outbox()) await decideParked(other.records, id, { what: 'retry' });
    await other.drained();
    expect(await open(other)).toEqual([['update', 'parked', 'conflict']]);
    expect(await rowOf(other, 1)).toMatchObject({ view: { city: 'Reno' }, mark: 'attention' });
  });

  it('[R4] asks before it deletes a record that somebody has changed since', async () => {
    const { backend, old, tab } = await anOldDevice();
    await remove(tab, 3);
    const file = await fileOf(tab);
    old.close();
    backend.change(3, { city: 'Elko' });
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
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
    const file = await fileOf(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
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
    await expect(loadInto(other, file)).rejects.toMatchObject({ problem: 'notStored' });
    outbox.hook('creating').unsubscribe(fail);
    outbox.hook('updating').unsubscribe(fail);
    expect(await other.outbox()).toEqual([]);
    expect(await loadInto(other, file)).toMatchObject({ added: 2 });
  });

  it('[R8] that ends before its changes are stored leaves only bytes, which go after a day', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    await take(tab, aPhoto(1));
    const file = await fileOf(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    const { outbox, fileBytes, files } = other.records.db.strict;
    const fail = (): never => {
      throw new DOMException('No space.', 'QuotaExceededError');
    };
    outbox.hook('creating', fail);
    await expect(loadInto(other, file)).rejects.toMatchObject({ problem: 'full' });
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
    await expect(loadInto(office, file)).rejects.toMatchObject({ problem: 'otherUser', from: 'demo' });
    expect(await office.outbox()).toEqual([]);
    const elsewhere = { ...(await office.records.owner()), origin: 'http://other.test' };
    const options = { owner: elsewhere, passphrase: '' };
    await expect(loadRescue(office.records, file, options)).rejects.toMatchObject({ problem: 'otherServer' });
  });

  it('[R10] needs the passphrase that the file was saved with', async () => {
    const { backend, old, file } = await withFile([], 'two wet carpets');
    expect(await file.text()).not.toContain('example.com');
    const other = await new Profile(backend, old.clock).signIn();
    await expect(loadInto(other, file)).rejects.toMatchObject({ problem: 'needsPassphrase' });
    await expect(loadInto(other, file, 'two dry carpets')).rejects.toMatchObject({
      problem: 'wrongPassphrase',
    });
    expect(await other.outbox()).toEqual([]);
    expect(await loadInto(other, file, 'two wet carpets')).toMatchObject({ added: 2 });
  });

  it('[R11] keeps waiting changes of this device apart from those of the file', async () => {
    const { backend, old, file } = await withFile();
    const other = await new Profile(backend, old.clock).signIn();
    other.browser.setOnline(false);
    await edit(other, 1, { phone: '+1-555-000-0001' });
    await loadInto(other, file);
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
