import { Link } from 'react-router-dom';
import Menu, { type MenuEntry, type MenuProps } from '../../ui/feedback/menu.tsx';
import { DownloadIcon, InfoIcon, LogOutIcon, SettingsIcon, SyncIcon } from '../../ui/icons.ts';
import { screenTitles } from '../../words/common.ts';
import { accountWords } from '../../words/frame.ts';
import css from './account-menu.module.css';

export type AccountChoice = 'install' | 'about' | 'logOut';

export interface AccountMenuProps extends Pick<MenuProps, 'opener' | 'onClose'> {
  readonly username: string;
  readonly canInstall: boolean;
  /** False until the app knows which unsent data a log-out would leave on the device. */
  readonly canLogOut: boolean;
  readonly onChoose: (choice: AccountChoice) => void;
}

export default function AccountMenu({
  username,
  canInstall,
  canLogOut,
  onChoose,
  ...menu
}: AccountMenuProps) {
  const entry = (key: AccountChoice, Icon: typeof InfoIcon): MenuEntry => ({
    key,
    label: accountWords[key],
    icon: <Icon size={20} aria-hidden />,
    onChoose: () => onChoose(key),
  });
  const link = (key: 'settings' | 'sync', Icon: typeof InfoIcon): MenuEntry => ({
    key,
    label: screenTitles[key],
    icon: <Icon size={20} aria-hidden />,
    asLink: (props) => <Link {...props} to={`/${key}`} />,
  });
  return (
    <Menu
      {...menu}
      label={accountWords.menu}
      position="bottom-end"
      head={
        <div className={css.head}>
          {accountWords.signedInAs} <strong>{username}</strong>
        </div>
      }
      entries={[
        link('settings', SettingsIcon),
        ...(canInstall ? [entry('install', DownloadIcon)] : []),
        link('sync', SyncIcon),
        entry('about', InfoIcon),
        { ...entry('logOut', LogOutIcon), isApart: true, disabled: !canLogOut },
      ]}
    />
  );
}
