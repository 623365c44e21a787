import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { ImportDialogProps } from '../../../crud/resource-view.ts';
import { runImport, stopImport } from '../../../records/imports/customer-imports.ts';
import type { ImportHead } from '../../../records/imports/use-imports.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx';
import { importWords } from '../../../words/import.ts';
import { FinishedImport } from './finished-import.tsx';
import css from './import-dialog.module.css';
import { UndoImport } from './undo-import.tsx';
import { useImportWork } from './use-import-work.ts';

interface Props extends Pick<ImportDialogProps, 'onBusy'> {
  /** Undefined until the device has answered. */
  readonly head: ImportHead | undefined;
  /** It was stopped, discarded elsewhere, or finished and read. */
  readonly onClose: () => void;
}

/** Makes the customers of an import, or undoes it, and says how far it has come and what came of it. */
export function RunImport({ head, onClose, onBusy }: Props) {
  const isBusy = head !== undefined && head.waiting > 0;
  useEffect(() => {
    onBusy?.(isBusy);
    return () => onBusy?.(false);
  }, [isBusy, onBusy]);
  if (!head || head.isRead) return null;
  const Work = head.undo ? UndoImport : MakeImport;
  return <Work head={head} onClose={onClose} />;
}

interface WorkProps extends Pick<Props, 'onClose'> {
  readonly head: ImportHead;
}

function MakeImport({ head, onClose }: WorkProps) {
  const services = useRecordServices();
  const { id } = head;
  const problem = useImportWork((signal) => runImport(services, id, signal), {
    onClose,
    again: importWords.goOn,
    failed: importWords.failed,
  });
  if (head.waiting === 0) return <FinishedImport head={head} onClose={onClose} />;
  return (
    <>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <Progress head={head} />
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={() => void stopImport(services, id).then(onClose)}>
          {problem === null ? importWords.stop : importWords.close}
        </Button>
      </DialogButtons>
    </>
  );
}

function Progress({ head: { done, total } }: { readonly head: ImportHead }) {
  return (
    <div className={css['progress']}>
      <p>{importWords.progress({ done, total })}</p>
      <progress max={total} value={done} aria-label={importWords.progressLabel} />
      <p className={css['note']}>{importWords.safe}</p>
    </div>
  );
}
