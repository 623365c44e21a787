import { type ComponentType, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { readable, titleOf } from '../../../crud/readable.ts';
import { RecordMissing } from '../../../crud/record/record-missing.tsx';
import { recordPath } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { isVisit } from '../../../domain/drying/visit-draft.ts';
import { walkOf } from '../../../domain/drying/visit-steps.ts';
import { dayAt } from '../../../domain/plain-date.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { type FoundDraft, findDraftThat, useOfferedDrafts } from '../../../records/drafts/offered-drafts.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { useRecord } from '../../../records/use-records.ts';
import { BackIcon } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { usePageTitle } from '../../../ui/product.tsx';
import { dryingWords } from '../../../words/drying.ts';
import { useMyName } from '../day/use-crew.ts';
import { LeftVisit } from './left-visit.tsx';
import css from './readings.module.css';
import { ReadingsOverview } from './readings-overview.tsx';
import { saidIn } from './said-in.ts';
import { JobEntries } from './use-drying-edit.ts';
import { type ReadLog, useDryingLog } from './use-drying-log.ts';
import { VisitScreen } from './visit-screen.tsx';
import type { MeterPhotoProps } from './visit-walk.tsx';

/** In the address, so that a reload goes on with the visit: a chamber's name, or this. */
const ALL = 'all';

export interface ScreenProps {
  /** Belongs to another feature, so the router passes it. */
  readonly MeterPhoto: ComponentType<MeterPhotoProps>;
}

export default function ReadingsScreen({ MeterPhoto }: ScreenProps) {
  const { id = '' } = useParams();
  const row = useRecord('workOrders', id);
  if (row === null) return <RecordMissing resource="workOrders" wasThere={false} />;
  if (!row) return null;
  const record = readable('workOrders', row.view) as unknown as WorkOrder;
  return <Readings key={row.localId} row={row} record={record} MeterPhoto={MeterPhoto} />;
}

interface Props extends ScreenProps {
  readonly row: { readonly localId: string; readonly serverId: string | number | undefined };
  readonly record: WorkOrder;
}

function Readings({ row, record, MeterPhoto }: Props) {
  const read = useDryingLog(record);
  const { isRead } = useMyName();
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  const [address] = useSearchParams();
  const visiting = address.get('visit');
  const wanted = address.get('draft');
  usePageTitle(dryingWords.ofJob({ title: titleOf('workOrders', record as never) }));
  const shared = {
    row,
    record,
    MeterPhoto,
    read,
    onLeave: (): void => void navigate(pathname, { replace: true }),
  };

  if (visiting === null && wanted === null) return <Overview {...shared} resumed={null} />;
  // The name signs the readings, and decides what a label means. The log decides what is asked, and which labels are free.
  if (!isRead || !read.isWhole) return null;
  return <WithDraft key={key} {...shared} visiting={visiting} wanted={wanted} />;
}

interface PartProps extends Props {
  readonly read: ReadLog;
  readonly onLeave: () => void;
}

interface OverviewProps extends PartProps {
  readonly resumed: FoundDraft | null;
}

function Overview({ row, record, read, resumed, onLeave }: OverviewProps) {
  const navigate = useNavigate();
  const { path } = useResourceView('workOrders');
  return (
    <>
      <Link to={recordPath(path, row)} className={css.back}>
        <BackIcon size={18} aria-hidden /> <span>{dryingWords.back}</span>
      </Link>
      <PageHeader title={dryingWords.title} note={titleOf('workOrders', record as never)} />
      {read.isWhole && (
        <JobEntries value={read.entries}>
          <ReadingsOverview
            localId={row.localId}
            serverId={row.serverId}
            record={record}
            {...read}
            resumed={resumed}
            onResumed={onLeave}
            onVisit={(chamber) => void navigate(`?visit=${encodeURIComponent(chamber ?? ALL)}`)}
          />
        </JobEntries>
      )}
    </>
  );
}

interface WithDraftProps extends PartProps {
  /** The chamber in the address, or all of them. Null without a visit. */
  readonly visiting: string | null;
  /** The id of the draft to go on with; null for the latest of a visit. */
  readonly wanted: string | null;
}

/** Goes on with a visit or a form that was left, or begins a visit. */
function WithDraft({ visiting, wanted, ...shared }: WithDraftProps) {
  const { row, record, MeterPhoto, read, onLeave } = shared;
  const { chambers } = read.log;
  // Chambers that arrive meanwhile may take its name.
  const [asked] = useState(() => chambers.find(({ name }) => name === visiting) ?? null);
  const found = useDraft(row.localId, wanted, walkOf(asked));
  const others = useOtherVisits(row.localId, found?.draft ?? null);
  const { clock } = useRecordServices();
  // A visit may go on past midnight.
  const [today] = useState(() => dayAt(clock.now()));
  if (found === undefined) return null;
  const said = found ? saidIn(found.draft) : [];
  const isGone = visiting !== null && visiting !== ALL && !asked;
  if (isGone) return <Overview {...shared} resumed={null} />;
  if (visiting === null && !isVisit(said)) return <Overview {...shared} resumed={found} />;
  const last = said.at(-1);
  const day = last ? dayAt(last.stamp.at) : today;
  if (found && day !== today)
    return (
      <LeftVisit
        localId={row.localId}
        record={record}
        entries={read.entries}
        found={found}
        day={day}
        onLeave={onLeave}
      />
    );
  const left = found && chambers.find((one) => walkOf(one) === found.draft.part);
  return (
    <VisitScreen
      row={row}
      record={record}
      MeterPhoto={MeterPhoto}
      {...read}
      found={found}
      only={asked ?? left ?? null}
      others={others}
      onLeave={onLeave}
    />
  );
}

/** Finds a draft by its id, or the latest visit of a walk. Undefined while it is looked for. */
function useDraft(localId: string, wanted: string | null, walk: string): FoundDraft | null | undefined {
  const services = useRecordServices();
  const [found, setFound] = useState<FoundDraft | null>();
  useEffect(() => {
    const fits = (draft: FoundDraft['draft']): boolean =>
      isOf(draft, localId) &&
      (wanted === null ? isVisit(saidIn(draft)) && draft.part === walk : draft.id === wanted);
    findDraftThat(services, fits).then(setFound, (error: unknown) => {
      services.log.error('the draft of a visit could not be read', error);
      setFound(null);
    });
  }, [services, localId, wanted, walk]);
  return found;
}

function isOf({ resource, localId }: FoundDraft['draft'], job: string): boolean {
  return resource === 'workOrders' && localId === job;
}

/** Returns the walks of the job's other unfinished visits on this device. */
function useOtherVisits(localId: string, own: FoundDraft['draft'] | null): readonly string[] {
  const drafts = useOfferedDrafts().filter(
    (draft) => isOf(draft, localId) && draft.id !== own?.id && isVisit(saidIn(draft)),
  );
  return [...new Set(drafts.map(({ part }) => part ?? walkOf(null)))];
}
