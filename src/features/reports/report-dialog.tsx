import { Button } from '@mantine/core';
import { CopyAge } from '../../crud/list/device-copy.tsx';
import { ExportButtons, ExportOutcome, useExport } from '../../crud/list/export-buttons.tsx';
import { PrintButton } from '../../crud/paper/print-button.tsx';
import { exportOf, REPORTS, type Report } from '../../domain/reports.ts';
import { useFetched } from '../../records/engine-status.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import { LazyModule } from '../../ui/lazy-module.ts';
import { failureWords } from '../../words/common.ts';
import { reportsScreenWords } from '../../words/reports.ts';
import { ReportBody } from './report-body.tsx';
import { useReportRecords } from './use-report-records.ts';
import { useReportSums } from './use-report-sums.ts';

const PAPER = new LazyModule(() => import('./report-paper.tsx'));

interface Props {
  /** As it stands in the address; it may be nothing. */
  readonly id: string;
  readonly onClose: () => void;
}

/** One report over the reports screen. A lazy chunk. */
export default function ReportDialog({ id, onClose }: Props) {
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
  // Part of a collection adds up to nothing that is true.
  const sums = useFetched(report.resource) === 'yes' ? counted : undefined;
  const parked = list.rows.filter(({ mark }) => mark === 'attention').length;
  const source = (
    <>
      <CopyAge>{reportsScreenWords.source}</CopyAge>
      {parked > 0 && <span>{` · ${reportsScreenWords.parked({ count: parked })}`}</span>}
    </>
  );
  const exported = useExport(exportOf(report));
  return (
    <Dialog title={report.title} size="large" back="none" onClose={onClose}>
      <ReportBody report={report} list={list} sums={sums} source={source} />
      <ExportOutcome state={exported} />
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {reportsScreenWords.close}
        </Button>
        <PrintButton paper={PAPER} given={{ report, records, sums, source }} title={report.title} />
        <ExportButtons
          state={exported}
          side="above"
          disabled={!readable}
          onExport={(format) => void exported.run(format, list.rows, fetched)}
        >
          {reportsScreenWords.exportReport}
        </ExportButtons>
      </DialogButtons>
    </Dialog>
  );
}
