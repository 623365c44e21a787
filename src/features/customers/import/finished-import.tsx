import { Button } from '@mantine/core';
import { saveFile } from '../../../crud/save-file.ts';
import { CSV_BOM, csvLine } from '../../../domain/csv.ts';
import { discardImport, type ImportHead, readLeftOut } from '../../../records/imports.ts';
import type { RecordServices } from '../../../records/record-services.ts';
import { useRecordServices } from '../../../records/records-context.ts';
import { DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { DownloadIcon, SyncedIcon } from '../../../ui/icons.ts';
import { importWords } from '../../../words/import.ts';
import { importUndoWords } from '../../../words/import-undo.ts';
import css from './import-dialog.module.css';
import { UndoImportButton } from './undo-import.tsx';

interface Props {
  readonly head: ImportHead;
  readonly onClose: () => void;
}

/** What came of an import, with the rows that were left out to be corrected elsewhere. */
export function FinishedImport({ head, onClose }: Props) {
  const services = useRecordServices();
  return (
    <>
      <div className={css['finished']}>
        <SyncedIcon size={28} aria-hidden />
        <div>
          <p role="status" className={css['outcome']}>
            {finishedWords(head)}
          </p>
          <p className={css['note']}>{importWords.sentLater}</p>
          <p className={css['note']}>{importUndoWords.canBeUndone}</p>
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

export function finishedWords({ done, leftOut, file }: ImportHead): string {
  return leftOut === 0
    ? importWords.finished({ done, file })
    : importWords.finishedWithout({ done, file, leftOut });
}

/** Nothing where no row was left out. */
export function DownloadLeftOut({ head }: Pick<Props, 'head'>) {
  const services = useRecordServices();
  if (head.leftOut === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={18} aria-hidden />}
      onClick={() => void download(services, head)}
    >
      {importWords.downloadLeftOut}
    </Button>
  );
}

async function download(services: RecordServices, { id, file, header }: ImportHead): Promise<void> {
  const lines = await readLeftOut(services, id);
  const parts = [
    CSV_BOM,
    csvLine([...header, importWords.reasonColumn]),
    ...lines.map((cells) => csvLine(cells)),
  ];
  const name = importWords.leftOutFile({ name: file.replace(/\.\w+$/, '') });
  saveFile(`${name}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }), services.clock);
}
