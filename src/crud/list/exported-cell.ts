import type { CsvCell } from '../../domain/csv.ts';
import { clockAt, type DateForms, dayAt, isDayOnly } from '../../domain/plain-date.ts';
import type { ReportColumn } from '../../domain/reports.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import { titleOf } from '../readable.ts';
import type { Known } from '../resource-view.ts';

export function exportedCell(
  column: ReportColumn,
  { resource, fields }: { readonly resource: ResourceName; readonly fields: Fields },
  { nameOf, dates }: Known,
): CsvCell {
  if (column.field === 'title') return titleOf(resource, fields);
  const value = fields[column.field] ?? null;
  if (typeof value !== 'string' || value === '') return value;
  const field = specOf(resource).fields[column.field];
  switch (field?.type) {
    case 'choice':
      return choiceLabel(value, field.choices);
    case 'dateTime':
      return dateText(value, dates);
    case 'reference':
      return nameOf(field.to, value);
    default:
      return value;
  }
}

/** Formats a local time as spreadsheets read it: '2026-03-05 16:00'. */
function dateText(date: string, dates: DateForms): string {
  if (isDayOnly(date, dates)) return date.slice(0, 10);
  const at = Date.parse(date);
  return Number.isNaN(at) ? date : `${dayAt(at)} ${clockAt(at)}`;
}
