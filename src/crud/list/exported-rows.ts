import { CSV_BOM, type CsvCell, csvLine } from '../../domain/csv.ts';
import { delay } from '../../domain/ports.ts';
import type { ReportColumn } from '../../domain/reports.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { exportWords } from '../../words/list.ts';
import { titleOf } from '../readable.ts';
import type { NameOf } from '../resource-view.ts';
import { exportedCell } from './exported-cell.ts';

export interface ExportedFacts {
  readonly resource: ResourceName;
  readonly columns: readonly ReportColumn[];
}

export type ExportServices = Pick<RecordServices, 'clock' | 'collections'>;

/** Rows per batch. A batch takes a few milliseconds on a slow phone. */
const AT_ONCE = 250;

/** Pauses between batches to keep the screen responsive. */
export async function* exportedRows(
  { resource, columns }: ExportedFacts,
  records: readonly Fields[],
  { clock, collections }: ExportServices,
): AsyncGenerator<readonly (readonly CsvCell[])[], void> {
  const nameOf: NameOf = (to, id) => {
    const found = id === null ? undefined : collections[to].find(id);
    return found ? titleOf(to, found.view) : exportWords.unknown;
  };
  const { dates } = collections[resource].getSnapshot();
  for (let from = 0; from < records.length; from += AT_ONCE) {
    if (from > 0) await delay(clock, 0);
    yield records
      .slice(from, from + AT_ONCE)
      .map((fields) =>
        columns.map((column) => exportedCell(column, { resource, fields }, { nameOf, dates })),
      );
  }
}

export async function csvOf(
  facts: ExportedFacts,
  records: readonly Fields[],
  services: ExportServices,
): Promise<Blob> {
  const parts = [CSV_BOM, csvLine(facts.columns.map(({ header }) => header))];
  for await (const rows of exportedRows(facts, records, services)) parts.push(rows.map(csvLine).join(''));
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
