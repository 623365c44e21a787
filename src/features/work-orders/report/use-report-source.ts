import type { Claimed } from '../../../crud/job-claims.ts';
import { readable } from '../../../crud/readable.ts';
import { useNow, useToday } from '../../../crud/time.tsx';
import { addressOf } from '../../../domain/address.ts';
import type { Customer } from '../../../domain/customer.ts';
import { readJob } from '../../../domain/day/job.ts';
import { sameLabel } from '../../../domain/day/text-blocks.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { readText } from '../../../domain/field.ts';
import type { ReportSource } from '../../../domain/papers/adjuster-report.ts';
import { isoMomentText, momentText } from '../../../domain/papers/paper-texts.ts';
import type { ReportPhoto } from '../../../domain/papers/report-photos.ts';
import { captionTitle } from '../../../domain/papers/signed-texts.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useSettings } from '../../../records/company-settings.ts';
import { usePhotoList } from '../../../records/photo-lists.ts';
import { useKeepsFiles } from '../../../records/use-files-status.ts';
import { type Photo, type PhotoParent, usePhotos } from '../../../records/use-photos.ts';
import { useCompleteness, useReferenced, useReferring } from '../../../records/use-records.ts';
import { useMyName } from '../day/use-crew.ts';
import { changeLines } from '../drying/change-lines.ts';

export interface ReportedJob {
  readonly parent: PhotoParent;
  readonly record: WorkOrder;
  readonly log: DryingLog;
  /** Claims that surely belong to the job. */
  readonly claims: readonly Claimed[];
  /** Projects of the customer that the job names. */
  readonly projects: readonly Claimed[];
}

export interface Report {
  readonly source: ReportSource;
  /** The server is being asked for its list of photos and documents. */
  readonly isAsking: boolean;
  readonly keepsFiles: boolean;
}

/** Returns everything that this device has for a report on a job. Undefined until it is read. */
export function useReportSource(job: ReportedJob): Report | undefined {
  const { record, log, claims } = job;
  const now = useNow();
  const settings = useSettings();
  const { row } = useReferenced('customers', record.customer);
  const { signed } = useMyName();
  const day = useToday();
  const { parents, notes } = useWholeJob(job);
  const isWhole = useCompleteness(['customers', 'projects', 'workOrders']);
  const photos = usePhotos(parents);
  const documents = usePhotos(parents, 'document');
  const keepsFiles = useKeepsFiles();
  const list = usePhotoList(keepsFiles ? parents : [], now);
  if (!settings || !photos || !documents || list === undefined || keepsFiles === undefined || !isWhole)
    return undefined;
  const source = {
    settings,
    customer: row ? (readable('customers', row.view) as unknown as Customer) : null,
    site: addressOf(record),
    preparedBy: signed,
    day,
    order: record,
    notes,
    claims: claims.map(({ description }) => description),
    log,
    changes: changeLines(log, momentText).map(({ sentence }) => sentence),
    photos: photos.map(reported),
    documents: documents.map(({ caption, name, takenAt, sha256 }) => ({
      title: captionTitle(caption) || name,
      signedAt: isoMomentText(takenAt),
      sha256,
    })),
    oldList: list && !isCurrent(list) ? { readAt: list.readAt } : null,
    now,
  };
  return { source, keepsFiles, isAsking: list?.isConnected === true && list.isBeingRead };
}

const NO_CUSTOMER = { localId: '', serverId: undefined };

interface WholeJob {
  readonly parents: readonly PhotoParent[];
  readonly notes: readonly string[];
}

/** The work orders of the job, this one first, and its project. */
function useWholeJob({ parent, record, projects }: ReportedJob): WholeJob {
  const { row = NO_CUSTOMER } = useReferenced('customers', record.customer);
  const orders = useReferring('workOrders', 'customer', row);
  const { project } = readJob(record.notes);
  const others = orders.flatMap(({ localId, serverId, view }) => {
    const notes = readText(view.notes);
    const isSame = project !== '' && sameLabel(readJob(notes).project, project);
    const isOther = isSame && localId !== parent.localId;
    return isOther ? [{ resource: 'workOrders', localId, serverId, notes } as const] : [];
  });
  return {
    parents: [
      parent,
      ...others,
      ...projects.map(({ localId, serverId }) => ({ resource: 'projects', localId, serverId }) as const),
    ],
    notes: [record.notes, ...others.map(({ notes }) => notes)],
  };
}

type ListState = NonNullable<ReturnType<typeof usePhotoList>>;

function isCurrent({ readAt, error, isConnected, isBeingRead, isFollowed }: ListState): boolean {
  return readAt !== null && error === null && isConnected && (isFollowed || !isBeingRead);
}

function reported({ takenAt, takenBy, held, ...photo }: Photo): ReportPhoto {
  const { sha256, room, label, caption } = photo;
  return { sha256, room, label, caption, taken_at: takenAt, taken_by: takenBy, isHere: held === 'yes' };
}
