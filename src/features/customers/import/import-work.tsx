import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { notSavedWords } from '../../../crud/change-words.ts';
import { saveFile } from '../../../crud/save-file.ts';
import { CSV_BOM, csvLine } from '../../../domain/csv.ts';
import { readLeftOut } from '../../../records/imports/customer-imports.ts';
import type { ImportHead } from '../../../records/imports/use-imports.ts';
import { type RecordServices, useRecordServices } from '../../../records/record-services.ts';

import { DownloadIcon } from '../../../ui/icons.ts';
import { importWords } from '../../../words/import.ts';

interface How {
  /** Also if another tab closed it. */
  readonly onClose: () => void;
  readonly again: string;
  readonly failed: string;
}

/** Returns the problem, if any. */
export function useImportWork(
  work: (signal: AbortSignal) => Promise<ImportHead | null>,
  how: How,
): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  const begin = useEffectEvent(work);
  const end = useEffectEvent((head: ImportHead | null) => {
    if ((head?.waiting ?? 1) > 0) how.onClose();
  });
  const fail = useEffectEvent((error: unknown) => setProblem(notSavedWords(error, how.again, how.failed)));
  useEffect(() => {
    const leave = new AbortController();
    begin(leave.signal).then(
      (head) => (leave.signal.aborted ? undefined : end(head)),
      (error: unknown) => (leave.signal.aborted ? undefined : fail(error)),
    );
    return () => leave.abort();
  }, []);
  return problem;
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
  const name = importWords.leftOutFile({ name: file.replace(/\.\w+$/, '') });
  saveFile(`${name}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }), services.clock);
}
