import { wantFiles } from '../../db/file-store.ts';
import { workOfDay } from '../../db/mirror-and-outbox.ts';
import { photoListKey } from '../../db/photo-lists.ts';
import { type FileRow, mirrorTable, type Tx } from '../../db/tables.ts';
import { keepsFiles } from '../../domain/attachment.ts';
import { readJob } from '../../domain/day/job.ts';
import { ownName } from '../../domain/day/own-name.ts';
import { readText } from '../../domain/field.ts';
import { dayAfter, dayAt } from '../../domain/plain-date.ts';
import { delay } from '../../domain/ports.ts';
import type { DataFacts } from '../../domain/ready.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import { readSettings } from '../company-settings.ts';
import { wishForDaysPhotos } from '../photo-lists.ts';
import type { RecordServices } from '../record-services.ts';

type NearJobs = Pick<DataFacts, 'jobs' | 'missingPhotos' | 'unlistedJobs'>;
type Missing = Required<Omit<NearJobs, 'jobs'>>;

const AGAIN_MS = 500;
const PHOTOS_MS = 30_000;

/** Fetches the previews of the photos of the user's jobs of today and tomorrow, as opening each job does. */
export async function fetchNearJobs(services: RecordServices, username: string): Promise<NearJobs> {
  const { db, clock, collections } = services;
  const today = dayAt(clock.now());
  const { myName } = await readSettings(services);
  const crew = await db.relaxed.transaction('r', db.relaxed.workOrders, (tx) => namesNear(tx, today));
  const who = ownName({ set: myName.trim(), username }, crew);
  if (who === null) return { jobs: null, missingPhotos: 0 };
  const { dates } = collections.workOrders.getSnapshot();
  const jobs = await wishForDaysPhotos(services, { today, who, dates });
  await wantPreviews(services, jobs);
  const begunAt = clock.now();
  let missing = await missingIn(services, jobs);
  while (isAny(missing) && Math.abs(clock.now() - begunAt) < PHOTOS_MS) {
    await delay(clock, AGAIN_MS);
    missing = await missingIn(services, jobs);
  }
  return { jobs: jobs.length, ...missing };
}

function isAny({ missingPhotos, unlistedJobs }: Missing): boolean {
  return missingPhotos + unlistedJobs > 0;
}

async function namesNear(tx: Tx, today: string): Promise<readonly string[]> {
  const ids = await Promise.all([today, dayAfter(today)].map((day) => workOfDay(tx, day)));
  const rows = await mirrorTable(tx, 'workOrders').bulkGet([...new Set(ids.flat())]);
  return rows.flatMap((row) => readJob(readText(row?.view?.['notes'])).crew);
}

/** Without those that left a full device, a job would look as if it had no photos. */
async function wantPreviews(
  { db: { relaxed }, clock }: RecordServices,
  jobs: readonly string[],
): Promise<void> {
  const { meta, attachments, files, workOrders, outbox } = relaxed;
  await relaxed.transaction('rw', meta, attachments, files, workOrders, outbox, async (tx) => {
    if (!keepsFiles((await meta.get('capabilities'))?.features)) return;
    const previews = await previewsOf(tx, (await workOrders.bulkGet([...jobs])).filter(isHere));
    const known = await files.bulkGet([...previews]);
    const lacking = previews.flatMap((sha256, n) => {
      const file = known[n];
      const { size, type } = file ?? { size: 0, type: 'image/jpeg' };
      return isMissing(file) ? [{ sha256, size, type, isThumb: true } as const] : [];
    });
    await wantFiles(tx, lacking, clock.now());
  });
}

async function missingIn({ db: { relaxed } }: RecordServices, jobs: readonly string[]): Promise<Missing> {
  const { meta, attachments, files, workOrders, settings } = relaxed;
  return relaxed.transaction('r', meta, attachments, files, workOrders, settings, async (tx) => {
    const [capabilities, request] = await meta.bulkGet(['capabilities', 'request:photos']);
    if (!keepsFiles(capabilities?.features)) return { missingPhotos: 0, unlistedJobs: 0 };
    const rows = (await workOrders.bulkGet([...jobs])).filter(isHere);
    const sent = rows.filter(({ serverId }) => serverId !== undefined);
    const lists = await settings.bulkGet(
      sent.map(({ serverId }) => photoListKey('workOrders', serverId ?? '')),
    );
    const unlisted = sent.filter(({ localId }, n) => {
      const list = lists[n];
      const isRead = list !== undefined && 'readAt' in list && list.readAt !== null && list.error === null;
      return !isRead || request?.lists.some(({ id }) => id === localId) === true;
    });
    const known = await files.bulkGet([...(await previewsOf(tx, rows))]);
    return { missingPhotos: known.filter(isMissing).length, unlistedJobs: unlisted.length };
  });
}

/** Returns the hashes of the previews of these jobs' photos. */
async function previewsOf(tx: Tx, rows: readonly MirrorRecord[]): Promise<readonly string[]> {
  const ids = rows.flatMap(({ localId, serverId }) => [localId, String(serverId ?? localId)]);
  const photos = await mirrorTable(tx, 'attachments').where('view.work_order').anyOf(ids).toArray();
  const hashes = photos.map(({ view }) => readText(view?.['thumb_sha256']));
  return [...new Set(hashes.filter((hash) => hash !== ''))];
}

function isHere(row: MirrorRecord | undefined): row is MirrorRecord {
  return row !== undefined;
}

/** A file that the server has lost, or refuses, never comes. */
function isMissing(file: FileRow | undefined): boolean {
  if (!file || file.state === 'wanted') return true;
  return file.state === 'gone' && file.refusal === null;
}
