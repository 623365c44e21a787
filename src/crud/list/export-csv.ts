import { CSV_BOM, csvLine } from '../../domain/csv.ts';
import { delay } from '../../domain/ports.ts';
import type { ReportColumn } from '../../domain/report.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { exportWords } from '../../words/export.ts';
import { titleOf } from '../readable.ts';
import type { NameOf } from '../resource-view.ts';
import { exportedCell } from './exported-cell.ts';

/** What a file is to hold of each record of a kind. */
export interface ExportedFacts {
  readonly resource: ResourceName;
  readonly columns: readonly ReportColumn[];
}

/** As many records as are written without a break: a few milliseconds on a slow phone. */
const AT_ONCE = 250;

/** Records as a CSV file in UTF-8. Lets the screen live meanwhile, however many they are. */
export async function csvOf(
  { resource, columns }: ExportedFacts,
  records: readonly Fields[],
  { clock, collections }: Pick<RecordServices, 'clock' | 'collections'>,
): Promise<Blob> {
  const nameOf: NameOf = (to, id) => {
    const found = id === null ? undefined : collections[to].find(id);
    return found ? titleOf(to, found.view) : exportWords.unknown;
  };
  const { dates } = collections[resource].getSnapshot();
  const parts = [CSV_BOM, csvLine(columns.map(({ header }) => header))];
  for (let from = 0; from < records.length; from += AT_ONCE) {
    if (from > 0) await delay(clock, 0);
    const lines = records
      .slice(from, from + AT_ONCE)
      .map((record) =>
        csvLine(
          columns.map((column) => exportedCell(column, { resource, fields: record }, { nameOf, dates })),
        ),
      );
    parts.push(lines.join(''));
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
