import { titleOf } from '../../crud/readable.ts';
import type { NameOf } from '../../crud/resource-view.ts';
import type { CsvCell } from '../../domain/csv.ts';
import type { Report, ReportColumn, ReportUnit } from '../../domain/report.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { choiceLabel } from '../../ui/choice-label.ts';

const COUNT = new Intl.NumberFormat('en-US');
const DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const;
const SHORT_COUNT = new Intl.NumberFormat('en-US', SHORT);
const SHORT_DOLLARS = new Intl.NumberFormat('en-US', { ...SHORT, style: 'currency', currency: 'USD' });
const PERCENT = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A figure as people read it: whole dollars, percent with one decimal; '-' for none. */
export function figureText(value: number | null, unit: ReportUnit): string {
  if (value === null) return '-';
  switch (unit) {
    case 'count':
      return COUNT.format(value);
    case 'dollars':
      return DOLLARS.format(value);
    case 'percent':
      return PERCENT.format(value);
    default:
      return unit satisfies never;
  }
}

/** A figure on an axis: '$1.5M'. */
export function axisText(value: number, unit: 'count' | 'dollars'): string {
  return (unit === 'dollars' ? SHORT_DOLLARS : SHORT_COUNT).format(value);
}

/** What an export holds of a record for one column: words for choices and references, plain numbers. */
export function exportedCell(
  { resource }: Pick<Report, 'resource'>,
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
