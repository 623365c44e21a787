import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PaperContent } from '../../src/domain/papers/paper-content.ts';
import { picturesOf } from '../../src/domain/papers/paper-content.ts';
import type { Hashing } from '../../src/domain/ports.ts';
import { sha256Hex } from '../../src/domain/sha256.ts';
import type { MadePdf, PdfJob } from '../../src/files/pdf/make-pdf.ts';
import type { PhotoWork } from '../../src/files/photo.ts';
import { jpegFile } from '../support/browser/a-jpeg.ts';
import { type Given, openReadings, PAUSE, press, ROOM } from '../support/drying/readings-screen.tsx';
import { PROJECTS } from '../support/kinds/projects.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { sayFeatures, seedPhoto } from '../support/photos/photos-screen.tsx';
import type { TestRecords } from '../support/records/record-services.tsx';

const fakes = vi.hoisted(() => ({
  jobs: [] as PdfJob[],
  make: (): Promise<MadePdf> => Promise.reject(new Error('not set')),
  /** As a worker would read it from the next photo. */
  takenAt: null as string | null,
  /** What the worker is asked for, and when it answers. */
  read: async (_work: PhotoWork): Promise<void> => {},
}));

vi.mock('../../src/files/pdf/make-pdf.ts', () => ({
  makePdf: (job: PdfJob) => {
    fakes.jobs.push(job);
    return fakes.make();
  },
}));

vi.mock('../../src/files/photo-preparer.ts', async () => {
  const { keepOriginal } = await import('../../src/files/keep-original.ts');
  return {
    createPhotoPreparer: (device: Hashing) => async (file: Blob, work: PhotoWork) => {
      await fakes.read(work);
      const outcome = await keepOriginal(device, await file.arrayBuffer(), 'asked');
      return outcome.outcome === 'refused'
        ? outcome
        : { ...outcome, photo: { ...outcome.photo, takenAt: fakes.takenAt } };
    },
  };
});

beforeEach(() => {
  fakes.jobs = [];
  fakes.read = async () => {};
  fakes.make = async () => ({ bytes: new ArrayBuffer(8), missing: [] });
});

const nameOf = (n: number): string => sha256Hex(new Uint8Array([n]).buffer);

interface Seeded {
  /** If false, only its row is on this device. */
  readonly isHere?: boolean;
  readonly given?: Readonly<Record<string, string>>;
}

/** Adds a photo, of work order 1 unless `given` says otherwise. */
async function seed(
  records: TestRecords,
  n: number,
  room: string,
  { isHere = true, given = {} }: Seeded = {},
): Promise<void> {
  await seedPhoto(records, n, { sha256: nameOf(n), room, taken_at: '2026-01-05T12:00:00+00:00', ...given });
  const file = { size: 1, type: 'image/jpeg', storedAt: 0, lastUsed: 0, tries: 0, refusal: null };
  const { files, fileBytes } = records.services.db.relaxed;
  if (isHere) await files.add({ sha256: nameOf(n), state: 'stored', ...file });
  if (isHere) await fileBytes.add({ sha256: nameOf(n), bytes: new Uint8Array([n]).buffer });
}

async function openReport(before: (records: TestRecords) => Promise<void>, given: Given = {}) {
  const app = await openReadings({ facts: [[1, ROOM]], ...given });
  await before(app.records);
  await press(app.records, app.user, 'Report for the adjuster');
  const dialog = within(await screen.findByRole('dialog', { name: 'Report for the adjuster' }));
  return { ...app, dialog };
}

const keepsFiles = (records: TestRecords) => sayFeatures(records, ['attachments', 'client-uid', 'if-match']);

const headings = (content: PaperContent | undefined): string[] =>
  (content?.parts ?? []).flatMap((part) => ('heading' in part ? [part.heading] : []));

test('the report has the chosen parts and rooms, and says what is missing before it is made', async () => {
  const { user, dialog } = await openReport(async (records) => {
    await keepsFiles(records);
    await seed(records, 1, 'Kitchen');
    await seed(records, 2, 'Hall');
    await seed(records, 3, 'Kitchen', { isHere: false });
  });
  expect(await dialog.findByText(/^1 photo is on another device or the server/)).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'Hall: 1 photo' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Chambers, readings and verification' }));
  await user.click(dialog.getByRole('radio', { name: '2, large' }));
  await user.click(dialog.getByRole('button', { name: 'Make the report' }));
  expect(await dialog.findByRole('button', { name: 'Download' })).toBeVisible();
  const [job] = fakes.jobs;
  expect(headings(job?.content)).toContain('Not in this report');
  expect(headings(job?.content)).not.toContain('Chambers');
  expect(job && picturesOf(job.content)).toEqual([nameOf(1)]);
  expect(await job?.pictureOf?.(nameOf(1))).toEqual(new Uint8Array([1]).buffer);
  // Another choice discards what was made.
  await user.click(dialog.getByRole('checkbox', { name: 'Hall: 1 photo' }));
  expect(dialog.queryByRole('button', { name: 'Download' })).toBeNull();
});

test('[F27] the list of the server is asked for, and the report says if it was not read', async () => {
  const notRead = /The list of photos and documents on the server was not read, so some may be missing\./;
  const { records, dialog } = await openReport(async (app) => {
    await keepsFiles(app);
    await app.say({});
  });
  const { meta, settings } = records.services.db.relaxed;
  await waitFor(async () =>
    expect((await meta.get('request:photos'))?.lists).toMatchObject([
      { resource: 'workOrders', id: '1', isShown: true },
    ]),
  );
  expect(await dialog.findByText(notRead)).toBeVisible();
  expect(dialog.getByText('Looking for photos on the server…')).toBeVisible();
  const key = 'photoList:workOrders/1' as const;
  await settings.put({ key, readAt: Date.UTC(2026, 0, 5, 9, 30), feed: null, doubtedAt: null, error: null });
  await meta.delete('request:photos');
  await waitFor(() => expect(dialog.queryByText('Looking for photos on the server…')).toBeNull());
  expect(dialog.queryByText(/^The list of photos and documents on the server/)).toBeNull();
  await records.say({ reasons: ['offline'] });
  expect(await dialog.findByText(/^The list of .* is as of Jan 5, 2026, .*\. Newer ones/)).toBeVisible();
});

test('photos, documents and log are those of all work orders of the job, and of its project', async () => {
  const ofJob = '--- Job ---\nProject: Lee water';
  const log = '--- Log ---\n2026-01-04 10:00 +0000 Ann Lee: Wall opened';
  const before = async (app: TestRecords): Promise<void> => {
    await keepsFiles(app);
    await app.say({});
    await app.seedAll('projects', [{ ...PROJECTS.a, title: 'Lee water' }]);
    await app.seedAll('workOrders', [
      { ...WORK_ORDERS.a, notes: `${ofJob}\n${log}` },
      { ...WORK_ORDERS.a, notes: '--- Job ---\nProject: Lee fire' },
    ]);
    await seed(app, 1, 'Kitchen');
    await seed(app, 2, 'Kitchen', { given: { work_order: '3' } });
    await seed(app, 3, 'Kitchen', { given: { work_order: '', project: '1' } });
    await seed(app, 4, 'Kitchen', { given: { work_order: '4' } });
    await seed(app, 5, '', { given: { kind: 'document', work_order: '3', caption: 'Authorized' } });
  };
  const { records, user, dialog } = await openReport(before, { notes: ofJob });
  const { meta } = records.services.db.relaxed;
  await waitFor(async () => {
    const asked = (await meta.get('request:photos'))?.lists ?? [];
    expect(asked.map(({ resource, id }) => `${resource} ${id}`)).toEqual([
      'workOrders 1',
      'workOrders 3',
      'projects 1',
    ]);
  });
  await user.click(dialog.getByRole('button', { name: 'Make the report' }));
  expect(await dialog.findByRole('button', { name: 'Download' })).toBeVisible();
  const content = fakes.jobs[0]?.content;
  expect(content && picturesOf(content).sort()).toEqual([nameOf(1), nameOf(2), nameOf(3)].sort());
  expect(JSON.stringify(content)).toContain('Ann Lee: Wall opened');
  expect(JSON.stringify(content)).toContain('Authorized');
});

test('121 photos are two files, made one after the other', async () => {
  const { user, dialog } = await openReport(async (records) => {
    await keepsFiles(records);
    for (let n = 1; n <= 121; n += 1) await seed(records, n, 'Kitchen');
  });
  expect(await dialog.findByText(/^2 files, because/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Make the report' }));
  await waitFor(() => expect(dialog.getAllByRole('button', { name: 'Download' })).toHaveLength(2));
  const counts = fakes.jobs.map(({ content }) => picturesOf(content).length);
  expect(counts.reduce((sum, count) => sum + count)).toBe(121);
  expect(Math.max(...counts)).toBeLessThanOrEqual(120);
});

test('a report that cannot be made says so, and can be made again', async () => {
  const works = fakes.make;
  fakes.make = () => Promise.reject(new Error('no memory'));
  const { user, dialog } = await openReport(keepsFiles);
  await user.click(dialog.getByRole('button', { name: 'Make the report' }));
  expect(await dialog.findByText(/^The report could not be made\./)).toBeVisible();
  fakes.make = works;
  await user.click(dialog.getByRole('button', { name: 'Make the report' }));
  expect(await dialog.findByRole('button', { name: 'Download' })).toBeVisible();
});

test('on a server that keeps no photos, they come from the gallery', async () => {
  const { records, user, dialog } = await openReport(async () => {});
  const file = jpegFile(9, 'wall.jpg');
  const sha256 = sha256Hex(await file.arrayBuffer());
  const text = new File(['x'], 'gone.jpg', { type: 'image/jpeg' });
  fakes.takenAt = null;
  await user.upload(dialog.getByLabelText('Photos for the report'), [file, text]);
  expect(
    await dialog.findByText('This photo could not be read, and is not in the report: gone.jpg'),
  ).toBeVisible();
  fireEvent.input(dialog.getByLabelText('Room of wall.jpg'), { target: { value: 'Kitchen' } });
  fireEvent.input(dialog.getByLabelText('Caption of wall.jpg'), { target: { value: 'Wet to 12 in' } });
  records.clock.advance(PAUSE);
  await user.click(dialog.getByRole('button', { name: 'Make the report' }));
  expect(await dialog.findByRole('button', { name: 'Download' })).toBeVisible();
  const [job] = fakes.jobs;
  const pictures = job?.content.parts.find(({ part }) => part === 'pictures');
  // A picker gives a copy its own time, so no time is said.
  expect(pictures).toMatchObject({ pictures: [{ sha256, lines: ['Wet to 12 in'] }] });
  expect(await job?.pictureOf?.(sha256)).toEqual(await file.arrayBuffer());
  expect(await records.services.db.relaxed.attachments.count()).toBe(0);
});

test('photos of the gallery are counted while they are read, and the report waits for all of them', async () => {
  const { user, dialog } = await openReport(async () => {});
  const make = dialog.getByRole('button', { name: 'Make the report' });
  await user.click(make);
  expect(await dialog.findByRole('button', { name: 'Download' })).toBeVisible();
  const asked: PhotoWork[] = [];
  const answers: (() => void)[] = [];
  fakes.read = (work) => {
    asked.push(work);
    return new Promise((resolve) => answers.push(resolve));
  };
  const files = [jpegFile(8, 'wall.jpg'), jpegFile(9, 'floor.jpg')];
  await user.upload(dialog.getByLabelText('Photos for the report'), files);
  for (const n of [1, 2]) {
    expect(await dialog.findByText(`Photo ${n} of 2 is being read…`)).toBeVisible();
    expect(make).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Add photos from the gallery' })).toBeDisabled();
    expect(dialog.queryByRole('button', { name: 'Download' })).toBeNull();
    answers[n - 1]?.();
  }
  await waitFor(() => expect(make).toBeEnabled());
  // No preview is drawn, which takes up to a minute for each photo.
  expect(asked).toEqual(['facts', 'facts']);
  await user.click(make);
  expect(await dialog.findByRole('button', { name: 'Download' })).toBeVisible();
  const job = fakes.jobs.at(-1);
  expect(job && picturesOf(job.content)).toHaveLength(2);
});

test('a photo of the gallery says when its camera took it', async () => {
  const { user, dialog } = await openReport(async () => {});
  fakes.takenAt = '2026-11-23T09:05:00-06:00';
  await user.upload(dialog.getByLabelText('Photos for the report'), [jpegFile(9, 'wall.jpg')]);
  await dialog.findByLabelText('Room of wall.jpg');
  await user.click(dialog.getByRole('button', { name: 'Make the report' }));
  expect(await dialog.findByRole('button', { name: 'Download' })).toBeVisible();
  const pictures = fakes.jobs[0]?.content.parts.find(({ part }) => part === 'pictures');
  expect(pictures).toMatchObject({ pictures: [{ lines: ['Nov 23, 2026, 9:05 AM -0600'] }] });
});
