import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Fields, RecordKind, ResourceName } from '../domain/resource-spec.ts';
import { type RecordRow, useReferenced } from '../records/use-records.ts';
import { AttentionIcon, WaitingIcon } from '../ui/icons.ts';
import { recordWords } from '../words/common.ts';
import { syncMarkWords } from '../words/frame.ts';
import { titleOf } from './readable.ts';
import css from './record-link.module.css';
import { useResourceView } from './resource-view.ts';

interface RecordNameProps {
  readonly resource: ResourceName;
  /** A reference, as stored in a record. */
  readonly id: string | null;
}

export function useRecordName(resource: ResourceName, id: string | null): string {
  const { row, complete }: { row: RecordRow<Fields> | undefined; complete: boolean } = useReferenced(
    resource,
    id,
  );
  if (row) return titleOf(resource, row.view);
  return complete || id === null ? recordWords.unknown : '…';
}

export function RecordName({ resource, id }: RecordNameProps) {
  return <span>{useRecordName(resource, id)}</span>;
}

export function RecordLink({ resource, id }: RecordNameProps) {
  const { path } = useResourceView(resource);
  const name = useRecordName(resource, id);
  const { row } = useReferenced(resource, id);
  return row ? <Link to={recordPath(path, row)}>{name}</Link> : <span>{name}</span>;
}

/** Prefers the server's id: other devices do not know local ids. */
export function recordPath(
  path: string,
  { localId, serverId }: Pick<RecordRow<unknown>, 'localId' | 'serverId'>,
): string {
  return `${path}/${encodeURIComponent(serverId ?? localId)}`;
}

export function syncPath(resource: RecordKind, localId: string): string {
  return `/sync?record=${resource}/${encodeURIComponent(localId)}`;
}

/** The browser handles clicks that open a new tab or window, or save the link. */
export function opensHere({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}

interface RecordMarkProps {
  readonly resource: RecordKind;
  readonly row: Pick<RecordRow<unknown>, 'localId' | 'mark'>;
}

export function RecordMark({ resource, row: { localId, mark } }: RecordMarkProps) {
  if (mark === 'synced') return null;
  return (
    <Link to={syncPath(resource, localId)} className={css.link} title={recordWords.showInSync}>
      <SyncMark mark={mark} />
    </Link>
  );
}

interface SyncMarkProps {
  readonly mark: 'synced' | 'waiting' | 'attention';
}

export function SyncMark({ mark }: SyncMarkProps) {
  if (mark === 'synced') return null;
  const Icon = mark === 'waiting' ? WaitingIcon : AttentionIcon;
  return (
    <span className={css.mark} data-mark={mark}>
      <Icon size={14} aria-hidden />
      <span>{syncMarkWords[mark]}</span>
    </span>
  );
}
