import { useState } from 'react';
import { dayAt } from '../../domain/plain-date.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/records-context.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { exportWords } from '../../words/export.ts';
import { saveFile } from '../save-file.ts';
import { counted } from './counted.ts';
import { csvOf, type ExportedFacts } from './export-csv.ts';

export interface CsvExport {
  readonly working: boolean;
  /** What became of the last export; '' before the first. */
  readonly words: string;
  readonly failed: boolean;
  /** `whole`: the device has fetched all that the server had. */
  readonly run: (rows: readonly RecordRow<Fields>[], whole: boolean) => Promise<void>;
}

/** What is written, and the file's name before the day. */
interface ExportRequest extends ExportedFacts {
  readonly name: string;
}

/** Writes records to a CSV file on the person's device. */
export function useCsvExport(wanted: ExportRequest): CsvExport {
  const services = useRecordServices();
  const [state, setState] = useState({ working: false, failed: false, words: '' });

  async function run(rows: readonly RecordRow<Fields>[], whole: boolean): Promise<void> {
    setState({ working: true, failed: false, words: '' });
    try {
      const content = await csvOf(
        wanted,
        rows.map(({ view }) => view),
        services,
      );
      saveFile(`${wanted.name}-${dayAt(services.clock.now())}.csv`, content, services.clock);
      const records = counted(rows.length, resourceSpecs[wanted.resource].label);
      const words = whole ? exportWords.exported({ records }) : exportWords.exportedSome({ records });
      setState({ working: false, failed: false, words });
    } catch {
      setState({ working: false, failed: true, words: exportWords.failed });
    }
  }

  return { ...state, run };
}
