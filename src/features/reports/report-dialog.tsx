import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { CopyAge, Figure } from '../../crud/list/device-copy.tsx';
import { ExportButtons, ExportOutcome, useExport } from '../../crud/list/export-buttons.tsx';
import { ListPlaceholder } from '../../crud/list/list-placeholder.tsx';
import { PrintButton } from '../../crud/paper/print-button.tsx';
import { readable, titleOf } from '../../crud/readable.ts';
import { recordPath } from '../../crud/record-link.tsx';
import { alignOf, cellOf } from '../../crud/resource-cell.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { useDates } from '../../crud/time.tsx';
import { ReportSums, reportBars } from '../../domain/report-sums.ts';
import { exportOf, REPORTS, type Report } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { RecordList, RecordRow } from '../../records/use-records.ts';
import { useFetched } from '../../records/use-sync-status.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { LazyModule } from '../../ui/lazy-module.ts';
import { counted } from '../../ui/text/format-values.tsx';
import { failureWords } from '../../words/common.ts';
import { reportsScreenWords } from '../../words/dashboard-and-reports.ts';
import { ReportChart } from './report-chart.tsx';
import css from './report-dialog.module.css';
import { figureText, useReportRecords, useReportSums } from './report-records.ts';

const PAPER = new LazyModule(() => import('./report-paper.tsx'));

interface Props {
  /** From the URL, so there may be no such report. */
  readonly id: string;
  readonly onClose: () => void;
}

export function ReportDialog({ id, onClose }: Props) {
  const report = REPORTS.find((candidate) => candidate.id === id);
  if (report) return <KnownReport report={report} onClose={onClose} />;
  return (
    <Dialog title={reportsScreenWords.unknownReport} size="small" back="none" onClose={onClose}>
      <ErrorAlert lines={[failureWords.reportNotFound]} />
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {reportsScreenWords.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function KnownReport({ report, onClose }: { readonly report: Report; readonly onClose: () => void }) {
  const records = useReportRecords(report);
  const { list, readable, fetched } = records;
  const counted = useReportSums(report, list);
  // Sums of an incomplete list would be wrong.
  const sums = useFetched(report.resource) === 'yes' ? counted : undefined;
  const parked = list.rows.filter(({ mark }) => mark === 'attention').length;
  const source = (
    <>
      <CopyAge of={report.resource}>{reportsScreenWords.source}</CopyAge>
      {parked > 0 && <span>{` · ${reportsScreenWords.parked({ count: parked })}`}</span>}
    </>
  );
  const exported = useExport(exportOf(report));
  return (
    <Dialog title={report.title} size="large" back="none" onClose={onClose}>
      <ReportBody report={report} list={list} sums={sums} source={source} />
      <ExportOutcome {...exported} />
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {reportsScreenWords.close}
        </Button>
        <PrintButton paper={PAPER} given={{ report, records, sums, source }} title={report.title} />
        <ExportButtons
          disabled={!readable || exported.working}
          onExport={(format) => void exported.run(format, list.rows, fetched)}
        >
          {reportsScreenWords.exportReport}
        </ExportButtons>
      </DialogButtons>
    </Dialog>
  );
}

interface ReportBodyProps {
  readonly report: Report;
  readonly list: RecordList<Fields>;
  readonly sums: ReportSums | undefined;
  readonly source: ReactNode;
}

/** Rows shown. The export has all records. */
const REPORT_ROWS = 10;

/** Shown in place of an incomplete list. */
const NOTHING: RecordList<Fields> = { rows: [], total: 0, complete: true };

function ReportBody({ report, list, sums, source }: ReportBodyProps) {
  const { rows, complete } = list;
  const fetched = useFetched(report.resource);
  const chart = useMemo(() => sums && reportBars(report, sums), [report, sums]);
  return (
    <>
      <p className={css.source}>{source}</p>
      <dl className={css.tiles}>
        {report.tiles(sums ?? new ReportSums(report.chart)).map(({ label: name, value, unit }) => (
          <div key={name} className={css.tile}>
            <dt>{name}</dt>
            <dd>
              <Figure text={sums && figureText(value, unit)} unfetched={fetched === 'no'} />
            </dd>
          </div>
        ))}
      </dl>
      {(rows.length === 0 || fetched !== 'yes') && (
        <div className={css.none}>
          <ListPlaceholder resource={report.resource} list={fetched === 'yes' ? list : NOTHING} />
        </div>
      )}
      {complete && fetched === 'yes' && rows.length > 0 && (
        <>
          <div className={css.chart}>{chart && <ReportChart report={report} {...chart} />}</div>
          <ReportTable report={report} rows={rows.slice(0, REPORT_ROWS)} total={rows.length} />
        </>
      )}
    </>
  );
}

interface ReportTableProps {
  readonly report: Report;
  readonly rows: readonly RecordRow<Fields>[];
  readonly total: number;
}

function ReportTable({ report, rows, total }: ReportTableProps) {
  const { label } = resourceSpecs[report.resource];
  const all = counted(total, label);
  return (
    <div className={css.box}>
      {/* Explicit roles, because browsers drop the implicit roles of rows drawn as cards. */}
      <table role="table" className={css.table}>
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
  readonly row: ReportTableProps['rows'][0];
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
