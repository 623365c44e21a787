import { useCallback, useEffect, useState } from 'react';
import type { Fields } from '../../domain/resource-spec.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { DeleteConfirm, ResourceFormDialog } from '../form/lazy-dialogs.ts';
import type { ResourceView } from '../resource-view.ts';
import { useNewInAddress } from './list-address.ts';

type Row = RecordRow<Fields>;
type OpenDialog =
  | { readonly kind: 'form'; readonly row: Row | null }
  | { readonly kind: 'delete'; readonly row: Row }
  | { readonly kind: 'import'; readonly going: string | null };

const NEW: OpenDialog = { kind: 'form', row: null };

interface OpenDialogs {
  readonly dialog: OpenDialog | null;
  readonly made: string | null;
  readonly isBusy: boolean;
  readonly setBusy: (isBusy: boolean) => void;
  readonly add: () => void;
  readonly edit: (row: Row) => void;
  readonly remove: (row: Row) => void;
  readonly bringIn: (going: string | null) => void;
  readonly close: () => void;
  /** Null if nothing was saved. */
  readonly saved: (localId: string | null) => void;
}

export function useListDialogs(): OpenDialogs {
  const [asked, setDialog] = useState<OpenDialog | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [newInAddress, leaveNew] = useNewInAddress();
  const [made, setMade] = useMadeRecord();
  const dialog = asked ?? (newInAddress ? NEW : null);

  function close(): void {
    setDialog(null);
    if (newInAddress) leaveNew();
  }

  return {
    dialog,
    made,
    isBusy,
    setBusy,
    add: () => setDialog(NEW),
    edit: useCallback((row) => setDialog({ kind: 'form', row }), []),
    remove: useCallback((row) => setDialog({ kind: 'delete', row }), []),
    bringIn: (going) => setDialog({ kind: 'import', going }),
    close,
    saved: (localId) => {
      if (dialog?.kind === 'form' && dialog.row === null && localId !== null) setMade(localId);
      close();
    },
  };
}

interface Props {
  readonly view: ResourceView;
  readonly dialogs: OpenDialogs;
}

export function ListDialogs({ view, dialogs }: Props) {
  const { dialog, setBusy, close, saved } = dialogs;
  return (
    <LazySlot onClose={close}>
      {dialog?.kind === 'form' && <ResourceFormDialog view={view} row={dialog.row} onClose={saved} />}
      {dialog?.kind === 'import' && view.importing && (
        <view.importing.Dialog going={dialog.going} onClose={close} onBusy={setBusy} />
      )}
      {dialog?.kind === 'delete' && <DeleteConfirm view={view} row={dialog.row} onClose={close} />}
    </LazySlot>
  );
}

/** How long a new record is highlighted. */
const MARKED_MS = 8000;

function useMadeRecord(): readonly [string | null, (localId: string) => void] {
  const { clock } = useRecordServices();
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    if (made !== null) return clock.setTimer(() => setMade(null), MARKED_MS);
    return undefined;
  }, [made, clock]);
  return [made, setMade];
}
