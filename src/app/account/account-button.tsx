import { useRef, useState } from 'react';
import { useSession } from '../../auth/use-session.ts';
import { useDraftCount } from '../../records/use-draft-count.ts';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { UserIcon } from '../../ui/icons.ts';
import type { FramePorts } from '../frame-ports.ts';
import { AboutDialog, AccountMenu, InstallGuide, LogOutDialog } from '../lazy-screens.ts';
import { canInstall } from '../pwa/install-way.ts';
import css from './account-button.module.css';
import type { AccountChoice } from './account-menu.tsx';

interface Props {
  readonly username: string;
  readonly ports: FramePorts;
}

/** The user icon, its menu, and what the menu opens. */
export function AccountButton({ username, ports }: Props) {
  const session = useSession();
  const status = useSyncStatus();
  const drafts = useDraftCount();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<AccountChoice | null>(null);
  const kept = (status?.waiting ?? 0) + (status?.parked ?? 0);
  const { way, install } = ports.install;
  const close = (): void => setDialog(null);

  function choose(choice: AccountChoice): void {
    setOpen(false);
    // What opens now gives the focus back to it.
    button.current?.focus({ preventScroll: true });
    if (choice === 'install' && way === 'prompt') install();
    else if (choice === 'logOut' && kept + (drafts ?? 0) === 0) session.signOut();
    else setDialog(choice);
  }

  return (
    <div className={css['place']}>
      <IconButton
        ref={button}
        label="Account menu"
        expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <UserIcon size={24} aria-hidden />
      </IconButton>
      <LazySlot onClose={() => setOpen(false)}>
        {open && (
          <AccountMenu
            username={username}
            canInstall={canInstall(way)}
            canLogOut={status !== undefined && drafts !== undefined}
            opener={button}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        )}
      </LazySlot>
      <LazySlot onClose={close}>
        {dialog === 'logOut' && (
          <LogOutDialog kept={kept} drafts={drafts ?? 0} onStay={close} onLogOut={() => session.signOut()} />
        )}
        {dialog === 'about' && <AboutDialog ports={ports} onClose={close} />}
        {dialog === 'install' && canInstall(way) && way !== 'prompt' && (
          <InstallGuide way={way} kept={kept} onClose={close} />
        )}
      </LazySlot>
    </div>
  );
}
