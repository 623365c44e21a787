import { describe, expect, it } from 'vitest';
import { deleteRecord } from '../../../src/records/commands.ts';
import { decideParked } from '../../../src/records/parked.ts';
import { FakeBackend } from '../../support/backend/fake-backend.ts';
import {
  aPhoto,
  photosRead,
  shownPhotos,
  showPhotos,
  take,
  takeOf,
  twoDevices,
  WITH_FEED,
} from '../../support/tab/photos.ts';
import { Profile } from '../../support/tab/profiles.ts';
import { fileOf, loadInto, sendParked } from '../../support/tab/rescue.ts';
import { makeOf, openOf, remove, rowIn } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const REFUSED = ['workOrders delete parked rejected'];

async function parkedId(tab: TestTab): Promise<string> {
  return (await tab.outbox())[0]?.id ?? '';
}

it.each([
  ['alone', WITH_FEED],
  ['in a batch', [...WITH_FEED, 'batch']],
])(
  '[F43] a deletion that waited, %s, takes no photos that came since, until a person says so',
  async (_, features) => {
    const { backend, phone, office, job } = await twoDevices(features);
    await takeOf(phone, job, 1);
    await showPhotos(office, job);
    await photosRead(office);
    expect(await shownPhotos(office)).toEqual(['p1']);
    office.browser.setOnline(false);
    await remove(office, job, 'workOrders');
    await takeOf(phone, job, 2, 3);
    office.browser.setOnline(true);
    await office.until(async () => (await openOf(office)).join() === REFUSED.join());
    expect(backend.rows('attachments')).toHaveLength(3);
    expect(await rowIn(office, 'workOrders', job)).toMatchObject({ mark: 'attention', view: {} });
    expect(await shownPhotos(phone)).toEqual(['p1', 'p2', 'p3']);
    // One more photo that the person has not read of.
    await takeOf(phone, job, 4);
    await decideParked(office.records, await parkedId(office), { what: 'retry' });
    await office.until(async () => (await openOf(office)).join() === REFUSED.join());
    expect(backend.rows('attachments')).toHaveLength(4);
    await decideParked(office.records, await parkedId(office), { what: 'retry' });
    await office.drained();
    expect([backend.rows('attachments'), backend.rows('workOrders')]).toEqual([[], []]);
    expect(await office.records.db.relaxed.meta.get('deletions:workOrders')).toBeUndefined();
  },
);

it.each([
  ['alone', WITH_FEED],
  ['in a batch', [...WITH_FEED, 'batch']],
])(
  '[F43] a deletion that waited, %s, takes no photo that came since in place of one that was deleted',
  async (_, features) => {
    const { backend, phone, office, job } = await twoDevices(features);
    await takeOf(phone, job, 1, 2);
    await showPhotos(office, job);
    await photosRead(office);
    office.browser.setOnline(false);
    await remove(office, job, 'workOrders');
    backend.remove(Number(backend.rows('attachments')[0]?.id), 'attachments');
    await takeOf(phone, job, 3);
    office.browser.setOnline(true);
    await office.until(async () => (await openOf(office)).join() === REFUSED.join());
    expect(backend.rows('attachments')).toHaveLength(2);
    await decideParked(office.records, await parkedId(office), { what: 'retry' });
    await office.drained();
    expect([backend.rows('attachments'), backend.rows('workOrders')]).toEqual([[], []]);
  },
);

/** A phone without a connection has deleted a job of which it showed two photos. */
async function deletedOffline() {
  const backend = new FakeBackend();
  for (const name of WITH_FEED) backend.extensions.features.add(name);
  const old = new Profile(backend);
  const phone = await old.signIn();
  const { localId: customer } = await makeOf(phone, 'customers');
  const { localId } = await makeOf(phone, 'workOrders', { customer });
  await phone.drained();
  const job = Number((await rowIn(phone, 'workOrders', localId))?.serverId);
  await takeOf(phone, job, 1, 2);
  phone.browser.setOnline(false);
  await remove(phone, job, 'workOrders');
  return { backend, old, phone, job };
}

describe('[F43] a deletion from a file of unsent work', () => {
  it('takes the photos that the other device showed', async () => {
    const { backend, old, phone } = await deletedOffline();
    const file = await fileOf(phone);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
    await sendParked(other);
    await other.drained();
    expect(await openOf(other)).toEqual([]);
    expect([backend.rows('attachments'), backend.rows('workOrders')]).toEqual([[], []]);
  });

  it('takes no photos that came since, until a person says so', async () => {
    const { backend, old, phone, job } = await deletedOffline();
    const file = await fileOf(phone);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await takeOf(other, job, 3);
    await loadInto(other, file);
    await sendParked(other);
    await other.until(async () => (await openOf(other)).join() === REFUSED.join());
    expect(backend.rows('attachments')).toHaveLength(3);
    await sendParked(other);
    await other.drained();
    expect([backend.rows('attachments'), backend.rows('workOrders')]).toEqual([[], []]);
  });

  it('asks again if the server’s question was open, because nobody has answered it', async () => {
    const { backend, old, job } = await deletedOffline();
    old.close();
    const office = new Profile(backend, old.clock);
    await takeOf(await office.signIn(), job, 3);
    office.close();
    const again = await old.open();
    await again.until(async () => (await openOf(again)).join() === REFUSED.join());
    again.browser.setOnline(false);
    const file = await fileOf(again);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
    await sendParked(other);
    await other.until(async () => (await openOf(other)).join() === REFUSED.join());
    expect(backend.rows('attachments')).toHaveLength(3);
  });
});

it('[F43] a deletion takes the photos that its device showed, also those it has just sent', async () => {
  const { backend, phone, job } = await twoDevices();
  await takeOf(phone, job, 1, 2);
  await remove(phone, job, 'workOrders');
  await phone.drained();
  expect(await openOf(phone)).toEqual([]);
  expect([backend.rows('attachments'), backend.rows('workOrders')]).toEqual([[], []]);
});

it('[F43] photos that a deletion undoes before they are sent make no room for others', async () => {
  const { backend, phone, office, job } = await twoDevices();
  office.browser.setOnline(false);
  await take(office, aPhoto(7, { fields: { work_order: String(job), name: 'p7' } }));
  await remove(office, job, 'workOrders');
  await takeOf(phone, job, 1);
  office.browser.setOnline(true);
  await office.until(async () => (await openOf(office)).join() === REFUSED.join());
  expect(backend.rows('attachments')).toHaveLength(1);
});

it('[F43] what arrives while the question is open is none of what the person saw', async () => {
  const { phone, job } = await twoDevices();
  await takeOf(phone, job, 1, 2);
  const [seen] = await phone.rows('attachments');
  const attachments = [seen?.localId ?? ''];
  await deleteRecord(phone.records, 'workOrders', String(job), { attachments });
  expect(await phone.outbox()).toMatchObject([
    { kind: 'delete', attachments: 1, attachmentSet: attachments },
  ]);
});

it('[X1] a server that keeps no files gets no number of photos', async () => {
  const { backend, phone, job } = await twoDevices(['client-uid', 'if-match']);
  await remove(phone, job, 'workOrders');
  await phone.drained();
  expect(backend.urls.filter((url) => url.includes('attachments='))).toEqual([]);
  expect(backend.rows('workOrders')).toEqual([]);
});
