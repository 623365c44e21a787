import { readable, titleOf } from '../../crud/readable.ts';
import type { Report, ReportColumn } from '../../domain/report.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { choiceLabel } from '../../ui/fields/choice-label.ts';
import { formatMoney } from '../../ui/text/format-money.ts';
import css from './report-paper.module.css';

interface Props {
  readonly report: Report;
  readonly rows: readonly RecordRow<Fields>[];
  readonly caption: string;
}

/** A report's records on paper, with the headings at the top of each page. */
export function ReportPaperTable({ report: { resource, columns }, rows, caption }: Props) {
  return (
    <>
      <h2>{caption}</h2>
      {rows.length > 0 && (
        <table className={css['table']}>
          <thead>
            <tr>
              {columns.map(({ header, unit }) => (
                <th key={header} scope="col" data-align={unit && 'end'}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const fields = readable(resource, row.view);
              return (
                <tr key={row.localId}>
                  {columns.map((column) => (
                    <td
                      key={column.header}
                      data-align={column.unit && 'end'}
                      data-short={column.choices && true}
                    >
                      {column.field === 'title' ? titleOf(resource, fields) : textOf(column, fields)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </>
  );
}

function textOf({ field, choices, unit }: ReportColumn, fields: Fields): string {
  const value = fields[field] ?? null;
  if (unit === 'dollars' && typeof value === 'number') return formatMoney(value);
  const text = String(value ?? '').trim();
  return choices ? choiceLabel(text, choices) : text || '-';
}
