import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FileRow } from '../../src/db/tables.ts';
import { dayAfter, daysFrom } from '../../src/domain/plain-date.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { sayFeatures, seedPhoto } from '../support/photos/photos-screen.tsx';
import { card, check, openReady } from '../support/records/ready.tsx';
import type { TestRecords } from '../support/records/record-services.tsx';
import { crew, job, TODAY } from '../support/records/today.tsx';

const PREVIEW = 'a'.repeat(64);

/** A device with a job of today of the user, which has a photo on the server. */
async function openJob(): Promise<TestRecords> {
  const records = await openReady();
  await sayFeatures(records, ['attachments', 'client-uid', 'if-match']);
  await records.seedAll('workOrders', [job('Mine', { notes: crew('maria') })]);
  await seedPhoto(records, 1, { thumb_sha256: PREVIEW });
  return records;
}

async function hold(records: TestRecords, state: FileRow['state'], status?: number): Promise<void> {
  const refusal = status === undefined ? null : { status, body: null, at: 0 };
  const file = { sha256: PREVIEW, size: 9, type: 'image/jpeg', state, refusal, isThumb: true } as const;
  await records.services.db.relaxed.files.put({ ...file, storedAt: null, lastUsed: 0, tries: 0 });
}

/** Reads the list of the job's photos as soon as it is asked for. */
async function listPhotos({ services }: TestRecords): Promise<void> {
  const { meta, settings } = services.db.relaxed;
  await waitFor(async () => expect(await meta.get('request:photos')).toBeDefined(), { timeout: 30_000 });
  const key = 'photoList:workOrders/1' as const;
  await settings.put({ key, readAt: 1, feed: null, doubtedAt: null, error: null });
  await meta.delete('request:photos');
}

test('a preview that left a full device is missing, and is fetched again', async () => {
  const records = await openJob();
  await hold(records, 'gone');
  await Promise.all([check(records), listPhotos(records)]);
  expect(await card()).toHaveTextContent(
    '1 photo of your next jobs is not here yet. Stay in the app where you have a signal, then check again.',
  );
  expect(await records.services.db.relaxed.files.get(PREVIEW)).toMatchObject({ state: 'wanted' });
});

test('a job whose photos are not known is not ready', async () => {
  const records = await openJob();
  await hold(records, 'stored');
  await check(records);
  expect(await card()).toHaveTextContent(
    'Of 1 of your next jobs, it is not known yet which photos there are. Stay in the app',
  );
});

test.each<[FileRow['state'], number?]>([['stored'], ['here'], ['gone', 404]])(
  'a job is ready with its previews here, or lost on the server: %s',
  async (state, status) => {
    const records = await openJob();
    await hold(records, state, status);
    const [{ user }] = await Promise.all([check(records), listPhotos(records)]);
    const shown = await card();
    expect(shown).toHaveAttribute('data-state', 'ready');
    await user.click(within(shown).getByRole('button', { name: 'What was checked' }));
    expect(shown).toHaveTextContent('Your job of today and tomorrow is here, with previews of its photos.');
  },
);

/** Checks a device with these jobs, on a server that keeps no photos. */
async function checked(jobs: readonly Fields[]): Promise<HTMLElement> {
  const records = await openReady();
  await records.seedAll('workOrders', jobs);
  const { user } = await check(records);
  const shown = await card();
  await user.click(within(shown).getByRole('button', { name: 'What was checked' }));
  return shown;
}

test('a job of tomorrow is found among more than a hundred of others', async () => {
  const of = (names: string): Fields => job('Job', { scheduled_date: dayAfter(TODAY), notes: crew(names) });
  const jobs = Array.from({ length: 120 }, () => of('Bo'));
  // Its id, 99, is the last in the order of the database.
  expect(await checked(jobs.with(98, of('maria')))).toHaveTextContent(
    'Your job of today and tomorrow is here',
  );
});

test('a person who is only on the crew of a later job is known', async () => {
  const later = job('Later', { scheduled_date: daysFrom(TODAY, 20), notes: crew('maria') });
  const shown = await checked([later, job('Bo’s', { notes: crew('Bo') })]);
  expect(shown).toHaveTextContent('No job of yours is planned for today or tomorrow.');
});

test('a job that is cancelled is not counted', async () => {
  const mine = { notes: crew('maria') };
  const shown = await checked([job('Mine', mine), job('Cancelled', { ...mine, status: 'cancelled' })]);
  expect(shown).toHaveTextContent('Your job of today and tomorrow is here');
});

test('[F24] previews of a late job are fetched too, and it is not counted as one of today', async () => {
  const records = await openReady();
  await sayFeatures(records, ['attachments', 'client-uid', 'if-match']);
  const late = { notes: crew('maria'), scheduled_date: daysFrom(TODAY, -3) };
  await records.seedAll('workOrders', [job('Late', late)]);
  await seedPhoto(records, 1, { thumb_sha256: PREVIEW });
  await Promise.all([check(records), listPhotos(records)]);
  expect(await card()).toHaveTextContent('1 photo of your next jobs is not here yet.');
  const { files, settings } = records.services.db.relaxed;
  expect(await files.get(PREVIEW)).toMatchObject({ state: 'wanted' });
  expect(await settings.get('ready')).toMatchObject({ facts: { data: { jobs: 0 } } });
});
