import { Suspense, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import type { Log } from '../../domain/ports.ts';
import { useRememberedList } from '../../records/device-notes.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuIcon } from '../../ui/icons.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { frameWords } from '../../words/frame.ts';
import { AccountButton } from '../account/account-button.tsx';
import { ExpiredNotice, type ExpiredProps } from '../account/expired-notice.tsx';
import { CenteredLoader } from '../centered-loader.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import type { FramePorts } from '../frame-ports.ts';
import { NavDrawer, ShortcutsDialog } from '../lazy-screens.ts';
import { InstallCoachSlot } from '../pwa/install-coach-slot.tsx';
import { AppBadge } from './app-badge.tsx';
import css from './app-layout.module.css';
import { ClockSlot } from './clock-slot.tsx';
import { DraftSlot } from './draft-slot.tsx';
import { Nav } from './nav.tsx';
import { barTitle } from './nav-entries.ts';
import { SavedSlot } from './saved-slot.tsx';
import { SyncStatusLink } from './sync-status.tsx';
import { useScrollMemory } from './use-scroll-memory.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface Props {
  readonly username: string;
  /** What the person is asked whose session has expired; null while it has not. */
  readonly expired: Pick<ExpiredProps, 'asking' | 'onAsk'> | null;
  readonly ports: FramePorts;
  readonly log: Log;
  readonly reload: () => void;
}

/** The frame of every signed-in screen: navigation, top bar, and a boundary that keeps both alive. */
export function AppLayout({ username, expired, ports, log, reload }: Props) {
  const { pathname } = useLocation();
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const [help, closeHelp] = useShortcuts(ports.shortcuts);
  const main = useRef<HTMLElement>(null);
  useScrollMemory(main);
  // A phone, which never shows the bar, does not wait for its links.
  const isPhone = useWindowSize() === 'small';
  // Read once for both: the drawer's entries can be pressed as soon as it opens.
  const remembered = useRememberedList('workOrders');
  return (
    <div className={css['frame']} data-print-whole>
      <a
        href="#main"
        className={css['skip']}
        data-no-print
        onClick={(event) => {
          // Without an entry of the browser's own, which the router could not count.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {frameWords.skip}
      </a>
      {!isPhone && (
        <aside className={css['side']}>
          <Nav username={username} remembered={remembered} />
        </aside>
      )}
      <TopBar username={username} ports={ports} onNavigation={() => setDrawer('open')} />
      <ClockSlot />
      <AppBadge setBadge={ports.setBadge} />
      <main id="main" ref={main} tabIndex={-1} className={css['main']} data-print-whole>
        {expired && (
          <div className={css['notice']}>
            <ExpiredNotice username={username} {...expired} saidBelow={pathname === '/sync'} />
          </div>
        )}
        <DraftSlot />
        <ErrorBoundary key={pathname} log={log} reload={reload}>
          <Suspense fallback={<CenteredLoader />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <div className={css['corner']}>
        <InstallCoachSlot install={ports.install} />
        <SavedSlot />
      </div>
      <LazySlot onClose={closeHelp}>
        {help && <ShortcutsDialog keys={ports.shortcuts} onClose={closeHelp} />}
      </LazySlot>
      <LazySlot onClose={() => setDrawer('never')}>
        {drawer !== 'never' && (
          <NavDrawer opened={drawer === 'open'} onClose={() => setDrawer('closed')}>
            <Nav username={username} remembered={remembered} onChosen={() => setDrawer('closed')} />
          </NavDrawer>
        )}
      </LazySlot>
    </div>
  );
}

interface BarProps extends Pick<Props, 'username' | 'ports'> {
  readonly onNavigation: () => void;
}

function TopBar({ username, ports, onNavigation }: BarProps) {
  const { pathname } = useLocation();
  return (
    <header className={css['bar']}>
      <div className={css['menu']}>
        <IconButton label={frameWords.openNavigation} onClick={onNavigation}>
          <MenuIcon size={24} aria-hidden />
        </IconButton>
      </div>
      <div className={css['words']}>
        <span className={css['title']}>{barTitle(pathname)}</span>
        <SyncStatusLink />
      </div>
      <AccountButton username={username} ports={ports} />
    </header>
  );
}
