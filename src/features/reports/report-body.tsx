import { type ReactNode, useMemo } from 'react';
import { ListPlaceholder } from '../../crud/list/list-placeholder.tsx';
import { ReportSums, reportBars } from '../../domain/report-sums.ts';
import type { Report } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import type { RecordList } from '../../records/use-records.ts';
import { useFetched } from '../../records/use-sync-status.ts';
import { Figure } from '../../ui/text/figure.tsx';
import css from './report-body.module.css';
import { ReportChart } from './report-chart.tsx';
import { ReportTable } from './report-table.tsx';
import { figureText } from './report-text.ts';

interface Props {
  readonly report: Report;
  readonly list: RecordList<Fields>;
  /** Undefined until the records have been added up. */
  readonly sums: ReportSums | undefined;
  /** Where the figures come from and how old they are. */
  readonly source: ReactNode;
}

/** The export has all records. */
const REPORT_ROWS = 10;

/** Part of a collection is not shown: it adds up to nothing that is true. */
const NOTHING: RecordList<Fields> = { rows: [], total: 0, complete: true };

/** Figures, picture and first records of a report. */
export function ReportBody({ report, list, sums, source }: Props) {
  const { rows, complete } = list;
  const fetched = useFetched(report.resource);
  const chart = useMemo(() => sums && reportBars(report, sums), [report, sums]);
  return (
    <>
      <p className={css['source']}>{source}</p>
      <dl className={css['tiles']}>
        {report.tiles(sums ?? new ReportSums(report.chart)).map(({ label: name, value, unit }) => (
          <div key={name} className={css['tile']}>
            <dt>{name}</dt>
            <dd>
              <Figure text={sums && figureText(value, unit)} unfetched={fetched === 'no'} />
            </dd>
          </div>
        ))}
      </dl>
      {(rows.length === 0 || fetched !== 'yes') && (
        <div className={css['none']}>
          <ListPlaceholder resource={report.resource} list={fetched === 'yes' ? list : NOTHING} />
        </div>
      )}
      {complete && fetched === 'yes' && rows.length > 0 && (
        <>
          <div className={css['chart']}>{chart && <ReportChart report={report} {...chart} />}</div>
          <ReportTable report={report} rows={rows.slice(0, REPORT_ROWS)} total={rows.length} />
        </>
      )}
    </>
  );
}
