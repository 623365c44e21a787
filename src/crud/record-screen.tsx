import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Fields } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import { type RecordRow, useRecord } from '../records/use-records.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { BackIcon, EditIcon, TrashIcon } from '../ui/icons.ts';
import { LazySlot } from '../ui/lazy-slot.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { DeleteConfirm, ResourceFormDialog } from './lazy-dialogs.ts';
import { OpenChanges } from './open-changes.tsx';
import { readable, titleOf } from './readable.ts';
import css from './record-screen.module.css';
import type { ResourceView } from './resource-view.ts';

interface Props {
  readonly view: ResourceView;
  /** A local id, or a server id as it stands in the address. */
  readonly id: string;
  /** What there is to see of the record. */
  readonly children: (fields: Fields, title: string) => ReactNode;
}

/** One record with its buttons; says so when this device has no such record. */
export function RecordScreen({ view, id, children }: Props) {
  const row: RecordRow<Fields> | null | undefined = useRecord(view.resource, id);
  const { label } = resourceSpecs[view.resource];
  const title = row ? titleOf(view.resource, row.view) : undefined;
  usePageTitle(row === null ? label.title : title);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'delete'; row: RecordRow<Fields> } | null>(null);
  const close = (): void => setDialog(null);

  return (
    <>
      <div className={css['bar']}>
        <Link to={view.path} className={css['back']}>
          <BackIcon size={18} aria-hidden /> {label.plural}
        </Link>
        {row && (
          <div className={css['buttons']}>
            <Button
              leftSection={<EditIcon size={18} aria-hidden />}
              onClick={() => setDialog({ kind: 'edit', row })}
            >
              Edit
            </Button>
            <Button
              variant="default"
              leftSection={<TrashIcon size={18} aria-hidden />}
              onClick={() => setDialog({ kind: 'delete', row })}
            >
              Delete
            </Button>
          </div>
        )}
      </div>
      {row === null && !dialog && (
        <>
          <h1 className={css['unknown']}>{label.title}</h1>
          <EmptyState title="This record is not on this device.">
            It may have been deleted, or this device has not fetched it yet.
          </EmptyState>
        </>
      )}
      {row && (
        <article>
          <Mark mark={row.mark} />
          {children(readable(view.resource, row.view), titleOf(view.resource, row.view))}
          {row.mark !== 'synced' && <OpenChanges resource={view.resource} localId={row.localId} />}
        </article>
      )}
      <LazySlot onClose={close}>
        {dialog?.kind === 'edit' && <ResourceFormDialog view={view} row={dialog.row} onClose={close} />}
        {dialog?.kind === 'delete' && (
          <DeleteConfirm
            view={view}
            row={dialog.row}
            onClose={close}
            onDeleted={() => void navigate(view.path, { replace: true })}
          />
        )}
      </LazySlot>
    </>
  );
}

function Mark({ mark }: { readonly mark: RecordRow<Fields>['mark'] }) {
  switch (mark) {
    case 'synced':
      return null;
    case 'waiting':
      return (
        <div className={css['notice']}>
          <Notice tone="info">
            Waiting to sync: the latest change is kept on this device and will be sent.
          </Notice>
        </div>
      );
    case 'attention':
      return (
        <div className={css['notice']}>
          <Notice tone="warning" action={<Link to="/sync">Open the sync centre</Link>}>
            Needs attention: a change of this record was not accepted.
          </Notice>
        </div>
      );
    default:
      return mark satisfies never;
  }
}
