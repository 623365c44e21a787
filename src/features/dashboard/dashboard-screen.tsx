import { Button, Loader } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { CopyAge, Figure } from '../../crud/list/device-copy.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { useToday } from '../../crud/time.tsx';
import { DASHBOARD_STATS, type DashboardStat } from '../../domain/dashboard-stats.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../domain/resource-specs.ts';
import { trendOf } from '../../domain/stat-days.ts';
import { useFirstDay } from '../../records/first-day-steps.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type Dashboard, useDashboard } from '../../records/use-dashboard.ts';
import { useKeepStats, useStatDays } from '../../records/use-stat-days.ts';
import { requestPull, useFetched } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { PlusIcon } from '../../ui/icons.ts';
import { LazyModule } from '../../ui/lazy-module.ts';
import { lazyPart, useLater } from '../../ui/lazy-part.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePageTitle } from '../../ui/product.tsx';
import { formatDateOfYear, formatLongDay } from '../../ui/text/format-date.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { failureWords, screenTitles } from '../../words/common.ts';
import { dashboardWords, trendWords } from '../../words/dashboard-and-reports.ts';
import { formatCount } from '../../words/formats.ts';
import { listWords } from '../../words/list.ts';
import css from './dashboard-screen.module.css';

const FirstDayPanel = lazyPart(() => import('./first-day-panel.tsx'));
const PARTS = new LazyModule(() => import('./dashboard-parts.tsx'));
const DashboardParts = lazyPart(PARTS);

export interface DashboardScreenProps {
  readonly username: string;
  readonly Today: ComponentType;
  /** Null if the app is installed or cannot be installed. */
  readonly onInstall: (() => void) | null;
}

export default function DashboardScreen({ username, Today, onInstall }: DashboardScreenProps) {
  usePageTitle(screenTitles.dashboard);
  const services = useRecordServices();
  const today = useToday();
  const { stats, parked, from, ofAll, loading, error, reload } = useDashboard();
  useKeepStats(today, ofAll);
  const isPhone = useWindowSize() === 'small';
  const [withoutToday, setWithoutToday] = useState(false);
  const { loaded: parts, isOver } = useLater(PARTS);
  const [withoutParts, setWithoutParts] = useState(false);
  const [summary, setSummary] = useState<Element | null>(null);
  const lines = useSummaryLines();

  // The figures that this device counts need fresh records.
  useEffect(() => {
    void requestPull(services, ...RESOURCE_NAMES);
  }, [services]);

  return (
    <>
      <PageHeader
        inBar
        title={screenTitles.dashboard}
        note={
          <>
            <span>{dashboardWords.welcome({ username })}</span> <span>{formatLongDay(today)}</span>
          </>
        }
      >
        {loading && <Loader size="sm" role="status" aria-label={dashboardWords.loading} />}
        <NewWorkOrder />
      </PageHeader>
      <div ref={setSummary} className={css.summary} data-lines={withoutParts ? 0 : lines} />
      {isPhone && !withoutToday && (
        <LazySlot onClose={() => setWithoutToday(true)}>
          <Today />
        </LazySlot>
      )}
      <p className={css.source} role="status">
        {from === 'device' && stats && <CopyAge>{dashboardWords.fromDevice}</CopyAge>}
        {from === 'server' && <span>{dashboardWords.fromServer}</span>}
      </p>
      <div className={css.problem}>
        <ErrorAlert
          lines={error === null ? [] : [failureWords.dashboard({ error })]}
          action={
            <Button variant="default" onClick={reload}>
              {dashboardWords.retry}
            </Button>
          }
        />
      </div>
      <FirstDaySlot onInstall={onInstall} />
      <Cards {...{ stats, parked, from, today, parts }} isOurs={ofAll !== undefined} />
      <LazySlot onClose={() => setWithoutParts(true)}>
        {isOver && !withoutParts && <DashboardParts username={username} summary={summary} />}
      </LazySlot>
    </>
  );
}

/** Each list that is on this device, or coming, has a line in the summary. */
function useSummaryLines(): number {
  return [useFetched('workOrders'), useFetched('estimates')].filter((fetched) => fetched !== 'no').length;
}

function NewWorkOrder() {
  const view = useResourceView('workOrders');
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {listWords.add({ title: resourceSpecs.workOrders.label.title })}
      </Button>
      <LazySlot onClose={close}>
        {open && <ResourceFormDialog view={view} row={null} onClose={close} />}
      </LazySlot>
    </>
  );
}

interface CardsProps extends Pick<Dashboard, 'stats' | 'parked' | 'from'> {
  readonly today: string;
  readonly parts: typeof PARTS.loaded;
  /** True if this device counted the figures, from all records. */
  readonly isOurs: boolean;
}

function Cards({ stats, parked, from, today, parts, isOurs }: CardsProps) {
  const known = useStatDays(today);
  return (
    <div className={css.figures}>
      <ul aria-label={dashboardWords.figures} className={css.cards}>
        {DASHBOARD_STATS.map((stat) => {
          const value = stats?.[stat.key];
          const trend =
            isOurs && known && value !== undefined
              ? trendOf(known.days, { key: stat.key, today, value })
              : null;
          return (
            <li key={stat.key}>
              <Card stat={stat} value={value} parked={parked[stat.key] ?? 0} counted={from}>
                {parts && trend && <parts.StatTrend {...trend} />}
              </Card>
            </li>
          );
        })}
      </ul>
      {known && parts && <parts.StatTable days={known.days} />}
      {known?.since && (
        <p className={css.since}>{trendWords.countingSince({ day: formatDateOfYear(known.since) })}</p>
      )}
    </div>
  );
}

function FirstDaySlot({ onInstall }: Pick<DashboardScreenProps, 'onInstall'>) {
  const day = useFirstDay();
  const [without, setWithout] = useState(false);
  return (
    <LazySlot onClose={() => setWithout(true)}>
      {day && !without && <FirstDayPanel day={day} onInstall={onInstall} />}
    </LazySlot>
  );
}

interface CardProps {
  readonly stat: DashboardStat;
  readonly value: number | undefined;
  readonly parked: number;
  readonly counted: 'server' | 'device';
  readonly children: ReactNode;
}

function Card({ stat: { resource, label, statuses }, value, parked, counted, children }: CardProps) {
  const { path } = useResourceView(resource);
  const fetched = useFetched(resource);
  const query = statuses ? `?status=${statuses.join(',')}` : '';
  // The device cannot count records that it has not fetched.
  const known = counted === 'server' || fetched === 'yes';
  return (
    <StatCard
      label={label}
      value={known ? value : undefined}
      parked={known ? parked : 0}
      unfetched={!known && fetched === 'no'}
      to={path + query}
    >
      {known && children}
    </StatCard>
  );
}

interface Props {
  readonly label: string;
  readonly value: number | undefined;
  readonly parked: number;
  /** True if the records are not fetched, and no fetch is under way. */
  readonly unfetched: boolean;
  readonly to: string;
  readonly children?: ReactNode;
}

export function StatCard({ label, value, parked, unfetched, to, children }: Props) {
  return (
    <Link to={to} className={css.card}>
      <span className={css.label}>{label}</span>
      <span className={css.value}>
        <Figure text={value === undefined ? undefined : formatCount(value)} unfetched={unfetched} />
      </span>
      {parked > 0 && <span className={css.parked}>{dashboardWords.parked({ count: parked })}</span>}
      {children}
    </Link>
  );
}
