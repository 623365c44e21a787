import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { Menu } from '../../ui/feedback/menu.tsx';
import { DownloadIcon, InfoIcon, LogOutIcon, SettingsIcon, SyncIcon } from '../../ui/icons.ts';
import css from './account-menu.module.css';

export type AccountChoice = 'install' | 'about' | 'logOut';

export interface AccountMenuProps {
  readonly username: string;
  readonly canInstall: boolean;
  /** Whether it is known what a log-out would leave behind. */
  readonly canLogOut: boolean;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onChoose: (choice: AccountChoice) => void;
  readonly onClose: () => void;
}

/** What the user icon opens. A lazy chunk. */
export default function AccountMenu({
  username,
  canInstall,
  canLogOut,
  opener,
  onChoose,
  onClose,
}: AccountMenuProps) {
  const head = (
    <p className={css['head']}>
      Signed in as <strong>{username}</strong>
    </p>
  );
  return (
    <Menu label="Account" head={head} opener={opener} onClose={onClose}>
      <Link to="/settings" role="menuitem" tabIndex={-1} onClick={onClose}>
        <SettingsIcon size={20} aria-hidden /> Settings
      </Link>
      {canInstall && (
        <button type="button" role="menuitem" tabIndex={-1} onClick={() => onChoose('install')}>
          <DownloadIcon size={20} aria-hidden /> Install app
        </button>
      )}
      <Link to="/sync" role="menuitem" tabIndex={-1} onClick={onClose}>
        <SyncIcon size={20} aria-hidden /> Sync
      </Link>
      <button type="button" role="menuitem" tabIndex={-1} onClick={() => onChoose('about')}>
        <InfoIcon size={20} aria-hidden /> About
      </button>
      <hr />
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-disabled={!canLogOut}
        onClick={() => canLogOut && onChoose('logOut')}
      >
        <LogOutIcon size={20} aria-hidden /> Log out
      </button>
    </Menu>
  );
}
