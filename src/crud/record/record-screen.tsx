import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { choicesOf, resourceSpecs } from '../../domain/resource-specs.ts';
import { type RecordRow, useRecord } from '../../records/use-records.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BackIcon, EditIcon, TrashIcon } from '../../ui/icons.ts';
import { usePageTitle } from '../../ui/product.tsx';
import { recordScreenWords } from '../../words/record.ts';
import { DeleteConfirm, ResourceFormDialog } from '../form/lazy-dialogs.ts';
import { PrintButton } from '../paper/print-button.tsx';
import { readable, titleOf } from '../readable.ts';
import { recordPath, syncPath } from '../record-link.tsx';
import { cellOf } from '../resource-cell.tsx';
import type { ResourceView } from '../resource-view.ts';
import { useDates } from '../time.tsx';
import { HistorySection, OpenChanges } from './record-changes.tsx';
import { RecordMissing } from './record-missing.tsx';
import css from './record-screen.module.css';
import { RelatedRecords } from './related-records.tsx';

export interface RecordScreenProps {
  readonly view: ResourceView;
}

/** Reads a local or server id from the address. */
export default function RecordScreen({ view }: RecordScreenProps) {
  const { id = '' } = useParams();
  return <OneRecord key={id} view={view} id={id} />;
}

type Row = RecordRow<Fields>;
type DialogKind = 'edit' | 'delete';

function OneRecord({ view, id }: RecordScreenProps & { readonly id: string }) {
  const row: Row | null | undefined = useRecord(view.resource, id);
  const { label } = resourceSpecs[view.resource];
  const [wasThere, setWasThere] = useState(false);
  if (row && !wasThere) setWasThere(true);
  const title = row ? titleOf(view.resource, row.view) : undefined;
  usePageTitle(row === null ? label.title : title);
  useShortAddress(view.path, row);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<{ kind: DialogKind; row: Row } | null>(null);
  const [leaving, setLeaving] = useState(false);
  const close = (): void => setDialog(null);

  return (
    <>
      <div className={css.bar} data-no-print>
        <Link to={view.path} className={css.back}>
          <BackIcon size={18} aria-hidden /> <span>{label.plural}</span>
        </Link>
        {row && <Buttons view={view} row={row} onPress={(kind) => setDialog({ kind, row })} />}
      </div>
      {row === null && !leaving && dialog?.kind !== 'delete' && (
        <RecordMissing resource={view.resource} wasThere={wasThere} />
      )}
      {row && <Whole view={view} row={row} />}
      <LazySlot onClose={close}>
        {dialog?.kind === 'edit' && <ResourceFormDialog view={view} row={dialog.row} onClose={close} />}
        {dialog?.kind === 'delete' && (
          <DeleteConfirm
            view={view}
            row={dialog.row}
            onClose={close}
            onDeleted={() => {
              setLeaving(true);
              void navigate(view.path, { replace: true });
            }}
          />
        )}
      </LazySlot>
    </>
  );
}

/**
 * Puts the server's id into the address: other devices do not know local ids. Bypasses the router, which would remount
 * the screen and lose input.
 */
function useShortAddress(path: string, row: Row | null | undefined): void {
  const long = row && recordPath(path, { localId: row.localId, serverId: undefined });
  const short = row && recordPath(path, row);
  useEffect(() => {
    const shorten = (): void => {
      const { pathname, search, hash } = window.location;
      if (short && pathname === long)
        window.history.replaceState(window.history.state, '', short + search + hash);
    };
    shorten();
    // The page's entry becomes current when a dialog's entry is left.
    window.addEventListener('popstate', shorten);
    return () => window.removeEventListener('popstate', shorten);
  }, [long, short]);
}

interface ButtonsProps extends RecordScreenProps {
  readonly row: Row;
  readonly onPress: (kind: DialogKind) => void;
}

function Buttons({ view, row, onPress }: ButtonsProps) {
  return (
    <div className={css.buttons}>
      <Button leftSection={<EditIcon size={18} aria-hidden />} onClick={() => onPress('edit')}>
        {recordScreenWords.edit}
      </Button>
      <PrintButton
        paper={view.paper}
        given={{ record: readable(view.resource, row.view), seen: row.seen }}
        title={recordScreenWords.printed({
          kind: resourceSpecs[view.resource].label.title,
          title: titleOf(view.resource, row.view),
        })}
        asksFor={view.asksFor}
      />
      <Button
        variant="default"
        leftSection={<TrashIcon size={18} aria-hidden />}
        onClick={() => onPress('delete')}
      >
        {recordScreenWords.delete}
      </Button>
    </div>
  );
}

function Whole({ view, row }: RecordScreenProps & { readonly row: Row }) {
  const fields = readable(view.resource, row.view);
  const picture = view.picture?.(fields);
  const dates = useDates(view.resource);
  /** The chunk with the facts failed to load. */
  const [plain, setPlain] = useState(false);
  return (
    <article data-no-print>
      <Mark resource={view.resource} row={row} />
      <div className={css.columns}>
        <div>
          <div className={css.panel}>
            <div className={css.head}>
              {picture && <span className={css.picture}>{picture}</span>}
              <div className={css.who}>
                <h1 className={css.title}>{titleOf(view.resource, fields)}</h1>
                <p className={css.line}>
                  {view.columns
                    .filter(({ field }) => choicesOf(view.resource, field).length > 0)
                    .map((column) => (
                      <span key={column.field}>
                        {cellOf(column, { resource: view.resource, fields, dates })}
                      </span>
                    ))}
                </p>
              </div>
            </div>
            <LazySlot onClose={() => setPlain(true)}>
              {!plain && <view.Facts record={fields} localId={row.localId} />}
            </LazySlot>
          </div>
          {row.mark !== 'synced' && <OpenChanges resource={view.resource} localId={row.localId} />}
        </div>
        <div>
          <RelatedRecords resource={view.resource} row={row} />
        </div>
      </div>
      <HistorySection resource={view.resource} localId={row.localId} />
    </article>
  );
}

function Mark({ resource, row: { localId, mark } }: { readonly resource: ResourceName; readonly row: Row }) {
  const way = <Link to={syncPath(resource, localId)}>{recordScreenWords.openSync}</Link>;
  switch (mark) {
    case 'synced':
      return null;
    case 'waiting':
      return (
        <div className={css.notice}>
          <Notice tone="info" action={way}>
            {recordScreenWords.waiting}
          </Notice>
        </div>
      );
    case 'attention':
      return (
        <div className={css.notice}>
          <Notice tone="warning" action={way}>
            {recordScreenWords.needsAttention}
          </Notice>
        </div>
      );
    default:
      return mark satisfies never;
  }
}
