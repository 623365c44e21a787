import type { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { writeMeta } from '../../../src/db/meta-rows.ts';
import { leaveIfSettled } from '../../../src/db/owner.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { undoStepsOf } from '../../../src/outbox/undone.ts';
import type { SaveReceipt } from '../../../src/records/accept.ts';
import { deleteRecord } from '../../../src/records/commands.ts';
import { readChecked } from '../../../src/records/photos.ts';
import { NotSavedError } from '../../../src/records/save-transaction.ts';
import { keepSigned, releaseSigned } from '../../../src/records/signed-documents.ts';
import { aPhotoTab, bytesOf } from '../../support/tab/photos.ts';
import { anotherTab, makeOf, rowIn } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const PDF = bytesOf(7, 5000);
const SHA = sha256Hex(PDF);
const FIELDS = {
  name: 'Work authorization WO-1.pdf',
  caption: 'Work authorization, signed by Ann Lee',
  taken_at: '2026-11-23T08:45:00-06:00',
  taken_by: 'Bo Diaz',
};

function sign(tab: TestTab, localId: string, bytes = PDF, line = 'Signed.'): Promise<SaveReceipt> {
  const note = (notes: string): string => `${notes}\n${line}`;
  return keepSigned(tab.records, {
    parent: { resource: 'workOrders', localId },
    bytes,
    fields: FIELDS,
    note,
  });
}

async function aJob(extensions?: readonly string[]) {
  const { backend, tab } = await aPhotoTab(extensions);
  const { localId: customer } = await makeOf(tab, 'customers');
  const { localId: job } = await makeOf(tab, 'workOrders', { customer, notes: 'Ring twice.' });
  await tab.drained();
  return { backend, tab, job };
}

/** Everything on this device that a signing writes. */
async function written({ records }: TestTab, job: string) {
  const { attachments, outbox, files, fileBytes, workOrders } = records.db.relaxed;
  const notes = (await workOrders.get(job))?.view?.['notes'];
  const counts = await Promise.all([attachments, outbox, files, fileBytes].map((table) => table.count()));
  return [...counts, notes];
}

/** Makes the `n`th write of the next transaction fail, as if the page died there. Counts from 0. */
function dieAt(db: Dexie, n: number): { writes: () => number; stop: () => void } {
  let count = 0;
  const die = (): void => {
    count += 1;
    if (count === n + 1) throw new DOMException('The page is gone.', 'AbortError');
  };
  const hooks = db.tables.flatMap((table) => [
    table.hook('creating'),
    table.hook('updating'),
    table.hook('deleting'),
  ]);
  for (const hook of hooks) (hook as unknown as { subscribe(act: () => void): void }).subscribe(die);
  return {
    writes: () => count,
    stop: () => {
      for (const hook of hooks) (hook as unknown as { unsubscribe(act: () => void): void }).unsubscribe(die);
    },
  };
}

it('[F36] a signed document has its file, its row, and its tick and log entry on the disk', async () => {
  const { tab, job } = await aJob();
  tab.browser.setOnline(false);
  await sign(tab, job);
  expect(await written(tab, job)).toEqual([1, 2, 1, 1, 'Ring twice.\nSigned.']);
  const [row] = await tab.rows('attachments');
  expect(row?.view).toMatchObject({
    ...FIELDS,
    kind: 'document',
    work_order: job,
    sha256: SHA,
    size: 5000,
    media_type: 'application/pdf',
  });
});

it('[F36] a page that dies at any write of a signing leaves no half-signed document', async () => {
  const { tab, job } = await aJob();
  tab.browser.setOnline(false);
  const before = await written(tab, job);
  let n = 0;
  for (; ; n += 1) {
    const death = dieAt(tab.records.db.strict, n);
    const outcome = await sign(tab, job).catch((error: unknown) => error);
    const isOver = death.writes() <= n;
    death.stop();
    if (isOver) break;
    expect(outcome).toBeInstanceOf(Error);
    expect(await written(tab, job)).toEqual(before);
  }
  expect(n).toBeGreaterThan(6);
  expect(await written(tab, job)).toEqual([1, 2, 1, 1, 'Ring twice.\nSigned.']);
});

it('[F36] a tab that dies after the signing loses nothing', async () => {
  const { backend, tab, job } = await aJob();
  const other = await anotherTab(tab);
  await sign(other, job);
  other.crash();
  await tab.drained();
  expect(backend.rows('attachments')).toHaveLength(1);
  expect(backend.shelf.has(SHA)).toBe(true);
});

it('[F37] the same file again, after an attempt that was given up, is one document', async () => {
  const { tab, job } = await aJob();
  tab.browser.setOnline(false);
  const first = await sign(tab, job);
  const again = await sign(tab, job);
  expect(again.localId).toBe(first.localId);
  expect(await written(tab, job)).toEqual([1, 2, 1, 1, 'Ring twice.\nSigned.']);
});

it('[F36] a document of a record that was deleted meanwhile is not kept', async () => {
  const { tab, job } = await aJob();
  tab.browser.setOnline(false);
  await deleteRecord(tab.records, 'workOrders', job);
  await expect(sign(tab, job)).rejects.toBeInstanceOf(NotSavedError);
  expect(await tab.rows('attachments')).toEqual([]);
});

it('a document whose log entry the notes have no room for is not kept', async () => {
  const { tab, job } = await aJob();
  tab.browser.setOnline(false);
  const before = await written(tab, job);
  await expect(sign(tab, job, PDF, 'n'.repeat(10_000))).rejects.toThrow(/^The notes have no room/);
  expect(await written(tab, job)).toEqual(before);
});

describe('a server that keeps no files', () => {
  const PLAIN = ['client-uid', 'if-match'];

  it('[F38] leaves a signed document on the device, where it is counted and keeps the data at a log-out', async () => {
    const { backend, tab, job } = await aJob(PLAIN);
    await sign(tab, job);
    await tab.until(async () => (await tab.outbox()).length === 1);
    await tab.pass(3 * 60 * 60_000, 10 * 60_000);
    expect(await tab.outbox()).toMatchObject([{ resource: 'attachments', kind: 'create', state: 'queued' }]);
    expect(backend.shelf.has(SHA)).toBe(false);
    expect((await readChecked(tab.records, SHA))?.isChanged).toBe(false);
    expect((await rowIn(tab, 'workOrders', job))?.server?.['notes']).toBe('Ring twice.\nSigned.');
    expect(await leaveIfSettled(tab.records.db.strict)).toBe(false);
  });

  it('[F38] offers no undo, and the document is removed when a person says that it is saved elsewhere', async () => {
    const { tab, job } = await aJob(PLAIN);
    const { localId } = await sign(tab, job);
    await tab.until(async () => (await tab.outbox()).length === 1);
    expect((await tab.outbox()).map(undoStepsOf)).toEqual([null]);
    await releaseSigned(tab.records, localId);
    expect(await tab.outbox()).toEqual([]);
    expect(await tab.rows('attachments')).toEqual([]);
    // A second tab may ask the same.
    await releaseSigned(tab.records, localId);
    tab.crash();
    tab.browser.clock.advance(25 * 60 * 60_000);
    const next = await anotherTab(tab);
    await next.until(async () => (await next.records.db.relaxed.fileBytes.count()) === 0);
  });

  it('[F38] is sent it once it keeps files', async () => {
    const { backend, tab, job } = await aJob(PLAIN);
    await sign(tab, job);
    backend.extensions.features.add('attachments');
    tab.crash();
    const next = await anotherTab(tab);
    await next.drained();
    expect(backend.rows('attachments')).toMatchObject([{ kind: 'document', sha256: SHA }]);
  });
});

it('[F38] a document that a server may have is not removed', async () => {
  const { backend, tab, job } = await aJob();
  tab.browser.setOnline(false);
  const { localId } = await sign(tab, job);
  await expect(releaseSigned(tab.records, localId)).rejects.toBeInstanceOf(NotSavedError);
  tab.browser.setOnline(true);
  await tab.drained();
  await expect(releaseSigned(tab.records, localId)).rejects.toBeInstanceOf(NotSavedError);
  expect(backend.rows('attachments')).toHaveLength(1);
  expect(await tab.rows('attachments')).toHaveLength(1);
  const { relaxed } = tab.records.db;
  await relaxed.transaction('rw', relaxed.meta, (tx) => writeMeta(tx, { key: 'capabilities', features: [] }));
  await expect(releaseSigned(tab.records, localId)).rejects.toBeInstanceOf(NotSavedError);
  expect(await tab.rows('attachments')).toHaveLength(1);
});

it('[F39] a document with one changed byte is found to be changed', async () => {
  const { tab, job } = await aJob();
  tab.browser.setOnline(false);
  await sign(tab, job);
  expect(await readChecked(tab.records, SHA)).toEqual({ bytes: PDF, isChanged: false });
  const bytes = PDF.slice(0);
  new DataView(bytes).setUint8(2500, 1 + new DataView(bytes).getUint8(2500));
  await tab.records.db.relaxed.fileBytes.put({ sha256: SHA, bytes });
  expect(await readChecked(tab.records, SHA)).toEqual({ bytes, isChanged: true });
  expect(await readChecked(tab.records, '0'.repeat(64))).toBeNull();
});
