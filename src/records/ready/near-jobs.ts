import { wantFiles } from '../../db/file-store.ts';
import { photoListKey } from '../../db/photo-lists.ts';
import { type FileRow, mirrorTable, type Tx } from '../../db/tables.ts';
import { keepsFiles } from '../../domain/attachment.ts';
import { crewNames } from '../../domain/day/job.ts';
import { nextJobs } from '../../domain/day/next-jobs.ts';
import { ownName } from '../../domain/day/own-name.ts';
import { readText } from '../../domain/field.ts';
import { dayAt } from '../../domain/plain-date.ts';
import { delay } from '../../domain/ports.ts';
import type { DataFacts } from '../../domain/ready.ts';
import type { WorkOrder } from '../../domain/work-order.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import { readSettings } from '../company-settings.ts';
import { wishForJobs } from '../photo-lists.ts';
import type { RecordServices } from '../record-services.ts';
import { drawBetweenFrames } from '../use-in-steps.ts';
import type { RecordRow } from '../use-records.ts';

type NearJobs = Pick<DataFacts, 'jobs' | 'missingPhotos' | 'unlistedJobs'>;
type Missing = Required<Omit<NearJobs, 'jobs'>>;

const AGAIN_MS = 500;
const PHOTOS_MS = 30_000;
/** Work orders in one read. */
const READ_AT_ONCE = 500;

/** Fetches the previews of the photos of the user's next jobs, as opening each job does. */
export async function fetchNearJobs(services: RecordServices, username: string): Promise<NearJobs> {
  const { clock, collections } = services;
  const rows = await readOrders(services);
  const { myName } = await readSettings(services);
  const crew = await drawBetweenFrames(crewNames(rows), clock);
  const who = ownName({ set: myName.trim(), username }, crew);
  if (who === null) return { jobs: null, missingPhotos: 0 };
  const { dates } = collections.workOrders.getSnapshot();
  const today = dayAt(clock.now());
  const { next, late } = await drawBetweenFrames(nextJobs(rows, { today, who, dates }), clock);
  const all = [...next, ...late];
  const jobs = all.map(({ localId }) => localId);
  await wishForJobs(services, all);
  await wantPreviews(services, jobs);
  const begunAt = clock.now();
  let missing = await missingIn(services, jobs);
  while (isAny(missing) && Math.abs(clock.now() - begunAt) < PHOTOS_MS) {
    await delay(clock, AGAIN_MS);
    missing = await missingIn(services, jobs);
  }
  return { jobs: next.length, ...missing };
}

/** In batches, so that the page can draw. Not from memory, which may lag behind a download. */
async function readOrders({ db: { relaxed } }: RecordServices) {
  const rows: Pick<RecordRow<WorkOrder>, 'localId' | 'serverId' | 'view'>[] = [];
  for (let after = ''; ; ) {
    const some = await relaxed.workOrders.where('localId').above(after).limit(READ_AT_ONCE).toArray();
    for (const { localId, serverId, view } of some)
      if (view) rows.push({ localId, serverId, view: view as unknown as WorkOrder });
    if (some.length < READ_AT_ONCE) return rows;
    after = some.at(-1)?.localId ?? '';
  }
}

function isAny({ missingPhotos, unlistedJobs }: Missing): boolean {
  return missingPhotos + unlistedJobs > 0;
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
