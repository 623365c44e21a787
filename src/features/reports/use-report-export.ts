import { useState } from 'react';
import { counted } from '../../crud/counted.ts';
import { dayAt } from '../../domain/plain-date.ts';
import type { Report } from '../../domain/report.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/records-context.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { csvOf } from './export-csv.ts';
import { saveFile } from './save-file.ts';

export interface ReportExport {
  readonly working: boolean;
  /** What became of the last export; '' before the first. */
  readonly words: string;
  readonly failed: boolean;
  /** `whole`: the device has fetched all that the server had. */
  readonly run: (rows: readonly RecordRow<Fields>[], whole: boolean) => Promise<void>;
}

const NOT_ALL = ': not everything has been fetched from the server yet';

/** Writes a report's records to a file on the person's device. */
export function useReportExport(report: Report): ReportExport {
  const services = useRecordServices();
  const [state, setState] = useState({ working: false, failed: false, words: '' });

  async function run(rows: readonly RecordRow<Fields>[], whole: boolean): Promise<void> {
    setState({ working: true, failed: false, words: '' });
    try {
      const content = await csvOf(
        report,
        rows.map(({ view }) => view),
        services,
      );
      const name = `${report.id}-${dayAt(services.clock.now())}.csv`;
      saveFile(name, content, services.clock);
      const count = counted(rows.length, resourceSpecs[report.resource].label);
      setState({
        working: false,
        failed: false,
        words: `${count} written to ${name}${whole ? '' : NOT_ALL}`,
      });
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
