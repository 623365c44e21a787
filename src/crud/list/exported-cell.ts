import type { CsvCell } from '../../domain/csv.ts';
import type { ReportColumn } from '../../domain/report.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { choiceLabel } from '../../ui/fields/choice-label.ts';
import { titleOf } from '../readable.ts';
import type { NameOf } from '../resource-view.ts';

/** What an export holds of a record for one column: words for choices and references, plain numbers. */
export function exportedCell(
  resource: ResourceName,
  column: ReportColumn,
  record: Fields,
  nameOf: NameOf,
): CsvCell {
  if (column.field === 'title') return titleOf(resource, record);
  const value = record[column.field] ?? null;
  if (typeof value !== 'string') return value;
  if (column.choices && value !== '') return choiceLabel(value, column.choices);
  const reference = specOf(resource).references.find(({ field }) => field === column.field);
  return reference ? nameOf(reference.to, value) : value;
}
