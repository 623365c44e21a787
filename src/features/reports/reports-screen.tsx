import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { CopyAge } from '../../crud/list/device-copy.tsx';
import { REPORTS } from '../../domain/reports.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { requestPull } from '../../records/engine-status.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePageTitle } from '../../ui/text/page-title.ts';
import { reportsScreenWords } from '../../words/reports.ts';
import { ReportCard } from './report-card.tsx';
import css from './reports-screen.module.css';

const ReportDialog = lazyPart(() => import('./report-dialog.tsx'));

/** The name of the address's parameter that opens a report. */
const PARAMETER = 'report';
const OPENED_HERE = { openedHere: true };

/** /reports: five summaries of what the device holds; `?report=<id>` opens one. */
export default function ReportsScreen() {
  const services = useRecordServices();
  const navigate = useNavigate();
  const location = useLocation();
  const [address] = useSearchParams();
  const open = address.get(PARAMETER);
  // A printed or saved report is called by its own name.
  usePageTitle(REPORTS.find(({ id }) => id === open)?.title ?? reportsScreenWords.title);

  useEffect(() => {
    void requestPull(services, ...RESOURCE_NAMES);
  }, [services]);

  /** Back to the address before, where that is this screen's own: Back must not open the report again. */
  function close(): void {
    if (location.state?.openedHere === true) void navigate(-1);
    else void navigate(location.pathname, { replace: true });
  }

  /** A report that is on its way already is not opened twice. */
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
      <ul className={css['cards']}>
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
