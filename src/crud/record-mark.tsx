import { Link } from 'react-router-dom';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { RecordRow } from '../records/use-records.ts';
import { SyncMark } from '../ui/feedback/sync-mark.tsx';
import { recordWords } from '../words/common.ts';
import css from './record-mark.module.css';
import { syncPath } from './sync-path.ts';

interface Props {
  readonly resource: ResourceName;
  readonly row: Pick<RecordRow<unknown>, 'localId' | 'mark'>;
}

/** How a record stands with the server; leads to its changes on the Sync screen. Nothing where all is sent. */
export function RecordMark({ resource, row: { localId, mark } }: Props) {
  if (mark === 'synced') return null;
  return (
    <Link to={syncPath(resource, localId)} className={css['link']} title={recordWords.showInSync}>
      <SyncMark mark={mark} />
    </Link>
  );
}
