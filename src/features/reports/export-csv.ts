import { titleOf } from '../../crud/readable.ts';
import type { NameOf } from '../../crud/resource-view.ts';
import { CSV_BOM, csvLine } from '../../domain/csv.ts';
import { delay } from '../../domain/ports.ts';
import type { Report } from '../../domain/report.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { exportedCell } from './report-text.ts';

/** As many records as are written without a break: a few milliseconds on a slow phone. */
const AT_ONCE = 250;

/** All records of a report as a CSV file in UTF-8. Lets the screen live meanwhile, however many they are. */
export async function csvOf(
  report: Report,
  records: readonly Fields[],
  { clock, collections }: Pick<RecordServices, 'clock' | 'collections'>,
): Promise<Blob> {
  const columns = [...report.columns, ...report.details];
  const nameOf: NameOf = (resource, id) => {
    const found = id === null ? undefined : collections[resource].find(id);
    return found ? titleOf(resource, found.view) : 'Unknown';
  };
  const parts = [CSV_BOM, csvLine(columns.map(({ header }) => header))];
  for (let from = 0; from < records.length; from += AT_ONCE) {
    if (from > 0) await delay(clock, 0);
    const lines = records
      .slice(from, from + AT_ONCE)
      .map((record) => csvLine(columns.map((column) => exportedCell(report, column, record, nameOf))));
    parts.push(lines.join(''));
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
