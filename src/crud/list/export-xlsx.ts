import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Fields } from '../../domain/resource-spec.ts';
import { XLSX_END, XLSX_FILES, XLSX_SHEET, xlsxHead, xlsxRow } from '../../domain/xlsx.ts';
import { type ExportedFacts, type ExportServices, exportedRows } from './exported-rows.ts';

/**
 * Compresses in small steps on the main thread. Libraries would start a worker from a string, which the content
 * security policy forbids.
 */
export async function xlsxOf(
  facts: ExportedFacts,
  records: readonly Fields[],
  services: ExportServices,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, part) => {
    failure ??= error;
    if (!error) parts.push(new Uint8Array(part));
  });
  for (const [path, text] of Object.entries(XLSX_FILES)) addFile(zip, path).push(strToU8(text), true);
  const sheet = addFile(zip, XLSX_SHEET);
  sheet.push(strToU8(xlsxHead(facts.columns.map(({ header }) => header))));
  let row = 1;
  for await (const rows of exportedRows(facts, records, services)) {
    const text = rows.map((cells) => {
      row += 1;
      return xlsxRow(cells, row);
    });
    sheet.push(strToU8(text.join('')));
  }
  sheet.push(strToU8(XLSX_END), true);
  zip.end();
  if (failure) throw failure;
  return new Blob(parts, { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}

function addFile(zip: Zip, path: string): ZipDeflate {
  const file = new ZipDeflate(path, { level: 6 });
  zip.add(file);
  return file;
}
