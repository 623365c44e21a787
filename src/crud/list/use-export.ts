import { useState } from 'react';
import { dayAt } from '../../domain/plain-date.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/records-context.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { exportWords } from '../../words/list.ts';
import { saveFile } from '../save-file.ts';
import { counted } from './counted.ts';
import { csvOf } from './export-csv.ts';
import type { ExportedFacts } from './exported-rows.ts';

export type ExportFormat = 'csv' | 'xlsx';

export interface FileExport {
  readonly working: boolean;
  /** What became of the last export; '' before the first. */
  readonly words: string;
  readonly failed: boolean;
  /** `whole`: the device has fetched all that the server had. */
  readonly run: (format: ExportFormat, rows: readonly RecordRow<Fields>[], whole: boolean) => Promise<void>;
}

/** What is written, and the file's name before the day. */
interface ExportRequest extends ExportedFacts {
  readonly name: string;
}

/** Writes records to a file on the person's device. */
export function useExport(wanted: ExportRequest): FileExport {
  const services = useRecordServices();
  const [state, setState] = useState<Omit<FileExport, 'run'>>({ working: false, failed: false, words: '' });
  const fail = (words: string): void => setState({ working: false, failed: true, words });

  async function run(
    format: ExportFormat,
    rows: readonly RecordRow<Fields>[],
    whole: boolean,
  ): Promise<void> {
    setState({ working: true, failed: false, words: '' });
    const write = await writerOf(format).catch(() => null);
    if (!write) return fail(exportWords.notLoaded);
    try {
      const content = await write(
        wanted,
        rows.map(({ view }) => view),
        services,
      );
      saveFile(`${wanted.name}-${dayAt(services.clock.now())}.${format}`, content, services.clock);
      const records = counted(rows.length, resourceSpecs[wanted.resource].label);
      const words = whole ? exportWords.exported({ records }) : exportWords.exportedSome({ records });
      setState({ working: false, failed: false, words });
    } catch {
      fail(exportWords.failed);
    }
  }

  return { ...state, run };
}

async function writerOf(format: ExportFormat): Promise<typeof csvOf> {
  return format === 'csv' ? csvOf : (await import('./export-xlsx.ts')).xlsxOf;
}
