import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { notSavedWords } from '../../../crud/change-words.ts';
import { inFileName } from '../../../crud/file-name.ts';
import { saveFile } from '../../../crud/save-file.ts';
import { CSV_BOM, csvLine } from '../../../domain/csv.ts';
import { readLeftOut, stopImport } from '../../../records/imports/customer-imports.ts';
import type { ImportHead } from '../../../records/imports/use-imports.ts';
import { type RecordServices, useRecordServices } from '../../../records/record-services.ts';
import { continueImport } from '../../../records/undo/import-undo.ts';

import { DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { DownloadIcon } from '../../../ui/icons.ts';
import { importWords } from '../../../words/import.ts';
import css from './import-dialog.module.css';

interface ProgressProps {
  readonly head: ImportHead;
  /** How many customers are done. */
  readonly value: number;
  readonly words: {
    readonly progress: string;
    readonly progressLabel: string;
    readonly note?: string;
    readonly goOn: string;
    readonly failed: string;
    readonly stop: string;
    readonly close: string;
  };
  /** Also called if the import was stopped or closed in another tab. */
  readonly onClose: () => void;
}

/** Continues an import or its undo, and shows the progress. */
export function ImportProgress({ head, value, words, onClose }: ProgressProps) {
  const { id, total } = head;
  const services = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);
  const begin = useEffectEvent((signal: AbortSignal) => continueImport(services, head, signal));
  const end = useEffectEvent((after: ImportHead | null) => {
    if ((after?.waiting ?? 1) > 0) onClose();
  });
  const fail = useEffectEvent((error: unknown) => setProblem(notSavedWords(error, words.goOn, words.failed)));
  useEffect(() => {
    const leave = new AbortController();
    begin(leave.signal).then(
      (after) => (leave.signal.aborted ? undefined : end(after)),
      (error: unknown) => (leave.signal.aborted ? undefined : fail(error)),
    );
    return () => leave.abort();
  }, []);
  return (
    <>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <div className={css.progress}>
        <p>{words.progress}</p>
        <progress max={total} value={value} aria-label={words.progressLabel} />
        {words.note !== undefined && <p className={css.note}>{words.note}</p>}
      </div>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={() => void stopImport(services, id).then(onClose)}>
          {problem === null ? words.stop : words.close}
        </Button>
      </DialogButtons>
    </>
  );
}

export function DownloadLeftOut({ head }: { readonly head: ImportHead }) {
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
  const name = importWords.leftOutFile({ name: inFileName(file.replace(/\.\w+$/, '')) });
  saveFile(`${name}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }), services.clock);
}
