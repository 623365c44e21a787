import { describe, expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import { Profile } from '../support/tab/profiles.ts';
import { anOldDevice, fileOf, loadInto, madeWhenFull, sendParked } from '../support/tab/rescue.ts';
import { edit, editOf, makeOf, open, openOf, remove, rowOf } from '../support/tab/scenario.ts';

const EXTENDED = ['client-uid', 'if-match', 'batch'];
const CUSTOMERS = /customers/;
const REFUSED = { kind: 'answer', status: 422, body: { email: ['No.'] } } as const;

describe('a file and a device with changes of its own', () => {
  it.each([[[]], [EXTENDED]])(
    '[R12] an older value does not replace a newer one unasked (%j)',
    async (features) => {
      const { backend, old, tab } = await anOldDevice(features);
      await edit(tab, 1, { phone: '+1-555-000-0001' });
      const file = await fileOf(tab);
      old.close();
      const other = await new Profile(backend, old.clock).signIn();
      other.browser.setOnline(false);
      await edit(other, 1, { phone: '+1-555-000-0002' });
      await loadInto(other, file);
      await sendParked(other);
      other.browser.setOnline(true);
      await other.drained();
      expect(await open(other)).toEqual([['update', 'parked', 'conflict']]);
      expect(backend.customers[0]).toMatchObject({ phone: '+1-555-000-0002' });
    },
  );

  it('[R4] a deletion behind an edit asks if somebody has changed the record', async () => {
    const { backend, old, tab } = await anOldDevice();
    backend.plan('PATCH', CUSTOMERS, { kind: 'dropBefore' });
    tab.browser.setOnline(true);
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.outbox()).some(({ firstSentAt }) => firstSentAt !== null));
    tab.browser.setOnline(false);
    await remove(tab, 1);
    const file = await fileOf(tab);
    old.close();
    backend.change(1, { phone: '+1-555-000-0009' });
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
    await sendParked(other);
    await other.drained();
    expect(await open(other)).toEqual([['delete', 'parked', 'conflict']]);
    expect(backend.customers).toHaveLength(20);
  });

  it('[P22] a deletion waits for a change of the file that ends a reference', async () => {
    const { backend, old, tab } = await anOldDevice();
    tab.browser.setOnline(true);
    const { localId } = await makeOf(tab, 'projects', { title: 'Roof', customer: '5' });
    await tab.drained();
    tab.browser.setOnline(false);
    await editOf(tab, 'projects', localId, { customer: '6' });
    await remove(tab, 5);
    const file = await fileOf(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
    const [update, deletion] = await other.outbox();
    await decideParked(other.records, deletion?.id ?? '', { what: 'retry' });
    await other.pass(60_000, 1000);
    expect(await open(other)).toEqual([
      ['update', 'parked', 'fromFile'],
      ['delete', 'queued'],
    ]);
    await decideParked(other.records, update?.id ?? '', { what: 'retry' });
    await other.drained();
    expect(await open(other)).toEqual([]);
    expect(backend.rows('projects')).toMatchObject([{ customer: 6 }]);
  });

  it('[R13] a correction in a later file is loaded, and belongs to the refused create', async () => {
    const { backend, old, tab } = await anOldDevice();
    const { localId } = await makeOf(tab, 'customers', { first_name: 'Zoe', email: 'wrong@example.com' });
    backend.plan('POST', CUSTOMERS, REFUSED);
    tab.browser.setOnline(true);
    await tab.until(async () => (await tab.outbox()).some(({ state }) => state === 'parked'));
    tab.browser.setOnline(false);
    const first = await fileOf(tab);
    await edit(tab, localId, { email: 'right@example.com' });
    const second = await fileOf(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    expect(await loadInto(other, first)).toMatchObject({ added: 1, known: 0 });
    expect(await loadInto(other, second)).toMatchObject({ added: 1, known: 0 });
    expect(await loadInto(other, second)).toMatchObject({ added: 0, known: 1 });
    expect(await rowOf(other, localId)).toMatchObject({ view: { email: 'right@example.com' } });
    await sendParked(other);
    await other.drained();
    expect(await open(other)).toEqual([]);
    expect(backend.customers.at(-1)).toMatchObject({ first_name: 'Zoe', email: 'right@example.com' });
  });

  it.each([
    ['was sent', 'confirmed'],
    ['a person joined with another row', 'same'],
  ])(
    '[R13] a correction of a create that %s asks if others have changed the field since, and takes back nothing of theirs',
    async (_, outcome) => {
      const { backend, old, tab } = await anOldDevice();
      const made = { first_name: 'Zoe', city: 'Reno', phone: '+1-555-000-0001', email: 'new@example.com' };
      const { localId } = await makeOf(tab, 'customers', made);
      const first = await madeWhenFull(tab);
      await edit(tab, localId, { city: 'Elko' });
      const second = await fileOf(tab);
      old.close();
      const other = await new Profile(backend, old.clock).signIn();
      await loadInto(other, first.file);
      await sendParked(other);
      await other.drained();
      await other.records.db.relaxed.journal.toCollection().modify({ outcome });
      backend.change(21, { city: 'Sparks', phone: '+1-555-000-0002' });
      await other.pass(120_000, 1000);
      expect(await rowOf(other, localId)).toMatchObject({ view: { city: 'Sparks' } });
      expect(await loadInto(other, second)).toMatchObject({ added: 1 });
      expect((await other.outbox())[0]?.fields).toEqual({ city: { base: 'Reno', value: 'Elko' } });
      await sendParked(other);
      await other.drained();
      expect(await open(other)).toEqual([['update', 'parked', 'conflict']]);
      expect(backend.customers.at(-1)).toMatchObject({ city: 'Sparks', phone: '+1-555-000-0002' });
    },
  );

  it('[R13] a record that was created again is loaded although its former row is still here', async () => {
    const { backend, old, tab } = await anOldDevice();
    const other = new Profile(backend, old.clock);
    await other.signIn();
    other.close();
    const back = await old.open();
    backend.customers.splice(4, 1);
    await edit(back, 5, { city: 'Reno' });
    await back.until(async () => (await back.outbox()).some(({ state }) => state === 'parked'));
    back.browser.setOnline(false);
    const [gone] = await back.outbox();
    await decideParked(back.records, gone?.id ?? '', { what: 'recreate' });
    await makeOf(back, 'projects', { title: 'Roof', customer: '5' });
    const file = await fileOf(back);
    old.close();
    void tab;
    const again = await other.open({ online: false });
    expect(await loadInto(again, file)).toMatchObject({ added: 2, known: 0 });
    expect(await loadInto(again, file)).toMatchObject({ added: 0, known: 2 });
    again.browser.setOnline(true);
    await sendParked(again);
    await again.drained();
    expect(await openOf(again)).toEqual([]);
    const row = backend.customers.at(-1);
    expect(row).toMatchObject({ email: 'old5@example.com', city: 'Reno' });
    expect(backend.rows('projects')).toMatchObject([{ customer: row?.['id'] }]);
  });
});

describe('a device whose changes are in a file', () => {
  it('[R7] looks for a refused create before it sends it again', async () => {
    const { backend, old, tab } = await anOldDevice();
    await makeOf(tab, 'customers', { email: 'new@example.com' });
    backend.plan('POST', CUSTOMERS, REFUSED);
    tab.browser.setOnline(true);
    await tab.until(async () => (await tab.outbox()).some(({ state }) => state === 'parked'));
    tab.browser.setOnline(false);
    const file = await fileOf(tab);
    old.close();
    const fresh = new Profile(backend, old.clock);
    const other = await fresh.signIn();
    await loadInto(other, file);
    await sendParked(other);
    await other.drained();
    expect(backend.customers).toHaveLength(21);
    fresh.close();
    const again = await old.open({ online: false });
    await sendParked(again);
    again.browser.setOnline(true);
    await again.drained();
    expect(await open(again)).toEqual([]);
    expect(backend.customers).toHaveLength(21);
  });
});
