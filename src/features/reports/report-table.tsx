import { Link } from 'react-router-dom';
import { counted } from '../../crud/list/counted.ts';
import { readable, titleOf } from '../../crud/readable.ts';
import { recordPath } from '../../crud/record-path.ts';
import { alignOf, cellOf } from '../../crud/resource-cell.tsx';
import { useResourceView } from '../../crud/resource-views.ts';
import { useDates } from '../../crud/use-dates.ts';
import type { Report } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { reportsScreenWords } from '../../words/reports.ts';
import css from './report-table.module.css';

interface Props {
  readonly report: Report;
  /** The records to show. */
  readonly rows: readonly RecordRow<Fields>[];
  /** How many records the report is about. */
  readonly total: number;
}

/** The first records of a report, each leading to its own screen. */
export function ReportTable({ report, rows, total }: Props) {
  const { label } = resourceSpecs[report.resource];
  const all = counted(total, label);
  return (
    <div className={css['box']}>
      {/* The roles are said aloud: on a phone the style sheet makes cards of the rows, and browsers forget them. */}
      <table role="table" className={css['table']}>
        <caption>
          {rows.length < total ? reportsScreenWords.firstRecords({ shown: rows.length, records: all }) : all}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {report.columns.map(({ header, field }) => (
              <th key={header} role="columnheader" scope="col" data-align={alignOf(report.resource, field)}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.localId} report={report} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  report: { resource, columns },
  row,
}: {
  readonly report: Report;
  readonly row: Props['rows'][0];
}) {
  const fields = readable(resource, row.view);
  const { path } = useResourceView(resource);
  const dates = useDates(resource);
  return (
    <tr role="row">
      {columns.map((column) => (
        <td
          key={column.header}
          role="cell"
          data-align={alignOf(resource, column.field)}
          data-title={column.field === 'title' || undefined}
        >
          {column.field === 'title' ? (
            <Link to={recordPath(path, row)}>{titleOf(resource, fields)}</Link>
          ) : (
            cellOf(column, { resource, fields, dates })
          )}
        </td>
      ))}
    </tr>
  );
}
