import { expect, test } from 'vitest';
import { LoggedOutError } from '../../../src/db/owner.ts';
import { isTaking, PhotoIntake, wouldLosePhotos } from '../../../src/features/photos/intake.ts';
import type { PhotoOutcome } from '../../../src/files/photo.ts';
import { createPhotoPreparer, type PreparePhoto } from '../../../src/files/photo-preparer.ts';
import { BrokenLaneError } from '../../../src/outbox/mutation.ts';
import type { RecordServices } from '../../../src/records/record-services.ts';
import { NotSavedError } from '../../../src/records/save-transaction.ts';
import { saveFailureWords } from '../../../src/words/frame.ts';
import { intakeWords } from '../../../src/words/photo-screens.ts';
import { jpegFile } from '../../support/browser/a-jpeg.ts';
import { aRecordServices } from '../../support/browser/test-database.ts';

const PARENT = { resource: 'workOrders', localId: '1', serverId: 1 } as const;
const CHOICE = { parent: PARENT, username: 'maria', room: 'Attic', label: 'before' } as const;

/** An intake whose photos are prepared when the test says so. */
async function anIntake() {
  const services = await aRecordServices();
  const turns: (() => void)[] = [];
  const really = createPhotoPreparer(services);
  const prepare: PreparePhoto = (file, size) =>
    new Promise<PhotoOutcome>((resolve) => {
      turns.push(() => void really(file, size).then(resolve));
    });
  const intake = new PhotoIntake(services, prepare);
  const next = async (): Promise<void> => {
    await expect.poll(() => turns.length).toBeGreaterThan(0);
    turns.shift()?.();
  };
  const rows = () => services.db.relaxed.attachments.toArray();
  return { services, intake, next, rows };
}

/** As Android does: the file can be read for a while after it was chosen. */
function passing(n: number): { file: File; goes: () => void } {
  const file = jpegFile(n);
  let isGone = false;
  const read = file.arrayBuffer.bind(file);
  Object.assign(file, {
    arrayBuffer: () => (isGone ? Promise.reject(new DOMException('gone', 'NotReadableError')) : read()),
  });
  return {
    file,
    goes: () => {
      isGone = true;
    },
  };
}

test('photos that the device takes away after they were chosen are kept', async () => {
  const { intake, next, rows } = await anIntake();
  const files = [1, 2, 3].map(passing);
  intake.open({ ...CHOICE, source: 'gallery' }).take(files.map(({ file }) => file));
  await next();
  for (const { goes } of files) goes();
  await next();
  await next();
  await expect.poll(() => isTaking(intake.state.getSnapshot())).toBe(false);
  expect(intake.state.getSnapshot()).toMatchObject({ kept: 3, failed: 0 });
  const names = (await rows()).map(({ view }) => view?.['name']);
  expect(new Set(names)).toEqual(new Set(['IMG_1.jpg', 'IMG_2.jpg', 'IMG_3.jpg']));
});

test.each([
  ['is cut to what servers take', 'a'.repeat(300), 'a'.repeat(200)],
  ['is not cut inside a character', `${'a'.repeat(199)}😀.jpg`, 'a'.repeat(199)],
  ['stays if it fits', `${'a'.repeat(198)}😀`, `${'a'.repeat(198)}😀`],
])("a photo's long name %s", async (_, given, kept) => {
  const { intake, next, rows } = await anIntake();
  const file = new File([await jpegFile(1).arrayBuffer()], given, { type: 'image/jpeg' });
  intake.open({ ...CHOICE, source: 'gallery' }).take([file]);
  await next();
  await expect.poll(async () => (await rows()).length).toBe(1);
  expect((await rows())[0]?.view?.['name']).toBe(kept);
});

test('a photo that does not say when it was taken gets the time when it was chosen', async () => {
  const { services, intake, next, rows } = await anIntake();
  const chosenAt = services.clock.now();
  intake.open({ ...CHOICE, source: 'camera' }).take([jpegFile(1)]);
  services.clock.advance(90_000);
  await next();
  await expect.poll(async () => (await rows()).length).toBe(1);
  const [row] = await rows();
  expect(Date.parse(String(row?.view?.['taken_at']))).toBe(Math.floor(chosenAt / 1000) * 1000);
});

test('closing the account waits for photos under way', async () => {
  const { services, intake, next } = await anIntake();
  intake.open({ ...CHOICE, source: 'camera' }).take([jpegFile(1)]);
  const [work] = services.photosUnderWay;
  await next();
  await work;
  expect(intake.state.getSnapshot().kept).toBe(1);
  expect(services.photosUnderWay.size).toBe(0);
  expect(await services.db.relaxed.meta.where('key').startsWith('taking:').count()).toBe(0);
});

test('[F17] a page that ends right after a photo was kept leaves no note that calls it lost', async () => {
  const { services, intake, next } = await anIntake();
  const { meta } = services.db.relaxed;
  const notes = () => meta.where('key').startsWith('taking:').toArray();
  intake.open({ ...CHOICE, source: 'page' }).take([jpegFile(1)]);
  await expect.poll(async () => (await notes()).length).toBe(1);
  // The page ends: no other write comes through.
  meta.hook('deleting', () => {
    throw new Error('ended');
  });
  await next();
  await expect.poll(() => intake.state.getSnapshot().kept).toBe(1);
  expect(await notes()).toEqual([]);
});

/** Saves fail, by default as if the storage did not answer, until the returned function is called. */
function silentStorage(
  { db }: RecordServices,
  error: Error = new NotSavedError(saveFailureWords.noAnswer),
): () => void {
  const fail = (): never => {
    throw error;
  };
  db.strict.attachments.hook('creating', fail);
  return () => db.strict.attachments.hook('creating').unsubscribe(fail);
}

test("a camera's photo that could not be stored stays in memory, and is kept by another try", async () => {
  const { services, intake, next, rows } = await anIntake();
  const { meta } = services.db.relaxed;
  const notes = async () =>
    (await meta.where('key').startsWith('taking:').toArray()).map((note) => 'count' in note && note.count);
  const answers = silentStorage(services);
  const batch = intake.open({ ...CHOICE, source: 'page' });
  batch.take([jpegFile(1)]);
  await next();
  await expect.poll(() => intake.state.getSnapshot().unsaved).toBe(1);
  expect(isTaking(intake.state.getSnapshot())).toBe(false);
  const elsewhere = [intakeWords.unsaved({ count: 1 })];
  expect(services.unkeptPhotos.getSnapshot()).toEqual(elsewhere);
  expect(wouldLosePhotos(intake.state.getSnapshot())).toBe(true);
  // A screen of photos says it itself, and leaves it to the others again.
  const leave = intake.watch();
  expect(services.unkeptPhotos.getSnapshot()).toEqual([]);
  leave();
  expect(services.unkeptPhotos.getSnapshot()).toEqual(elsewhere);
  intake.dismiss();
  expect(intake.state.getSnapshot().unsaved).toBe(1);
  expect(services.unkeptPhotos.getSnapshot()).toEqual(elsewhere);
  // A page that ends now loses it, and the next start says so.
  expect(await notes()).toEqual([1]);
  intake.tryAgain();
  await next();
  await expect.poll(() => intake.state.getSnapshot().unsaved).toBe(1);
  answers();
  intake.tryAgain();
  await next();
  await expect.poll(async () => (await rows()).length).toBe(1);
  await expect.poll(() => intake.state.getSnapshot()).toMatchObject({ unsaved: 0, kept: 1, unkept: [] });
  expect(services.unkeptPhotos.getSnapshot()).toEqual([]);
  expect(await notes()).toEqual([]);
});

test("a camera's photo that could not be stored is thrown away when the user says so", async () => {
  const { services, intake, next } = await anIntake();
  const { meta } = services.db.relaxed;
  silentStorage(services);
  intake.open({ ...CHOICE, source: 'camera' }).take([jpegFile(1)]);
  await next();
  await expect.poll(() => intake.state.getSnapshot().unsaved).toBe(1);
  intake.giveUp();
  expect(intake.state.getSnapshot()).toMatchObject({ unsaved: 0, unkept: [] });
  expect(services.unkeptPhotos.getSnapshot()).toEqual([]);
  await expect.poll(() => meta.where('key').startsWith('taking:').count()).toBe(0);
});

test.each([
  ['a log-out', new LoggedOutError(), saveFailureWords.loggedOut],
  ['a fault in the outbox', new BrokenLaneError('broken'), intakeWords.appFault],
  ['a fault', new TypeError('a fault'), intakeWords.appFault],
])("what another try cannot mend is said of a camera's photo: %s", async (_, error, words) => {
  const { services, intake, next } = await anIntake();
  silentStorage(services, error);
  intake.open({ ...CHOICE, source: 'page' }).take([jpegFile(1)]);
  await next();
  await expect.poll(() => intake.state.getSnapshot()).toMatchObject({ unsaved: 1, unkept: [words] });
  const elsewhere = [words, intakeWords.unsaved({ count: 1 })];
  await expect.poll(() => services.unkeptPhotos.getSnapshot()).toEqual(elsewhere);
  intake.giveUp();
  expect(services.unkeptPhotos.getSnapshot()).toEqual([]);
});

test('a photo of the gallery that could not be stored is chosen again', async () => {
  const { services, intake, next } = await anIntake();
  silentStorage(services);
  intake.open({ ...CHOICE, source: 'gallery' }).take([jpegFile(1)]);
  await next();
  await expect.poll(() => intake.state.getSnapshot()).toMatchObject({ failed: 1, unsaved: 0 });
  expect(intake.state.getSnapshot().unkept).toEqual([intakeWords.chooseAgain({ file: 'IMG_1.jpg' })]);
});
