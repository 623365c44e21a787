import { LazyModule } from '../ui/lazy-module.ts';
import { HOME, wantedPath } from './after-login.ts';

/** Import nothing else here: the first script contains this file. */
export const SCREENS = {
  landing: new LazyModule(() => import('../features/landing/landing-screen.tsx')),
  login: new LazyModule(() => import('../features/login/login-screen.tsx')),
  list: new LazyModule(() => import('../crud/list/resource-list-screen.tsx')),
  record: new LazyModule(() => import('../crud/record/record-screen.tsx')),
  dashboard: new LazyModule(() => import('../features/dashboard/dashboard-screen.tsx')),
  reports: new LazyModule(() => import('../features/reports/reports-screen.tsx')),
  settings: new LazyModule(() => import('../features/settings/settings-screen.tsx')),
  today: new LazyModule(() => import('../features/work-orders/day/today-screen.tsx')),
  readings: new LazyModule(() => import('../features/work-orders/drying/readings-screen.tsx')),
  push: new LazyModule(() => import('../features/dashboard/push/push-screen.tsx')),
  schedule: new LazyModule(() => import('../features/work-orders/schedule/schedule-screen.tsx')),
  sync: new LazyModule(() => import('./sync-part.tsx')),
} as const;

const BY_PATH: Readonly<Record<string, keyof typeof SCREENS>> = {
  '/': 'dashboard',
  [HOME]: 'dashboard',
  '/push': 'push',
  '/reports': 'reports',
  '/schedule': 'schedule',
  '/settings': 'settings',
  '/sync': 'sync',
  '/today': 'today',
};

/** Never rejects: the screen loads its code again and reports a failure. */
export async function loadScreenAt({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const path = wantedPath(search)?.replace(/[?#].*/, '') ?? (pathname === '/login' ? HOME : pathname);
  const segments = path.split('/').filter(Boolean);
  const beyondLists = segments.length > 2 ? 'readings' : 'record';
  const screen = BY_PATH[path] ?? (segments.length > 1 ? beyondLists : 'list');
  await SCREENS[screen].load().catch(() => undefined);
}
