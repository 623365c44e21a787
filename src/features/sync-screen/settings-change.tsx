import { Link } from 'react-router-dom';
import type { SettingsState } from '../../records/company-settings.ts';
import { WaitingIcon } from '../../ui/icons.ts';
import { settingsWaitWords } from '../../words/sync-screen.ts';
import css from './sync-screen.module.css';

/** Changes of the company's settings that go to the server by themselves. */
export function WaitingSettings() {
  return (
    <li className={css['change']}>
      <Title />
      <p className={css['what']}>{settingsWaitWords.changed}</p>
      <p className={css['state']} data-state="queued">
        <WaitingIcon size={16} aria-hidden />
        <span>{settingsWaitWords.waiting}</span>
      </p>
    </li>
  );
}

/** Changes of the settings that wait for a person, who decides where the settings are. */
export function AskedSettings({ asks }: Pick<SettingsState, 'asks'>) {
  return (
    <li className={css['change']}>
      <Title />
      <p className={css['what']}>{settingsWaitWords.asks({ count: asks })}</p>
    </li>
  );
}

function Title() {
  return (
    <p className={css['title']}>
      <Link to="/settings">{settingsWaitWords.title}</Link>
    </p>
  );
}
