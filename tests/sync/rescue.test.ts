import { describe, expect, it } from 'vitest';
import { decideGroup, decideParked } from '../../src/records/parked.ts';
import { readQuestions } from '../../src/records/questions.ts';
import { groupRefused } from '../../src/records/refusal-groups.ts';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { aPhoto, fileRequests, onShelf, take } from '../support/tab/photos.ts';
import { Profile } from '../support/tab/profiles.ts';
import { anOldDevice, EXTENDED, fileOf, loadInto, madeWhenFull } from '../support/tab/rescue.ts';
import { edit, makeOf, open, openOf, remove } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

/** Presses 'Send all' of the changes that a file brought. */
async function sendAll(tab: TestTab): Promise<number> {
  const [group] = groupRefused((await tab.outbox()).filter(({ state }) => state === 'parked'));
  return group ? decideGroup(tab.records, group, { what: 'retry' }) : 0;
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

/** Five photos on a device whose server keeps no files. */
const PHOTOS = Array.from({ length: 5 }, () => 'attachments create queued');

const ONCE = { customers: 35, emails: 35, edited: 15, projects: 5, workOrders: 5 };

describe('fifty changes and five photos in a file', () => {
  it('[R1, R6] are each once on an extended server, though both devices send them', async () => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    const made = await makeFifty(tab);
    for (let n = 1; n <= 5; n += 1) await take(tab, aPhoto(n, { fields: { customer: made[n] ?? '' } }));
    expect(await tab.outbox()).toHaveLength(55);
    const file = await fileOf(tab);
    old.close();

    const fresh = new Profile(backend, old.clock);
    const other = await fresh.signIn();
    expect(await loadInto(other, file)).toMatchObject({ added: 55, known: 0 });
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

  it('[R7, F18] are each once on a plain server, because each device looks for a create first, and photos stay', async () => {
    const { backend, old, tab } = await anOldDevice();
    const made = await makeFifty(tab);
    for (let n = 1; n <= 5; n += 1) await take(tab, aPhoto(n, { fields: { customer: made[n] ?? '' } }));
    const file = await fileOf(tab);
    old.close();

    const fresh = new Profile(backend, old.clock);
    const other = await fresh.signIn();
    expect(await loadInto(other, file)).toMatchObject({ added: 55, known: 0 });
    expect(await sendAll(other)).toBe(55);
    await other.until(async () => (await other.outbox()).length <= PHOTOS.length);
    await other.pass(60_000, 1000);
    expect(await openOf(other)).toEqual(PHOTOS);
    expect(await other.records.db.relaxed.fileBytes.count()).toBe(10);
    expect(heldOf(backend)).toEqual(ONCE);
    const posts = backend.count('POST', /customers|work-orders/);
    fresh.close();

    const again = await old.open();
    await again.until(async () => (await again.outbox()).length <= PHOTOS.length);
    await again.pass(60_000, 1000);
    expect(await openOf(again)).toEqual(PHOTOS);
    expect(await again.records.db.relaxed.fileBytes.count()).toBe(10);
    expect((await readQuestions(again.records.db.relaxed)).duplicates).toEqual([]);
    expect(heldOf(backend)).toEqual(ONCE);
    expect(backend.count('POST', /customers|work-orders/)).toBe(posts);
    expect(fileRequests(backend)).toEqual([]);
  });

  it('[R7] which the old device has sent first, are asked about on a plain server', async () => {
    const { backend, old, tab } = await anOldDevice();
    await makeOf(tab, 'customers', { email: 'new@example.com' });
    await edit(tab, 1, { city: 'Reno' });
    const file = await fileOf(tab);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(backend.customers).toHaveLength(21);
    old.close();

    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
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
    await loadInto(other, file);
    await sendAll(other);
    await other.drained();
    fresh.close();
    const again = await old.open();
    await again.drained();
    expect(await openOf(again)).toEqual([]);
    expect(heldOf(backend)).toEqual(ONCE);
  });
});
