import { type ReactNode, useMemo } from 'react';
import { useFieldText } from '../../crud/field-words.ts';
import { Paper } from '../../crud/paper/paper.tsx';
import { readable, titleOf } from '../../crud/readable.ts';
import { alignOf } from '../../crud/resource-cell.tsx';
import { formatDay, useToday } from '../../crud/time.tsx';
import { type ReportSums, reportBars } from '../../domain/report-sums.ts';
import type { Report } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { choicesOf, resourceSpecs } from '../../domain/resource-specs.ts';
import { useSettings } from '../../records/company-settings.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { counted } from '../../ui/text/format-values.tsx';
import { reportsScreenWords } from '../../words/dashboard-and-reports.ts';
import { ReportChart } from './report-chart.tsx';
import css from './report-paper.module.css';
import { figureText, type ReportRecords } from './report-records.ts';

/** About fifteen pages. The export has all rows. */
const PRINTED_ROWS = 500;

export interface ReportPaperProps {
  readonly report: Report;
  readonly records: ReportRecords;
  readonly sums: ReportSums | undefined;
  readonly source: ReactNode;
}

export default function ReportPaper({ report, records, sums, source }: ReportPaperProps) {
  const { list, fetched } = records;
  const today = useToday();
  const chart = useMemo(() => sums && reportBars(report, sums), [report, sums]);
  const rows = list.rows.slice(0, PRINTED_ROWS);
  const all = counted(list.total, resourceSpecs[report.resource].label);
  return (
    <Paper
      heading={report.title}
      dated
      facts={[
        [reportsScreenWords.date, formatDay(today)],
        [reportsScreenWords.preparedBy, useSettings()?.myName.trim() ?? ''],
      ]}
    >
      <p className={css.source}>
        {source}
        {!fetched && ` · ${reportsScreenWords.printedPartly}`}
      </p>
      {sums && (
        <dl className={css.tiles}>
          {report.tiles(sums).map(({ label, value, unit }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figureText(value, unit)}</dd>
            </div>
          ))}
        </dl>
      )}
      {chart && rows.length > 0 && (
        <div className={css.chart}>
          <ReportChart report={report} {...chart} />
        </div>
      )}
      <ReportPaperTable
        report={report}
        rows={rows}
        caption={
          rows.length < list.total
            ? reportsScreenWords.printedRecords({ shown: rows.length, records: all })
            : all
        }
      />
    </Paper>
  );
}

interface Props {
  readonly report: Report;
  readonly rows: readonly RecordRow<Fields>[];
  readonly caption: string;
}

export function ReportPaperTable({ report: { resource, columns }, rows, caption }: Props) {
  const textOf = useFieldText(resource);
  return (
    <>
      <h2>{caption}</h2>
      {rows.length > 0 && (
        <table className={css.table}>
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
