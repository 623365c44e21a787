import { describe, expect, it } from 'vitest';
import { undoStepsOf } from '../../../src/outbox/undone.ts';
import { decideGroup, decideParked } from '../../../src/records/parked.ts';
import { groupRefused } from '../../../src/records/refusal-groups.ts';
import { NotSavedError } from '../../../src/records/save-transaction.ts';
import { keepSigned, markVoid, releaseSigned } from '../../../src/records/signed-documents.ts';
import { aPhotoTab, bytesOf } from '../../support/tab/photos.ts';
import { Profile } from '../../support/tab/profiles.ts';
import { anOldDevice, EXTENDED, fileOf, loadInto } from '../../support/tab/rescue.ts';
import { edit, editOf, makeOf, openOf, rowIn } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const DIGITS = '0123456789ab';
const ENTRY = `2026-11-23 08:45 -0600 Bo Diaz: Work authorization signed by Ann Lee, document ${DIGITS}`;
const NOTED = `--- Log ---\n${ENTRY}`;
const REFUSED = { kind: 'answer', status: 400, body: { title: ['No.'] } } as const;

async function sign(tab: TestTab, localId: string): Promise<string> {
  const signed = await keepSigned(tab.records, {
    parent: { resource: 'workOrders', localId },
    bytes: bytesOf(7, 5000),
    fields: {
      name: 'Work authorization WO-1.pdf',
      caption: `Work authorization, signed by Ann Lee\nDocument ${DIGITS}`,
      taken_at: '2026-11-23T08:45:00-06:00',
      taken_by: 'Bo Diaz',
    },
    note: () => NOTED,
  });
  return signed.localId;
}

async function notesOf(tab: TestTab, job: string): Promise<unknown> {
  return (await rowIn(tab, 'workOrders', job))?.view?.['notes'];
}

function discard(tab: TestTab, id: string | undefined): Promise<boolean> {
  return decideParked(tab.records, id ?? '', { what: 'discard' });
}

describe('a loaded file with a signed document', () => {
  it.each([
    ['of a job that the server has', true, ['workOrders update', 'attachments create']],
    ['of a new job', false, ['workOrders create', 'attachments create']],
  ])('[F44] of which all is discarded keeps the document whole: %s', async (_, isKnown, left) => {
    const { backend, old, tab } = await anOldDevice(EXTENDED);
    tab.browser.setOnline(isKnown);
    const { localId: job } = await makeOf(tab, 'workOrders', { customer: '1' });
    if (isKnown) await tab.drained();
    tab.browser.setOnline(false);
    await sign(tab, job);
    for (const customer of [1, 2, 3]) await edit(tab, customer, { city: 'Reno' });
    const file = await fileOf(tab);
    old.close();
    const other = await new Profile(backend, old.clock).signIn();
    await loadInto(other, file);
    const [group] = groupRefused(await other.outbox()).filter(({ changes }) => changes.length > 1);
    if (!group) throw new Error('the changes are no group');
    expect(group.changes).toHaveLength(4);
    expect(await decideGroup(other.records, group, { what: 'discard' })).toBe(3);
    expect(await openOf(other)).toEqual(left.map((change) => `${change} parked fromFile`));
    const [row] = await other.rows('workOrders');
    expect(row?.view?.['notes']).toBe(NOTED);
  });
});

describe('a new job that the server refuses', () => {
  it('[F44] is not discarded before its signed document is saved elsewhere', async () => {
    const { backend, tab } = await aPhotoTab();
    const { localId: customer } = await makeOf(tab, 'customers');
    await tab.drained();
    tab.browser.setOnline(false);
    const { localId: job } = await makeOf(tab, 'workOrders', { customer });
    const document = await sign(tab, job);
    await expect(releaseSigned(tab.records, document)).rejects.toBeInstanceOf(NotSavedError);
    backend.plan('POST', /work-orders\/$/, REFUSED);
    tab.browser.setOnline(true);
    await tab.until(async () => (await openOf(tab))[0] === 'workOrders create parked rejected');
    const [create] = await tab.outbox();
    expect(await discard(tab, create?.id)).toBe(false);
    expect(await openOf(tab)).toEqual(['workOrders create parked rejected', 'attachments create queued']);
    await releaseSigned(tab.records, document);
    expect(await discard(tab, create?.id)).toBe(true);
    expect(await openOf(tab)).toEqual([]);
    expect(await tab.rows('workOrders')).toEqual([]);
  });
});

async function aSignedJob() {
  const { backend, tab } = await aPhotoTab();
  const { localId: customer } = await makeOf(tab, 'customers');
  const { localId: job } = await makeOf(tab, 'workOrders', { customer });
  await tab.drained();
  return { backend, tab, job };
}

describe('the log entry of a signed document', () => {
  it('[F44] that the server refuses is not discarded, unlike another change of the notes', async () => {
    const { backend, tab, job } = await aSignedJob();
    backend.plan('PATCH', /work-orders/, REFUSED);
    await sign(tab, job);
    await tab.until(async () => (await openOf(tab)).join() === 'workOrders update parked rejected');
    expect(await discard(tab, (await tab.outbox())[0]?.id)).toBe(false);
    expect(await notesOf(tab, job)).toBe(NOTED);
    await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'retry' });
    await tab.drained();
    backend.plan('PATCH', /work-orders/, REFUSED);
    await editOf(tab, 'workOrders', job, { notes: `Dog.\n${NOTED}` });
    await tab.until(async () => (await openOf(tab))[0] === 'workOrders update parked rejected');
    expect(await discard(tab, (await tab.outbox())[0]?.id)).toBe(true);
    expect(await notesOf(tab, job)).toBe(NOTED);
  });

  it('[F44] is discarded once the document is saved elsewhere', async () => {
    const { backend, tab, job } = await aSignedJob();
    tab.browser.setOnline(false);
    const document = await sign(tab, job);
    backend.extensions.features.delete('attachments');
    backend.plan('PATCH', /work-orders/, REFUSED);
    tab.browser.setOnline(true);
    await tab.until(async () => (await openOf(tab))[0] === 'workOrders update parked rejected');
    const [noted] = await tab.outbox();
    expect(await discard(tab, noted?.id)).toBe(false);
    await tab.until(async () => (await releaseSigned(tab.records, document).catch(() => 'kept')) !== 'kept');
    expect(await discard(tab, noted?.id)).toBe(true);
    expect(await openOf(tab)).toEqual([]);
  });
});

describe('a document that is marked as void', () => {
  const VOIDING = {
    line: 'Void since Nov 23, Bo Diaz: Wrong house',
    note: (notes: string): string =>
      `${notes}\n2026-11-23 09:00 -0600 Bo Diaz: It is void: Wrong house, document ${DIGITS}`,
  };

  it('[F45] says so in its caption and in the log at once, and both are sent, and not undone', async () => {
    const { backend, tab, job } = await aSignedJob();
    const document = await sign(tab, job);
    await tab.drained();
    tab.browser.setOnline(false);
    await markVoid(tab.records, document, VOIDING);
    // A second tab may ask the same.
    await markVoid(tab.records, document, VOIDING);
    const changes = await tab.outbox();
    expect(changes.map(({ resource, kind }) => `${resource} ${kind}`).sort()).toEqual([
      'attachments update',
      'workOrders update',
    ]);
    expect(changes.map(undoStepsOf)).toEqual([null, null]);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(backend.rows('attachments')[0]?.['caption']).toMatch(/^Void since Nov 23, .*\nWork authorization/);
    expect(backend.rows('workOrders')[0]?.['notes']).toBe(VOIDING.note(NOTED));
  });

  it('[F45] stays marked though its caption is edited elsewhere meanwhile, and nobody is asked', async () => {
    const { backend, tab, job } = await aSignedJob();
    const document = await sign(tab, job);
    await tab.drained();
    tab.browser.setOnline(false);
    await markVoid(tab.records, document, VOIDING);
    const caption = `Work authorization of June, signed by Ann Lee\nDocument ${DIGITS}`;
    backend.change(Number(backend.rows('attachments')[0]?.['id']), { caption }, 'attachments');
    tab.browser.setOnline(true);
    await tab.drained();
    expect(backend.rows('attachments')[0]?.['caption']).toBe(`${VOIDING.line}\n${caption}`);
  });

  it('[F45] is not marked if the notes have no room, or its record is gone', async () => {
    const { tab, job } = await aSignedJob();
    const document = await sign(tab, job);
    await tab.drained();
    tab.browser.setOnline(false);
    const full = { ...VOIDING, note: () => 'n'.repeat(10_001) };
    await expect(markVoid(tab.records, document, full)).rejects.toThrow(/^The notes have no room/);
    await tab.records.db.strict.workOrders.clear();
    await expect(markVoid(tab.records, document, VOIDING)).rejects.toBeInstanceOf(NotSavedError);
    expect(await tab.outbox()).toEqual([]);
    expect((await rowIn(tab, 'attachments', document))?.view?.['caption']).not.toMatch(/^Void/);
  });

  it('[F44] keeps a refused caption, which its log entry goes with', async () => {
    const { backend, tab, job } = await aSignedJob();
    const document = await sign(tab, job);
    await tab.drained();
    backend.plan('PATCH', /attachments/, REFUSED);
    await markVoid(tab.records, document, VOIDING);
    await tab.until(async () => (await openOf(tab)).join() === 'attachments update parked rejected');
    expect(await discard(tab, (await tab.outbox())[0]?.id)).toBe(false);
  });
});
