import { lazyPart } from '../ui/lazy-part.ts';
import { SCREENS } from './screen-parts.ts';

export const ResourceListScreen = lazyPart(SCREENS.list);
export const RecordScreen = lazyPart(SCREENS.record);
export const DashboardScreen = lazyPart(SCREENS.dashboard);
export const LandingScreen = lazyPart(SCREENS.landing);
export const LoginScreen = lazyPart(SCREENS.login);
export const ReportsScreen = lazyPart(SCREENS.reports);
export const ReadingsScreen = lazyPart(SCREENS.readings);
export const SettingsScreen = lazyPart(SCREENS.settings);
export const TodayScreen = lazyPart(SCREENS.today);
export const TodayOnDashboard = lazyPart(async () => ({
  default: (await import('../features/work-orders/day/today-screen.tsx')).TodayOnDashboard,
}));
export const PushScreen = lazyPart(SCREENS.push);
export const ScheduleScreen = lazyPart(SCREENS.schedule);
export const SyncScreen = lazyPart(SCREENS.sync);
export const ExpiredDialog = lazyPart(() => import('../features/login/expired-dialog.tsx'));
export const AccountMenu = lazyPart(() => import('./account/account-menu.tsx'));
export const AboutDialog = lazyPart(() => import('./shell/about-dialog.tsx'));
export const ShortcutsDialog = lazyPart(() => import('./shell/shortcuts-dialog.tsx'));
export const InstallGuide = lazyPart(() => import('./pwa/install-guide.tsx'));
export const LogOutDialog = lazyPart(() => import('./account/log-out-dialog.tsx'));
export const NavDrawer = lazyPart(() => import('./shell/nav-drawer.tsx'));
export const SavedNotice = lazyPart(() => import('../crud/saved-notice.tsx'));
export const DraftNotice = lazyPart(() => import('../features/drafts/draft-notice.tsx'));
export const RecordDocuments = lazyPart(() => import('../features/documents/documents-part.tsx'));
export const RecordPhotos = lazyPart(() => import('../features/photos/photos-part.tsx'));
export const MeterPhoto = lazyPart(() => import('../features/photos/meter-photo.tsx'));
export const LostPhotosNotice = lazyPart(() => import('../features/photos/lost-photos-notice.tsx'));
export const ReadyCard = lazyPart(() => import('../features/ready/ready-card.tsx'));
