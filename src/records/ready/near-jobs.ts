import { workOfDay } from '../../db/mirror-and-outbox.ts';
import { photoListKey } from '../../db/photo-lists.ts';
import { type FileRow, mirrorTable, type Tx } from '../../db/tables.ts';
import { keepsFiles } from '../../domain/attachment.ts';
import { readJob } from '../../domain/day/job.ts';
import { ownName } from '../../domain/day/own-name.ts';
import { readText } from '../../domain/field.ts';
import { dayAfter, dayAt } from '../../domain/plain-date.ts';
import { delay } from '../../domain/ports.ts';
import { readSettings } from '../company-settings.ts';
import { wishForDaysPhotos } from '../photo-lists.ts';
import type { RecordServices } from '../record-services.ts';

interface NearJobs {
  readonly jobs: number | null;
  readonly missingPhotos: number;
}

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
  const begunAt = clock.now();
  let missing = await missingPhotos(services, jobs);
  while (missing > 0 && Math.abs(clock.now() - begunAt) < PHOTOS_MS) {
    await delay(clock, AGAIN_MS);
    missing = await missingPhotos(services, jobs);
  }
  return { jobs: jobs.length, missingPhotos: missing };
}

async function namesNear(tx: Tx, today: string): Promise<readonly string[]> {
  const ids = await Promise.all([today, dayAfter(today)].map((day) => workOfDay(tx, day)));
  const rows = await mirrorTable(tx, 'workOrders').bulkGet([...new Set(ids.flat())]);
  return rows.flatMap((row) => readJob(readText(row?.view?.['notes'])).crew);
}

/** A list that was not read counts as one. */
async function missingPhotos({ db: { relaxed } }: RecordServices, jobs: readonly string[]): Promise<number> {
  const { meta, attachments, files, workOrders, settings } = relaxed;
  return relaxed.transaction('r', meta, attachments, files, workOrders, settings, async () => {
    const [capabilities, request] = await meta.bulkGet(['capabilities', 'request:photos']);
    if (!keepsFiles(capabilities?.features)) return 0;
    const rows = (await workOrders.bulkGet([...jobs])).filter((row) => row !== undefined);
    const sent = rows.filter(({ serverId }) => serverId !== undefined);
    const lists = await settings.bulkGet(
      sent.map(({ serverId }) => photoListKey('workOrders', serverId ?? '')),
    );
    const unread = sent.filter(({ localId }, n) => {
      const list = lists[n];
      const isRead = list !== undefined && 'readAt' in list && list.readAt !== null && list.error === null;
      return !isRead || request?.lists.some(({ id }) => id === localId) === true;
    });
    const ids = rows.flatMap(({ localId, serverId }) => [localId, String(serverId ?? localId)]);
    const photos = await attachments.where('view.work_order').anyOf(ids).toArray();
    const thumbs = new Set(photos.map(({ view }) => readText(view?.['thumb_sha256'])).filter(Boolean));
    const known = await files.bulkGet([...thumbs]);
    return unread.length + known.filter(isMissing).length;
  });
}

/** A file that the server has lost, or refuses, never comes. */
function isMissing(file: FileRow | undefined): boolean {
  if (!file || file.state === 'wanted') return true;
  return file.state === 'gone' && file.refusal === null;
}
