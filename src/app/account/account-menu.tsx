import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { Menu } from '../../ui/feedback/menu.tsx';
import { DownloadIcon, InfoIcon, LogOutIcon, SettingsIcon, SyncIcon } from '../../ui/icons.ts';
import { screenTitles } from '../../words/common.ts';
import { accountWords } from '../../words/frame.ts';
import css from './account-menu.module.css';

export type AccountChoice = 'install' | 'about' | 'logOut';

export interface AccountMenuProps {
  readonly username: string;
  readonly canInstall: boolean;
  /** False until the app knows which unsent data a log-out would leave on the device. */
  readonly canLogOut: boolean;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onChoose: (choice: AccountChoice) => void;
  readonly onClose: () => void;
}

export default function AccountMenu({
  username,
  canInstall,
  canLogOut,
  opener,
  onChoose,
  onClose,
}: AccountMenuProps) {
  const head = (
    <p className={css.head}>
      {accountWords.signedInAs} <strong>{username}</strong>
    </p>
  );
  return (
    <Menu label={accountWords.menu} head={head} opener={opener} onClose={onClose}>
      <Link to="/settings" role="menuitem" tabIndex={-1} onClick={onClose}>
        <SettingsIcon size={20} aria-hidden /> {screenTitles.settings}
      </Link>
      {canInstall && (
        <button type="button" role="menuitem" tabIndex={-1} onClick={() => onChoose('install')}>
          <DownloadIcon size={20} aria-hidden /> {accountWords.install}
        </button>
      )}
      <Link to="/sync" role="menuitem" tabIndex={-1} onClick={onClose}>
        <SyncIcon size={20} aria-hidden /> {screenTitles.sync}
      </Link>
      <button type="button" role="menuitem" tabIndex={-1} onClick={() => onChoose('about')}>
        <InfoIcon size={20} aria-hidden /> {accountWords.about}
      </button>
      <hr />
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-disabled={!canLogOut}
        onClick={() => canLogOut && onChoose('logOut')}
      >
        <LogOutIcon size={20} aria-hidden /> {accountWords.logOut}
      </button>
    </Menu>
  );
}
