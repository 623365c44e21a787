import {
  DashboardIcon,
  EstimatesIcon,
  PeopleIcon,
  ProjectsIcon,
  ReportsIcon,
  WorkOrdersIcon,
} from '../../ui/icons.ts';

/** The screens that the side navigation leads to, in its order. */
export const NAV_ENTRIES = [
  { path: '/dashboard', title: 'Dashboard', Icon: DashboardIcon },
  { path: '/customers', title: 'Customers', Icon: PeopleIcon },
  { path: '/projects', title: 'Projects', Icon: ProjectsIcon },
  { path: '/estimates', title: 'Estimates', Icon: EstimatesIcon },
  { path: '/work-orders', title: 'Work Orders', Icon: WorkOrdersIcon },
  { path: '/reports', title: 'Reports', Icon: ReportsIcon },
] as const;

/** Title of the screen that an address belongs to; undefined where none matches. */
export function entryTitle(pathname: string): string | undefined {
  if (pathname === '/settings') return 'Settings';
  return NAV_ENTRIES.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))?.title;
}
