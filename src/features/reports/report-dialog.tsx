import { Button } from '@mantine/core';
import { CopyAge } from '../../crud/copy-age.tsx';
import { ExportButton } from '../../crud/export-button.tsx';
import { ExportOutcome } from '../../crud/export-outcome.tsx';
import { useCsvExport } from '../../crud/use-csv-export.ts';
import { ERRORS } from '../../domain/error-catalogue.ts';
import { exportOf, type Report } from '../../domain/report.ts';
import { REPORTS } from '../../domain/reports.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { ReportBody } from './report-body.tsx';
import { useReportRecords } from './use-report-records.ts';

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
    <Dialog title="Report" size="small" onClose={onClose}>
      <ErrorAlert lines={[ERRORS.reportNotFound]} />
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function KnownReport({ report, onClose }: { readonly report: Report; readonly onClose: () => void }) {
  const { list, readable, fetched } = useReportRecords(report);
  const exported = useCsvExport(exportOf(report));
  return (
    <Dialog title={report.title} size="large" onClose={onClose}>
      <ReportBody report={report} list={list} source={<CopyAge>From this device’s copy</CopyAge>} />
      <ExportOutcome state={exported} />
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
        <PrintButton />
        <ExportButton
          state={exported}
          disabled={!readable}
          onClick={() => void exported.run(list.rows, fetched)}
        >
          Export Report
        </ExportButton>
      </DialogButtons>
    </Dialog>
  );
}
