import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { discardImport, readLeftOut } from '../../../records/imports/customer-imports.ts';
import type { ImportHead } from '../../../records/imports/use-imports.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { SyncedIcon } from '../../../ui/icons.ts';
import { importUndoWords, importWords } from '../../../words/import.ts';
import { DownloadLeftOut } from './download-left-out.tsx';
import css from './import-dialog.module.css';
import { UndoImportButton } from './undo-import.tsx';

/** Duplicates name the other customer, each in words of its own. */
const MOST_REASONS = 8;

interface Props {
  readonly head: ImportHead;
  readonly onClose: () => void;
}

/** Shows the result of an import, and offers the rows left out as a file. */
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
          <Reasons head={head} />
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

/** Why rows were left out, the most frequent reason first. */
function Reasons({ head: { id, leftOut } }: Pick<Props, 'head'>) {
  const services = useRecordServices();
  const [reasons, setReasons] = useState<readonly (readonly [string, number])[]>([]);
  useEffect(() => {
    if (leftOut > 0) void readLeftOut(services, id).then((lines) => setReasons(countReasons(lines)));
  }, [services, id, leftOut]);
  if (reasons.length === 0) return null;
  return (
    <ul className={css['kept']}>
      {reasons.slice(0, MOST_REASONS).map(([reason, count]) => (
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
