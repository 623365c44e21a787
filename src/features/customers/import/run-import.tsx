import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ImportDialogProps } from '../../../crud/resource-view.ts';
import { discardImport, readLeftOut } from '../../../records/imports/customer-imports.ts';
import type { ImportHead } from '../../../records/imports/use-imports.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { SyncedIcon } from '../../../ui/icons.ts';
import { importUndoWords, importWords } from '../../../words/import.ts';
import css from './import-dialog.module.css';
import { DownloadLeftOut, ImportProgress } from './import-work.tsx';
import { UndoImport, UndoImportButton } from './undone-import.tsx';

interface Props extends Pick<ImportDialogProps, 'onBusy'> {
  readonly head: ImportHead | undefined;
  readonly onClose: () => void;
}

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
  const { waiting, done, total } = head;
  if (waiting === 0) return <FinishedImport head={head} onClose={onClose} />;
  const words = { ...importWords, progress: importWords.progress({ done, total }), note: importWords.safe };
  return <ImportProgress head={head} value={done} words={words} onClose={onClose} />;
}

/** The list could be long: each duplicate has its own reason, which names the other customer. */
const MAX_REASONS = 8;

interface FinishedImportProps {
  readonly head: ImportHead;
  readonly onClose: () => void;
}

function FinishedImport({ head, onClose }: FinishedImportProps) {
  const services = useRecordServices();
  return (
    <>
      <div className={css.finished}>
        <SyncedIcon size={28} aria-hidden />
        <div>
          <p role="status" className={css.outcome}>
            {finishedWords(head)}
          </p>
          <Reasons head={head} />
          <p className={css.note}>{importWords.sentLater}</p>
          <p className={css.note}>{importUndoWords.canBeUndone}</p>
        </div>
      </div>
      <DialogButtons>
        <DownloadLeftOut head={head} />
        <UndoImportButton head={head} onBegun={() => undefined} />
        <Button data-autofocus onClick={() => void discardImport(services, head.id).then(onClose)}>
          {importWords.done}
        </Button>
      </DialogButtons>
    </>
  );
}

function Reasons({ head: { id, leftOut } }: Pick<FinishedImportProps, 'head'>) {
  const services = useRecordServices();
  const [reasons, setReasons] = useState<readonly (readonly [string, number])[]>([]);
  useEffect(() => {
    if (leftOut > 0) void readLeftOut(services, id).then((lines) => setReasons(countReasons(lines)));
  }, [services, id, leftOut]);
  if (reasons.length === 0) return null;
  return (
    <ul className={css.kept}>
      {reasons.slice(0, MAX_REASONS).map(([reason, count]) => (
        <li key={reason}>{importWords.leftOutBecause({ count, reason })}</li>
      ))}
    </ul>
  );
}

function countReasons(lines: readonly (readonly string[])[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line.at(-1) ?? '', (counts.get(line.at(-1) ?? '') ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

export function finishedWords({ done, leftOut, file }: ImportHead): string {
  return leftOut === 0
    ? importWords.finished({ done, file })
    : importWords.finishedWithout({ done, file, leftOut });
}
