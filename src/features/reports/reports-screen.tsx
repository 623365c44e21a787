import { Button } from '@mantine/core';
import { useEffect, useId } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { CopyAge } from '../../crud/list/device-copy.tsx';
import { ExportButtons, ExportOutcome, useExport } from '../../crud/list/export-buttons.tsx';
import { exportOf, REPORTS, type Report } from '../../domain/reports.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { requestPull } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { LazyModule } from '../../ui/lazy-module.ts';
import { lazyPart, useLater } from '../../ui/lazy-part.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePageTitle } from '../../ui/product.tsx';
import { counted } from '../../ui/text/format-values.tsx';
import { reportsScreenWords } from '../../words/dashboard-and-reports.ts';
import { useReportRecords } from './report-records.ts';
import css from './reports-screen.module.css';

const ReportDialog = lazyPart(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));
const FIGURE = new LazyModule(() => import('./report-figure.tsx'));

const PARAMETER = 'report';
const OPENED_HERE = { openedHere: true };

export default function ReportsScreen() {
  const services = useRecordServices();
  const navigate = useNavigate();
  const location = useLocation();
  const [address] = useSearchParams();
  const open = address.get(PARAMETER);
  // A printed or saved report needs its own title.
  usePageTitle(REPORTS.find(({ id }) => id === open)?.title ?? reportsScreenWords.title);

  useEffect(() => {
    void requestPull(services, ...RESOURCE_NAMES);
  }, [services]);

  /** Goes back if this screen opened the report, so that Back does not reopen the report. */
  function close(): void {
    if (location.state?.openedHere === true) void navigate(-1);
    else void navigate(location.pathname, { replace: true });
  }

  function view(id: string): void {
    if (open !== id) void navigate(`?${PARAMETER}=${id}`, { replace: open !== null, state: OPENED_HERE });
  }

  return (
    <>
      <PageHeader
        inBar
        title={reportsScreenWords.title}
        note={<CopyAge>{reportsScreenWords.source}</CopyAge>}
      />
      <ul className={css.cards}>
        {REPORTS.map((report) => (
          <li key={report.id}>
            <ReportCard report={report} onView={() => view(report.id)} />
          </li>
        ))}
      </ul>
      <LazySlot onClose={close}>
        {open !== null && <ReportDialog key={open} id={open} onClose={close} />}
      </LazySlot>
    </>
  );
}

interface Props {
  readonly report: Report;
  readonly onView: () => void;
}

export function ReportCard({ report, onView }: Props) {
  const title = useId();
  const { list, readable, fetched } = useReportRecords(report);
  const exported = useExport(exportOf(report));
  const { loaded: figure } = useLater(FIGURE);
  const count = counted(list.total, resourceSpecs[report.resource].label);
  const partly =
    list.total === 0 ? reportsScreenWords.notFetched : reportsScreenWords.partlyFetched({ records: count });
  const held = fetched ? count : partly;
  return (
    <section aria-labelledby={title} className={css.card}>
      <h2 id={title} className={css.title}>
        {report.title}
      </h2>
      <p className={css.about}>{report.about}</p>
      {fetched && list.total > 0 && (
        <div className={css.figure}>{figure && <figure.default report={report} list={list} />}</div>
      )}
      <p className={css.held}>{list.complete ? held : reportsScreenWords.loading}</p>
      <div className={css.buttons}>
        <Button variant="light" onClick={onView} aria-describedby={title}>
          {reportsScreenWords.view}
        </Button>
        <ExportButtons
          variant="default"
          disabled={!readable || exported.working}
          onExport={(format) => void exported.run(format, list.rows, fetched)}
          describedBy={title}
        >
          {reportsScreenWords.export}
        </ExportButtons>
      </div>
      <ExportOutcome {...exported} />
    </section>
  );
}
