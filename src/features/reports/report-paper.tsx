import { type ReactNode, useMemo } from 'react';
import { formatDay } from '../../crud/day-text.tsx';
import { counted } from '../../crud/list/counted.ts';
import { Paper } from '../../crud/paper/paper.tsx';
import { useToday } from '../../crud/use-now.ts';
import type { ReportSums } from '../../domain/report-sums.ts';
import { reportBars } from '../../domain/report-sums.ts';
import type { Report } from '../../domain/reports.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useSettings } from '../../records/company-settings.ts';
import { reportsScreenWords } from '../../words/reports.ts';
import { ReportChart } from './report-chart.tsx';
import css from './report-paper.module.css';
import { ReportPaperTable } from './report-paper-table.tsx';
import { figureText } from './report-text.ts';
import type { ReportRecords } from './use-report-records.ts';

/** More are a file's business: fifteen pages. */
const PRINTED_ROWS = 500;

export interface ReportPaperProps {
  readonly report: Report;
  readonly records: ReportRecords;
  /** Undefined until the records have been added up. */
  readonly sums: ReportSums | undefined;
  /** Where the figures come from and how old they are. */
  readonly source: ReactNode;
}

/** A report on paper: its figures, its chart, and its records, not only the first ones. */
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
      <p className={css['source']}>
        {source}
        {!fetched && ` · ${reportsScreenWords.printedPartly}`}
      </p>
      {sums && (
        <dl className={css['tiles']}>
          {report.tiles(sums).map(({ label, value, unit }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figureText(value, unit)}</dd>
            </div>
          ))}
        </dl>
      )}
      {chart && rows.length > 0 && (
        <div className={css['chart']}>
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
