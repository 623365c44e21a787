import type { ReactNode } from 'react';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { shortcutWords } from '../../words/settings.ts';
import { GO_TO } from './shortcut-keys.ts';
import type { ShortcutSwitch } from './shortcut-switch.ts';
import { ShortcutToggle } from './shortcut-toggle.tsx';
import css from './shortcuts-dialog.module.css';

export interface ShortcutsDialogProps {
  readonly keys: ShortcutSwitch;
  readonly onClose: () => void;
}

/** The keyboard shortcuts, and the switch that turns them off. A lazy chunk. */
export default function ShortcutsDialog({ keys, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog title={shortcutWords.title} size="small" onClose={onClose}>
      <dl className={css['keys']}>
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
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
