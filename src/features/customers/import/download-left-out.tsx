import { Button } from '@mantine/core';
import { saveFile } from '../../../crud/save-file.ts';
import { CSV_BOM, csvLine } from '../../../domain/csv.ts';
import { readLeftOut } from '../../../records/imports/customer-imports.ts';
import type { ImportHead } from '../../../records/imports/use-imports.ts';
import { type RecordServices, useRecordServices } from '../../../records/record-services.ts';

import { DownloadIcon } from '../../../ui/icons.ts';
import { importWords } from '../../../words/import.ts';

/** Renders nothing if no row was left out. */
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
