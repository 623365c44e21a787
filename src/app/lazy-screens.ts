import { lazyPart } from '../ui/lazy-part.ts';

/** Everything that the first list row can do without. */
export const ResourceListScreen = lazyPart(() => import('../crud/resource-list-screen.tsx'));
export const RecordScreen = lazyPart(() => import('../crud/record-screen.tsx'));
export const DashboardScreen = lazyPart(() => import('../features/dashboard/dashboard-screen.tsx'));
export const LandingScreen = lazyPart(() => import('../features/landing/landing-screen.tsx'));
export const LoginScreen = lazyPart(() => import('../features/login/login-screen.tsx'));
export const ReportsScreen = lazyPart(() => import('../features/reports/reports-screen.tsx'));
export const SyncCentreScreen = lazyPart(() => import('../features/sync-centre/sync-centre-screen.tsx'));
export const ExpiredDialog = lazyPart(() => import('../features/login/expired-dialog.tsx'));
export const LogOutDialog = lazyPart(() => import('./log-out-dialog.tsx'));
export const NavDrawer = lazyPart(() => import('./nav-drawer.tsx'));
