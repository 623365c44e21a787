import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { isForeignRow } from '../../domain/ids.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';

import { useNoteOpened } from '../../records/find/recent.ts';
import { type RecordRow, useRecord } from '../../records/use-records.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { BackIcon } from '../../ui/icons.ts';
import { usePageTitle } from '../../ui/product.tsx';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { recordScreenWords } from '../../words/record.ts';
import { DeleteConfirm, ResourceFormDialog } from '../form/lazy-dialogs.ts';
import { Printing } from '../paper/print-button.tsx';
import { readable, titleOf } from '../readable.ts';
import { recordPath, syncPath } from '../record-link.tsx';
import type { ResourceView } from '../resource-view.ts';
import { StatusQuestion } from '../status-question.tsx';
import { useTap } from '../use-tap.ts';
import { OpenChanges } from './record-changes.tsx';
import { RecordActions, RecordHead } from './record-head.tsx';
import { RecordMissing } from './record-missing.tsx';
import css from './record-screen.module.css';
import { type PartProps, RecordTabs } from './record-tabs.tsx';

export interface RecordScreenProps {
  readonly view: ResourceView;
  /** A lazy chunk. */
  readonly Photos: ComponentType<PartProps>;
  /** For kinds with documents to sign. A lazy chunk. */
  readonly Documents: ComponentType<PartProps>;
}

/** Reads a local or server id from the URL. */
export default function RecordScreen(props: RecordScreenProps) {
  const { id = '' } = useParams();
  return <OneRecord key={id} {...props} id={id} />;
}

export type Row = RecordRow<Fields>;
export type DialogKind = 'edit' | 'delete';

function OneRecord({ view, id, ...parts }: RecordScreenProps & { readonly id: string }) {
  const row: Row | null | undefined = useRecord(view.resource, id);
  const { label } = resourceSpecs[view.resource];
  const [wasThere, setWasThere] = useState(false);
  if (row && !wasThere) setWasThere(true);
  const title = row ? titleOf(view.resource, row.view) : undefined;
  usePageTitle(row === null ? label.title : title);
  useShortAddress(view.path, row);
  useNoteOpened(view.resource, row?.localId);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<{ kind: DialogKind; row: Row } | null>(null);
  const [leaving, setLeaving] = useState(false);
  const close = (): void => setDialog(null);
  const { busy, problem, tap } = useTap(view.resource, row?.localId ?? id);
  const [asked, setAsked] = useState<string | null>(null);
  const saveStatus = (status: string): void => void tap(() => (fields) => ({ ...fields, status }));
  const setStatus = (status: string): void => {
    if (status === view.asksBefore?.status) setAsked(status);
    else saveStatus(status);
  };
  const press = (kind: DialogKind): void => setDialog(row ? { kind, row } : null);
  const actions = { view, busy, onStatus: setStatus, onPress: press };
  const isPhone = useWindowSize() === 'small';

  return (
    <>
      {row && (
        // Around both places of the actions, because turning a phone moves them while it may be printing.
        <Printing
          paper={view.paper}
          given={{ record: readable(view.resource, row.view), seen: row.seen, isOwn: !isForeignRow(row) }}
          title={recordScreenWords.printed({ kind: label.title, title: title ?? '' })}
          asksFor={view.asksFor}
        >
          {(print) => (
            <>
              <Bar view={view}>{isPhone && <RecordActions {...actions} row={row} print={print} />}</Bar>
              <article data-no-print>
                <ErrorAlert lines={problem === null ? [] : [problem]} />
                <RecordHead
                  view={view}
                  fields={readable(view.resource, row.view)}
                  busy={busy}
                  onStatus={setStatus}
                >
                  {!isPhone && <RecordActions {...actions} row={row} print={print} />}
                </RecordHead>
                <Body view={view} row={row} {...parts} />
              </article>
            </>
          )}
        </Printing>
      )}
      {row && (
        <StatusQuestion
          view={view}
          isAsked={asked !== null}
          fields={readable(view.resource, row.view)}
          onBack={() => setAsked(null)}
          onGoOn={() => {
            setAsked(null);
            if (asked !== null) saveStatus(asked);
          }}
        />
      )}
      {!row && <Bar view={view} />}
      {row === null && !leaving && dialog?.kind !== 'delete' && (
        <RecordMissing resource={view.resource} wasThere={wasThere} />
      )}
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

interface BarProps extends Pick<RecordScreenProps, 'view'> {
  readonly children?: ReactNode;
}

/** Leads back to the list. */
function Bar({ view: { path, resource }, children }: BarProps) {
  return (
    <div className={css.bar} data-no-print>
      <Link to={path} className={css.back}>
        <BackIcon size={18} aria-hidden /> <span>{resourceSpecs[resource].label.plural}</span>
      </Link>
      {children}
    </div>
  );
}

/**
 * Puts the server's id into the URL, because other devices do not know local ids. Bypasses the router, which would
 * remount the screen and lose input.
 */
function useShortAddress(path: string, row: Row | null | undefined): void {
  const long = row && recordPath(path, { localId: row.localId, serverId: undefined });
  const short = row && recordPath(path, row);
  // A new history entry for the same screen has the long URL again.
  const { key } = useLocation();
  useEffect(() => {
    const shorten = (): void => {
      const { pathname, search, hash } = window.location;
      if (short && pathname === long)
        window.history.replaceState(window.history.state, '', short + search + hash);
    };
    shorten();
    // When a dialog closes, the screen's own history entry becomes current again.
    window.addEventListener('popstate', shorten);
    return () => window.removeEventListener('popstate', shorten);
  }, [long, short, key]);
}

interface BodyProps extends RecordScreenProps {
  readonly row: Row;
}

function Body({ view, Photos, Documents, row }: BodyProps) {
  /** The chunk with the facts failed to load. */
  const [plain, setPlain] = useState(false);
  return (
    <>
      <Mark resource={view.resource} row={row} />
      {row.mark !== 'synced' && <OpenChanges resource={view.resource} localId={row.localId} />}
      <RecordTabs
        resource={view.resource}
        row={row}
        Photos={Photos}
        Documents={view.papers ? Documents : null}
      >
        <LazySlot onClose={() => setPlain(true)}>
          {!plain && <view.Facts record={readable(view.resource, row.view)} localId={row.localId} />}
        </LazySlot>
      </RecordTabs>
    </>
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
