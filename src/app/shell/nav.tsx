import { memo } from 'react';
import { matchPath, NavLink } from 'react-router-dom';
import { useResourceView } from '../../crud/resource-view.ts';
import {
  DashboardIcon,
  EstimatesIcon,
  PeopleIcon,
  ProjectsIcon,
  ReportsIcon,
  ScheduleIcon,
  SyncIcon,
  TodayIcon,
  UserIcon,
  WorkOrdersIcon,
} from '../../ui/icons.ts';
import { ProductMark } from '../../ui/product.tsx';
import { screenTitles } from '../../words/common.ts';
import { productWords } from '../../words/start.ts';
import css from './nav.module.css';

interface Props {
  readonly username: string;
  /** The work orders' last query. Undefined if there is none. */
  readonly remembered: string | undefined;
  readonly onChosen?: () => void;
}

/** The links of a navigation landmark. The work orders keep their last query or, without one, show open orders. */
export const Nav = memo(function Nav({ username, remembered, onChosen }: Props) {
  const list = useResourceView('workOrders');
  const query = remembered === undefined ? (list.opening ?? '') : remembered && `?${remembered}`;
  return (
    <div className={css.nav}>
      <div className={css.brand}>
        <ProductMark size={32} />
        {productWords.name}
      </div>
      {[NAV_ENTRIES, NAV_BELOW].map((entries, place) => (
        <ul key={place} className={css.entries}>
          {entries.map(({ path, title, Icon }) => (
            <li key={path}>
              <NavLink
                to={path + (path === list.path ? query : '')}
                className={css.entry ?? ''}
                onClick={() => onChosen?.()}
              >
                <Icon size={20} aria-hidden /> <span>{title}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      ))}
      <p className={css.user}>
        <UserIcon size={20} stroke={1.5} aria-hidden /> <span>{username}</span>
      </p>
    </div>
  );
});

export const NAV_ENTRIES = [
  { path: '/dashboard', title: screenTitles.dashboard, Icon: DashboardIcon },
  { path: '/customers', title: screenTitles.customers, Icon: PeopleIcon },
  { path: '/projects', title: screenTitles.projects, Icon: ProjectsIcon },
  { path: '/estimates', title: screenTitles.estimates, Icon: EstimatesIcon },
  { path: '/work-orders', title: screenTitles.workOrders, Icon: WorkOrdersIcon },
  { path: '/reports', title: screenTitles.reports, Icon: ReportsIcon },
] as const;

export const NAV_BELOW = [
  { path: '/today', title: screenTitles.today, Icon: TodayIcon },
  // S is Sync, so A as in agenda.
  { path: '/schedule', title: screenTitles.schedule, Icon: ScheduleIcon, key: 'a' },
  { path: '/sync', title: screenTitles.sync, Icon: SyncIcon },
] as const;

/** Screens that the navigation does not list. */
export const NAV_BESIDE = [{ path: '/push', title: screenTitles.push, key: 'n' }] as const;

const TITLED = [
  ...NAV_ENTRIES,
  ...NAV_BELOW,
  ...NAV_BESIDE,
  { path: '/settings', title: screenTitles.settings },
];

/** True for a screen, false for a record. */
export function hasBarTitle(pathname: string): boolean {
  return TITLED.some(({ path }) => matchPath(path, pathname) !== null);
}

export function barTitle(pathname: string): string {
  const entry = TITLED.find(({ path }) => matchPath({ path, end: false }, pathname) !== null);
  return entry?.title ?? productWords.name;
}
