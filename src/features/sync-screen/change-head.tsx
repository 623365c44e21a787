import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { recordPath } from '../../crud/record-path.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { useReferenced } from '../../records/use-records.ts';
import css from './sync-screen.module.css';

interface Props {
  readonly resource: ResourceName;
  readonly localId: string;
  readonly title: string;
  /** False where the device shows no such record: it was deleted. */
  readonly linked: boolean;
  /** The change and its state, in words. */
  readonly children: ReactNode;
}

/** Names a change and its record. */
export function ChangeHead({ resource, localId, title, linked, children }: Props) {
  const { path } = useResourceView(resource);
  const { row = { localId, serverId: undefined } } = useReferenced(resource, localId);
  return (
    <>
      <p className={css['title']}>{linked ? <Link to={recordPath(path, row)}>{title}</Link> : title}</p>
      <p className={css['what']}>{children}</p>
    </>
  );
}
