import { type ComponentProps, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { readable, titleOf } from '../../../crud/readable.ts';
import { RecordMissing } from '../../../crud/record/record-missing.tsx';
import { recordPath } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { addsDrying } from '../../../domain/drying/facts.ts';
import { readText } from '../../../domain/field.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { type FoundDraft, findDraftThat } from '../../../records/drafts/offered-drafts.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { useRecord } from '../../../records/use-records.ts';
import { BackIcon } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { usePageTitle } from '../../../ui/product.tsx';
import { dryingWords } from '../../../words/drying.ts';
import { useMyName } from '../day/use-crew.ts';
import css from './readings.module.css';
import { ReadingsOverview } from './readings-overview.tsx';
import { useDryingLog } from './use-drying-log.ts';
import { VisitScreen } from './visit-screen.tsx';

/** In the address, so that a reload goes on with the visit: a chamber's name, or this. */
const ALL = 'all';

export default function ReadingsScreen() {
  const { id = '' } = useParams();
  const row = useRecord('workOrders', id);
  if (row === null) return <RecordMissing resource="workOrders" wasThere={false} />;
  if (!row) return null;
  const record = readable('workOrders', row.view) as unknown as WorkOrder;
  return <Readings key={row.localId} row={row} record={record} />;
}

interface Props {
  readonly row: { readonly localId: string; readonly serverId: string | number | undefined };
  readonly record: WorkOrder;
}

function Readings({ row, record }: Props) {
  const { localId } = row;
  const read = useDryingLog(record);
  const { isRead } = useMyName();
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  const [address] = useSearchParams();
  const visiting = address.get('visit');
  const { path } = useResourceView('workOrders');
  const title = titleOf('workOrders', record as never);
  usePageTitle(dryingWords.ofJob({ title }));

  if (visiting !== null) {
    // The name signs the readings, and decides what a label means.
    if (!isRead) return null;
    return (
      <VisitWithDraft
        key={key}
        localId={localId}
        record={record}
        {...read}
        wanted={address.get('draft')}
        only={visiting === ALL ? null : visiting}
        onLeave={() => void navigate(pathname, { replace: true })}
      />
    );
  }
  return (
    <>
      <Link to={recordPath(path, row)} className={css.back}>
        <BackIcon size={18} aria-hidden /> <span>{dryingWords.back}</span>
      </Link>
      <PageHeader title={dryingWords.title} note={title} />
      <ReadingsOverview
        localId={localId}
        record={record}
        {...read}
        onVisit={(chamber) => void navigate(`?visit=${encodeURIComponent(chamber ?? ALL)}`)}
      />
    </>
  );
}

interface VisitProps extends Omit<ComponentProps<typeof VisitScreen>, 'found'> {
  /** The id of the draft to go on with; null for the latest. */
  readonly wanted: string | null;
}

function VisitWithDraft({ wanted, ...props }: VisitProps) {
  const found = useVisitDraft(props.localId, wanted);
  return found === undefined ? null : <VisitScreen {...props} found={found} />;
}

/** Undefined while it is looked for. */
function useVisitDraft(localId: string, wanted: string | null): FoundDraft | null | undefined {
  const services = useRecordServices();
  const [found, setFound] = useState<FoundDraft | null>();
  useEffect(() => {
    const fits = ({ id, resource, localId: of, initial, fields }: FoundDraft['draft']): boolean =>
      resource === 'workOrders' &&
      of === localId &&
      (wanted === null || id === wanted) &&
      addsDrying(readText(initial['notes']), readText(fields['notes']));
    findDraftThat(services, fits).then(setFound, (error: unknown) => {
      services.log.error('the draft of a visit could not be read', error);
      setFound(null);
    });
  }, [services, localId, wanted]);
  return found;
}
