import { useFieldText } from '../../crud/field-words.ts';
import { readable, titleOf } from '../../crud/readable.ts';
import { alignOf } from '../../crud/resource-cell.tsx';
import type { Report } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { choicesOf } from '../../domain/resource-specs.ts';
import type { RecordRow } from '../../records/use-records.ts';
import css from './report-paper.module.css';

interface Props {
  readonly report: Report;
  readonly rows: readonly RecordRow<Fields>[];
  readonly caption: string;
}

/** A report's records on paper, with the headings at the top of each page. */
export function ReportPaperTable({ report: { resource, columns }, rows, caption }: Props) {
  const textOf = useFieldText(resource);
  return (
    <>
      <h2>{caption}</h2>
      {rows.length > 0 && (
        <table className={css['table']}>
          <thead>
            <tr>
              {columns.map(({ header, field }) => (
                <th key={header} scope="col" data-align={alignOf(resource, field)}>
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
                      data-align={alignOf(resource, column.field)}
                      data-short={choicesOf(resource, column.field).length > 0 || undefined}
                    >
                      {column.field === 'title'
                        ? titleOf(resource, fields)
                        : textOf(column.field, fields[column.field]) || '-'}
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
