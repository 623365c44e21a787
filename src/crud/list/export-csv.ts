import { CSV_BOM, csvLine } from '../../domain/csv.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { type ExportedFacts, type ExportServices, exportedRows } from './exported-rows.ts';

/** Writes records as a CSV file in UTF-8. */
export async function csvOf(
  facts: ExportedFacts,
  records: readonly Fields[],
  services: ExportServices,
): Promise<Blob> {
  const parts = [CSV_BOM, csvLine(facts.columns.map(({ header }) => header))];
  for await (const rows of exportedRows(facts, records, services)) parts.push(rows.map(csvLine).join(''));
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
