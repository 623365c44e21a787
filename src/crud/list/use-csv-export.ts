import { useState } from 'react';
import { dayAt } from '../../domain/plain-date.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/records-context.ts';
import type { RecordRow } from '../../records/use-records.ts';
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

const NOT_ALL = ': not everything has been fetched from the server yet';

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
      const count = counted(rows.length, resourceSpecs[wanted.resource].label);
      setState({ working: false, failed: false, words: `Exported ${count}${whole ? '' : NOT_ALL}` });
    } catch {
      setState({
        working: false,
        failed: true,
        words: 'The file could not be written: the device may be out of space. Please try again.',
      });
    }
  }

  return { ...state, run };
}
