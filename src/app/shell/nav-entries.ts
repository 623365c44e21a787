import {
  DashboardIcon,
  EstimatesIcon,
  PeopleIcon,
  ProjectsIcon,
  ReportsIcon,
  SyncIcon,
  TodayIcon,
  WorkOrdersIcon,
} from '../../ui/icons.ts';
import { screenTitles } from '../../words/screens.ts';

/** The screens that the side navigation leads to, in its order. */
export const NAV_ENTRIES = [
  { path: '/dashboard', title: screenTitles.dashboard, Icon: DashboardIcon },
  { path: '/customers', title: screenTitles.customers, Icon: PeopleIcon },
  { path: '/projects', title: screenTitles.projects, Icon: ProjectsIcon },
  { path: '/estimates', title: screenTitles.estimates, Icon: EstimatesIcon },
  { path: '/work-orders', title: screenTitles.workOrders, Icon: WorkOrdersIcon },
  { path: '/reports', title: screenTitles.reports, Icon: ReportsIcon },
] as const;

/** Those below them, set apart. */
export const NAV_BELOW = [
  { path: '/today', title: screenTitles.today, Icon: TodayIcon },
  { path: '/sync', title: screenTitles.sync, Icon: SyncIcon },
] as const;

/** Title of the screen that an address belongs to; undefined where none matches. */
export function entryTitle(pathname: string): string | undefined {
  if (pathname === '/settings') return screenTitles.settings;
  if (pathname === '/today') return screenTitles.today;
  return NAV_ENTRIES.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))?.title;
}
