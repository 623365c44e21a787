import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Kbd.layer.css';
import { Checkbox, Kbd } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { frameWords } from '../../words/frame.ts';
import { shortcutWords } from '../../words/settings-and-about.ts';
import css from './shortcuts-dialog.module.css';
import { GO_TO, type ShortcutSwitch } from './use-shortcuts.ts';

export interface ShortcutsDialogProps {
  readonly keys: ShortcutSwitch;
  readonly onClose: () => void;
}

export default function ShortcutsDialog({ keys, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog title={shortcutWords.title} size="small" onClose={onClose}>
      <dl className={css.keys}>
        <Key keys={[frameWords.findKey]}>{shortcutWords.findAll}</Key>
        <Key keys={['/']}>{shortcutWords.find}</Key>
        <Key keys={['n']}>{shortcutWords.add}</Key>
        {GO_TO.map(({ key, title }) => (
          <Key key={key} keys={['g', key]}>
            {shortcutWords.goTo({ screen: title })}
          </Key>
        ))}
        <Key keys={['?']}>{shortcutWords.help}</Key>
      </dl>
      <ShortcutToggle keys={keys} />
    </Dialog>
  );
}

function Key({ keys, children }: { readonly keys: readonly string[]; readonly children: ReactNode }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

export function ShortcutToggle({ keys }: { readonly keys: ShortcutSwitch }) {
  const [on, setOn] = useState(keys.isOn());
  return (
    <Checkbox
      checked={on}
      label={shortcutWords.use}
      onChange={({ currentTarget: { checked } }) => {
        keys.set(checked);
        setOn(checked);
      }}
    />
  );
}
