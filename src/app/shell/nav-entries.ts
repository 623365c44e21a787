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
import { screenTitles } from '../../words/common.ts';
import { productWords } from '../../words/start.ts';

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

/** Returns the title of the screen that an address belongs to, else the name of the product. */
export function barTitle(pathname: string): string {
  if (pathname === '/settings') return screenTitles.settings;
  const entry = [...NAV_ENTRIES, ...NAV_BELOW].find(
    ({ path }) => pathname === path || pathname.startsWith(`${path}/`),
  );
  return entry?.title ?? productWords.name;
}
