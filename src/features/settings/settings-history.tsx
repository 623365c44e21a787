import type { SettingChange } from '../../domain/settings.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { settingHistory, settingLabels } from '../../words/settings.ts';
import css from './settings-screen.module.css';

/** The changes of the settings with their authors, as the server tells them, the last first. */
export function SettingsHistory({ history }: { readonly history: readonly SettingChange[] }) {
  return (
    <details className={css['history']}>
      <summary>{settingHistory.title}</summary>
      <ul>
        {history.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no name, and are only ever added
          <li key={index}>
            <p>{changeWords(change)}</p>
            <p className={css['who']}>{settingHistory.by({ by: change.by, time: formatFull(change.at) })}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function changeWords({ setting: name, before, after }: SettingChange): string {
  const setting = settingLabels[name];
  if (before === null || after === null) return settingHistory.changedAtAll({ setting });
  if (before === '') return settingHistory.set({ setting, after });
  if (after === '') return settingHistory.cleared({ setting, before });
  return settingHistory.changed({ setting, before, after });
}
