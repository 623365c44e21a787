import { Button, Loader } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { CopyAge, Figure } from '../../crud/list/device-copy.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { DASHBOARD_STATS, type DashboardStat } from '../../domain/dashboard-stats.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { useFirstDay } from '../../records/first-day-steps.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useDashboard } from '../../records/use-dashboard.ts';
import { requestPull, useFetched } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePageTitle } from '../../ui/product.tsx';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { failureWords, screenTitles } from '../../words/common.ts';
import { dashboardWords } from '../../words/dashboard-and-reports.ts';
import { formatCount } from '../../words/formats.ts';
import css from './dashboard-screen.module.css';
import { NextWorkOrders } from './next-work-orders.tsx';

const FirstDayPanel = lazyPart(() => import('./first-day-panel.tsx'));

export interface DashboardScreenProps {
  readonly username: string;
  readonly Today: ComponentType;
  /** Null if the app is installed or cannot be. */
  readonly onInstall: (() => void) | null;
}

export default function DashboardScreen({ username, Today, onInstall }: DashboardScreenProps) {
  usePageTitle(screenTitles.dashboard);
  const services = useRecordServices();
  const { stats, parked, from, loading, error, reload } = useDashboard();
  const isPhone = useWindowSize() === 'small';
  /** The code of `Today` failed to load. */
  const [withoutToday, setWithoutToday] = useState(false);

  // Figures counted on the device need fresh records too.
  useEffect(() => {
    void requestPull(services, ...RESOURCE_NAMES);
  }, [services]);

  return (
    <>
      <PageHeader inBar title={screenTitles.dashboard} note={dashboardWords.welcome({ username })}>
        {loading && <Loader size="sm" role="status" aria-label={dashboardWords.loading} />}
      </PageHeader>
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
      <ul aria-label={dashboardWords.figures} className={css.cards}>
        {DASHBOARD_STATS.map((stat) => (
          <li key={stat.key}>
            <Card stat={stat} value={stats?.[stat.key]} parked={parked[stat.key] ?? 0} counted={from} />
          </li>
        ))}
      </ul>
      <NextWorkOrders />
    </>
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
}

function Card({ stat: { resource, label, statuses }, value, parked, counted }: CardProps) {
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
    />
  );
}

interface Props {
  readonly label: string;
  readonly value: number | undefined;
  readonly parked: number;
  /** Not fetched, and no fetch is under way. */
  readonly unfetched: boolean;
  readonly to: string;
}

export function StatCard({ label, value, parked, unfetched, to }: Props) {
  return (
    <Link to={to} className={css.card}>
      <span className={css.label}>{label}</span>
      <span className={css.value}>
        <Figure text={value === undefined ? undefined : formatCount(value)} unfetched={unfetched} />
      </span>
      {parked > 0 && <span className={css.parked}>{dashboardWords.parked({ count: parked })}</span>}
    </Link>
  );
}
