import { expect, it } from 'vitest';
import type { Fields } from '../../../src/domain/resource-spec.ts';
import { editRecord } from '../../../src/records/commands.ts';
import { readPhotos } from '../../../src/sync/pull/read-photos.ts';
import { jsonAnswer, otherAnswer } from '../../support/backend/answers.ts';
import {
  aPhoto,
  photoList,
  photosRead,
  shownPhotos,
  showPhotos,
  takeOf,
  twoDevices,
  WITH_FEED,
} from '../../support/tab/photos.ts';
import { anotherTab, contextOf, makeOf, remove, rowIn } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const WITHOUT_FEED = WITH_FEED.filter((name) => name !== 'changes');
const ROW = /attachments\/attachments\/\d+\//;
const LIST = /attachments\/attachments\/(\?|$)/;

async function states(tab: TestTab, n: number): Promise<string[]> {
  const { file, thumb } = aPhoto(n);
  const rows = await tab.records.db.relaxed.files.bulkGet([file.sha256, thumb?.sha256 ?? '']);
  return rows.map((row) => row?.state ?? 'none');
}

async function captionOn(tab: TestTab, id: number): Promise<unknown> {
  return (await rowIn(tab, 'attachments', id))?.view?.['caption'];
}

function caption(tab: TestTab, localId: unknown, text: string): Promise<unknown> {
  const change = (fields: Fields): Fields => ({ ...fields, caption: text });
  return editRecord(tab.records, 'attachments', String(localId), { change });
}

it.each([
  ['with a feed', WITH_FEED],
  ['without a feed', WITHOUT_FEED],
])(
  '[F27] the photos of a record come when a screen shows them, and their thumbnails, %s',
  async (_, extensions) => {
    const { backend, phone, office, job } = await twoDevices(extensions);
    await takeOf(phone, job, 1, 2, 3);
    await office.pass(120_000, 5000);
    expect(await shownPhotos(office)).toEqual([]);
    await showPhotos(office, job);
    await photosRead(office);
    expect(await shownPhotos(office)).toEqual(['p1', 'p2', 'p3']);
    await office.until(async () => (await states(office, 3))[1] === 'stored');
    await office.until(async () => (await states(office, 1))[1] === 'stored');
    expect(await states(office, 1)).toEqual(['none', 'stored']);
    expect(backend.count('GET', LIST)).toBe(1);
    expect((await photoList(office, job))?.error).toBe(null);
  },
);

it('[F27] all pages of the list are read', async () => {
  const { backend, phone, office, job } = await twoDevices();
  await takeOf(phone, job, 1, 2, 3, 4, 5);
  backend.options.largestPage = 2;
  await showPhotos(office, job);
  await photosRead(office);
  expect(await shownPhotos(office)).toHaveLength(5);
  expect(backend.count('GET', LIST)).toBe(3);
});

it('[F27] a list whose pages moved is read again before it counts as read', async () => {
  const { backend, phone, office, job } = await twoDevices();
  await takeOf(phone, job, 1, 2, 3, 4);
  backend.options.largestPage = 2;
  const [oldest] = backend.rows('attachments');
  const act = (): void => backend.remove(Number(backend.rows('attachments').at(-1)?.id), 'attachments');
  backend.plan('GET', LIST, { kind: 'then', act });
  await showPhotos(office, job);
  await office.until(() => backend.count('GET', LIST) >= 2);
  await photosRead(office);
  expect(backend.count('GET', LIST)).toBeGreaterThan(2);
  expect(await rowIn(office, 'attachments', Number(oldest?.id))).toBeDefined();
  expect(await shownPhotos(office)).toHaveLength(3);
});

it('[F22] the feed brings what others change, add and delete of a record whose photos are here', async () => {
  const { backend, phone, office, job } = await twoDevices();
  await takeOf(phone, job, 1, 2);
  await showPhotos(office, job);
  await photosRead(office);
  const lists = backend.count('GET', LIST);
  const [one] = await phone.rows('attachments');
  await caption(phone, one?.localId, 'Under the sink');
  await takeOf(phone, job, 3);
  const id = Number(one?.serverId);
  await office.until(async () => (await captionOn(office, id)) === 'Under the sink');
  await office.until(async () => (await states(office, 3))[1] === 'stored');
  await remove(phone, id, 'attachments');
  await phone.drained();
  await office.until(async () => (await captionOn(office, id)) === undefined);
  expect(await shownPhotos(office)).toHaveLength(2);
  expect(backend.count('GET', LIST)).toBe(lists);
});

it('[F22] of other records, the feed leaves nothing on the device', async () => {
  const { phone, office, job } = await twoDevices();
  await takeOf(phone, job, 1);
  const [photo] = await phone.rows('attachments');
  await caption(phone, photo?.localId, 'Wet');
  await phone.drained();
  await remove(phone, Number(photo?.serverId), 'attachments');
  await phone.drained();
  await office.pass(180_000, 5000);
  expect(await office.rows('attachments')).toEqual([]);
  expect(await office.records.db.relaxed.files.count()).toBe(0);
});

it('[F22] a change of this device that waits stays in view, and is merged with what the list shows', async () => {
  const { backend, phone, office, job } = await twoDevices(WITHOUT_FEED);
  await takeOf(phone, job, 1);
  await showPhotos(office, job);
  await photosRead(office);
  const [row] = await office.rows('attachments');
  office.browser.setOnline(false);
  await caption(office, row?.localId, 'Mine');
  backend.change(Number(row?.serverId), { room: 'Kitchen' }, 'attachments');
  backend.plan('PATCH', /attachments/, { kind: 'answer', status: 503 }, 3);
  office.browser.setOnline(true);
  await showPhotos(office, job);
  await office.until(() => backend.count('GET', LIST) > 1);
  expect((await office.rows('attachments'))[0]?.view).toMatchObject({ caption: 'Mine' });
  await office.drained();
  await photosRead(office);
  expect((await office.rows('attachments'))[0]?.view).toMatchObject({ caption: 'Mine', room: 'Kitchen' });
  expect(backend.rows('attachments')[0]).toMatchObject({ caption: 'Mine', room: 'Kitchen' });
});

it('[F23] a photo that the list lacks goes once the server says that it is gone', async () => {
  const { backend, phone, office, job } = await twoDevices(WITHOUT_FEED);
  await takeOf(phone, job, 1, 2);
  await showPhotos(office, job);
  await photosRead(office);
  const [one] = backend.rows('attachments');
  backend.remove(Number(one?.id), 'attachments');
  backend.plan('GET', ROW, { kind: 'answer', status: 503 }, 1000);
  await showPhotos(office, job);
  await office.until(() => backend.urls.filter((url) => ROW.test(url)).length > 1);
  expect(await shownPhotos(office)).toHaveLength(2);
  backend.forgetPlans();
  await photosRead(office);
  expect(await shownPhotos(office)).toHaveLength(1);
});

it('[F23] a photo that the list leaves out stays if the server has it', async () => {
  const { backend, phone, office, job } = await twoDevices(WITHOUT_FEED);
  await takeOf(phone, job, 1);
  await showPhotos(office, job);
  await photosRead(office);
  backend.plan('GET', LIST, { kind: 'answer', status: 200, body: { count: 0, next: null, results: [] } });
  await showPhotos(office, job);
  await photosRead(office);
  expect(await shownPhotos(office)).toEqual(['p1']);
});

it('[F27] a list that the server refuses says why, and is read when it is shown again', async () => {
  const { backend, phone, office, job } = await twoDevices();
  await takeOf(phone, job, 1);
  backend.plan('GET', LIST, { kind: 'answer', status: 403, body: { detail: 'Not for you.' } });
  await showPhotos(office, job);
  await photosRead(office);
  expect(await photoList(office, job)).toMatchObject({ readAt: null, error: 'Not for you.' });
  expect((await office.engine())?.reasons).toEqual([]);
  await showPhotos(office, job);
  await photosRead(office);
  expect(await photoList(office, job)).toMatchObject({ readAt: expect.any(Number), error: null });
});

it.each([
  ['that is cut off proves none', otherAnswer(200, 'text'), false],
  ['that the server refuses in JSON proves it', jsonAnswer(403, {}), true],
])('[P20] contact: a list %s', async (_, answer, contact) => {
  const { office, job } = await twoDevices();
  const context = contextOf(office, async () => answer);
  const wish = { resource: 'workOrders', id: String(job), at: 0, isShown: true } as const;
  const { work } = await readPhotos(context, wish);
  expect([work.contact, work.fault, work.pause]).toEqual([contact, false, null]);
});

it('[F27] what a screen asks for without a connection is read when there is one', async () => {
  const { phone, office, job } = await twoDevices();
  await takeOf(phone, job, 1);
  office.browser.setOnline(false);
  await showPhotos(office, job);
  await office.pass(60_000, 1000);
  expect(await photoList(office, job)).toBeUndefined();
  office.browser.setOnline(true);
  await photosRead(office);
  expect(await shownPhotos(office)).toEqual(['p1']);
});

it('[F24] photos of a record that is kept offline are fetched in full, also new ones', async () => {
  const { phone, office, job } = await twoDevices();
  await takeOf(phone, job, 1);
  const key = `offline:workOrders/${job}` as const;
  await office.records.db.relaxed.settings.put({ key, at: 0 });
  await showPhotos(office, job);
  await photosRead(office);
  await office.until(async () => (await states(office, 1)).join() === 'stored,stored');
  await takeOf(phone, job, 2);
  await office.until(async () => (await states(office, 2)).join() === 'stored,stored');
  expect(await office.records.db.relaxed.fileBytes.count()).toBe(4);
});

it('[F24] photos of a record that is kept offline are looked for at each start', async () => {
  const { backend, phone, office, job } = await twoDevices(WITHOUT_FEED);
  const key = `offline:workOrders/${job}` as const;
  await office.records.db.relaxed.settings.put({ key, at: 0 });
  office.crash();
  await takeOf(phone, job, 1);
  const next = await anotherTab(office);
  await next.until(async () => (await shownPhotos(next)).length === 1);
  expect(backend.count('GET', LIST)).toBe(1);
});

/** Further jobs of the phone, which both devices have. Returns their server ids. */
async function moreJobs(phone: TestTab, office: TestTab, count: number): Promise<readonly number[]> {
  const [customer] = await phone.rows('customers');
  for (let n = 0; n < count; n += 1)
    await makeOf(phone, 'workOrders', { customer: customer?.localId ?? '', title: `Job ${n}` });
  await phone.drained();
  await office.until(async () => (await office.rows('workOrders')).length === count + 1);
  const rows = await office.rows('workOrders');
  return rows.map(({ serverId }) => Number(serverId)).sort((one, other) => one - other);
}

it('[F28] a list that fails holds up no other, not even after a restart', async () => {
  const { backend, phone, office, job } = await twoDevices();
  const other = (await moreJobs(phone, office, 1)).find((id) => id !== job) ?? 0;
  await takeOf(phone, other, 1);
  const failing = new RegExp(`attachments/attachments/\\?.*work_order=${job}\\b`);
  backend.plan('GET', failing, { kind: 'answer', status: 500, body: { detail: 'x' } }, 1000);
  await showPhotos(office, job);
  await office.pass(10_000, 500);
  office.crash();
  const next = await anotherTab(office);
  await showPhotos(next, other);
  await next.until(async () => (await shownPhotos(next)).length === 1);
  expect(await photoList(next, job)).toMatchObject({ readAt: null });
  backend.forgetPlans();
  await photosRead(next);
  expect(await photoList(next, job)).toMatchObject({ readAt: expect.any(Number), error: null });
});

it('[F28] of jobs opened without a connection, the one on the screen is read first', async () => {
  const { backend, phone, office, job } = await twoDevices();
  const others = (await moreJobs(phone, office, 5)).filter((id) => id !== job);
  office.browser.setOnline(false);
  for (const id of [...others, job]) {
    await showPhotos(office, id);
    await office.pass(250);
  }
  const before = backend.urls.length;
  office.browser.setOnline(true);
  await photosRead(office);
  const lists = backend.urls.slice(before).filter((url) => LIST.test(url));
  expect(lists).toHaveLength(6);
  expect(lists[0]).toContain(`work_order=${job}&`);
});
