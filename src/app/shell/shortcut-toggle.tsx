import { useState } from 'react';
import { shortcutWords } from '../../words/settings.ts';
import type { ShortcutSwitch } from './shortcut-switch.ts';
import css from './shortcut-toggle.module.css';

/** Switches keyboard shortcuts on or off. */
export function ShortcutToggle({ keys }: { readonly keys: ShortcutSwitch }) {
  const [on, setOn] = useState(keys.isOn());
  return (
    <label className={css['switch']}>
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget: { checked } }) => {
          keys.set(checked);
          setOn(checked);
        }}
      />
      {shortcutWords.use}
    </label>
  );
}
