import '@mantine/core/styles/Burger.layer.css';
import { Burger } from '@mantine/core';
import { Suspense, useCallback, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useScrollMemory } from '../../crud/scroll-memory.ts';
import type { Log } from '../../domain/ports.ts';
import { useRememberedList } from '../../records/device-notes.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { frameWords } from '../../words/frame.ts';
import { AccountButton } from '../account/account-button.tsx';
import { ExpiredNotice, type ExpiredProps } from '../account/expired-notice.tsx';
import { CenteredLoader } from '../centered-loader.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import { NavDrawer, ShortcutsDialog } from '../lazy-screens.ts';
import type { FramePorts } from '../pwa/install.ts';
import { InstallCoachSlot } from '../pwa/install-coach-slot.tsx';
import { AppBadge } from './app-badge.tsx';
import css from './app-layout.module.css';
import { FindButton, FindSlot } from './find-slot.tsx';
import { KeptProjects } from './kept-projects.tsx';
import { barTitle, hasBarTitle, Nav } from './nav.tsx';
import { ClockSlot, DraftSlot, LostPhotosSlot, SavedSlot } from './notice-slots.tsx';
import { ReadyWatch } from './ready-watch.tsx';
import { ScheduleAhead } from './schedule-ahead.tsx';
import { SyncStatusLink } from './sync-status.tsx';
import { useShortcuts } from './use-shortcuts.ts';

interface Props {
  readonly username: string;
  /** Null unless the session has expired. */
  readonly expired: Pick<ExpiredProps, 'asking' | 'onAsk'> | null;
  readonly ports: FramePorts;
  readonly log: Log;
  readonly reload: () => void;
}

/** The frame around signed-in screens. It stays if a screen breaks. */
export function AppLayout({ username, expired, ports, log, reload }: Props) {
  const { pathname } = useLocation();
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const [opened, setOpened] = useShortcuts(ports.shortcuts, isApple(ports));
  const closeOpened = (): void => setOpened(null);
  const closeDrawer = useCallback(() => setDrawer('closed'), []);
  const main = useRef<HTMLElement>(null);
  useScrollMemory(main);
  // A phone never shows the navigation beside the screen.
  const isPhone = useWindowSize() === 'small';
  // Read here for both navigations, so that the drawer's links work at once.
  const remembered = useRememberedList('workOrders');
  return (
    <div className={css.frame} data-print-whole>
      <a
        href="#main"
        className={css.skip}
        data-no-print
        onClick={(event) => {
          // A history entry for '#main' would confuse the router.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {frameWords.skip}
      </a>
      {!isPhone && (
        <nav className={css.side} aria-label={frameWords.main}>
          <Nav username={username} remembered={remembered} />
        </nav>
      )}
      <TopBar
        username={username}
        ports={ports}
        isPhone={isPhone}
        drawerOpened={drawer === 'open'}
        onNavigation={() => setDrawer('open')}
        onFind={() => setOpened('find')}
      />
      <AppBadge setBadge={ports.setBadge} />
      <ReadyWatch username={username} />
      <ScheduleAhead />
      <KeptProjects />
      <main id="main" ref={main} tabIndex={-1} className={css.main} data-print-whole>
        {expired && (
          <div className={css.notice}>
            <ExpiredNotice username={username} {...expired} saidBelow={pathname === '/sync'} />
          </div>
        )}
        <ClockSlot />
        <DraftSlot />
        <LostPhotosSlot />
        {!isPhone && hasBarTitle(pathname) && (
          // A printed page has no top bar.
          <h1 hidden data-print-only>
            {barTitle(pathname)}
          </h1>
        )}
        <ErrorBoundary key={pathname} log={log} reload={reload}>
          <Suspense fallback={<CenteredLoader />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <div className={css.corner}>
        <InstallCoachSlot install={ports.install} />
        <SavedSlot />
      </div>
      <LazySlot onClose={closeOpened}>
        {opened === 'help' && <ShortcutsDialog keys={ports.shortcuts} onClose={closeOpened} />}
      </LazySlot>
      <FindSlot open={opened === 'find'} isApple={isApple(ports)} onClose={closeOpened} />
      <LazySlot onClose={() => setDrawer('never')}>
        {drawer !== 'never' && (
          <NavDrawer opened={drawer === 'open'} onClose={closeDrawer}>
            <Nav username={username} remembered={remembered} onChosen={closeDrawer} />
          </NavDrawer>
        )}
      </LazySlot>
    </div>
  );
}

/** Apple's keyboards have another key beside the letters. */
function isApple({ browser }: Props['ports']): boolean {
  return /Mac|iP(?:hone|ad|od)/.test(browser.userAgent);
}

interface BarProps extends Pick<Props, 'username' | 'ports'> {
  readonly isPhone: boolean;
  readonly drawerOpened: boolean;
  readonly onNavigation: () => void;
  readonly onFind: () => void;
}

function TopBar({ username, ports, isPhone, drawerOpened, onNavigation, onFind }: BarProps) {
  const { pathname } = useLocation();
  return (
    <header className={css.bar}>
      <Burger
        className={css.menu}
        size="sm"
        opened={drawerOpened}
        aria-label={frameWords.openNavigation}
        title={frameWords.openNavigation}
        onClick={onNavigation}
      />
      <div className={css.words}>
        <BarTitle pathname={pathname} isPhone={isPhone} />
        <SyncStatusLink />
      </div>
      <FindButton isApple={isApple(ports)} onFind={onFind} />
      <AccountButton username={username} ports={ports} />
    </header>
  );
}

/**
 * Shows each screen's title once: in the bar, or on a phone at the head of the screen. A record's screen shows its own
 * title.
 */
function BarTitle({ pathname, isPhone }: { readonly pathname: string; readonly isPhone: boolean }) {
  const title = barTitle(pathname);
  if (!hasBarTitle(pathname)) return <span className={css.title}>{title}</span>;
  return isPhone ? null : <h1 className={css.title}>{title}</h1>;
}
