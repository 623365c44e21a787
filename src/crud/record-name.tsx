import { Link } from 'react-router-dom';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { type RecordRow, useReferenced } from '../records/use-records.ts';
import { recordWords } from '../words/common.ts';
import { titleOf } from './readable.ts';
import { recordPath } from './record-path.ts';
import { useResourceView } from './resource-views.ts';

interface Props {
  readonly resource: ResourceName;
  /** A reference, as a record holds it. */
  readonly id: string | null;
}

/** The name of the record that a reference means, live: 'Unknown' where this device has none. */
export function useRecordName(resource: ResourceName, id: string | null): string {
  const { row, complete }: { row: RecordRow<Fields> | undefined; complete: boolean } = useReferenced(
    resource,
    id,
  );
  if (row) return titleOf(resource, row.view);
  return complete || id === null ? recordWords.unknown : '…';
}

export function RecordName({ resource, id }: Props) {
  return <span>{useRecordName(resource, id)}</span>;
}

/** The same as a link to the record, where there is one. */
export function RecordLink({ resource, id }: Props) {
  const { path } = useResourceView(resource);
  const name = useRecordName(resource, id);
  const { row } = useReferenced(resource, id);
  return row ? <Link to={recordPath(path, row)}>{name}</Link> : <span>{name}</span>;
}
