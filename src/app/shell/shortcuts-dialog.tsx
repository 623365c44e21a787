import type { ReactNode } from 'react';
import { Dialog } from '../../ui/feedback/dialog.tsx';
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
    <Dialog title="Keyboard shortcuts" size="small" onClose={onClose}>
      <dl className={css['keys']}>
        <Key keys={['/']}>Search the list</Key>
        <Key keys={['n']}>Add a record to the list</Key>
        {GO_TO.map(({ key, title }) => (
          <Key key={key} keys={['g', key]}>
            Go to {title}
          </Key>
        ))}
        <Key keys={['?']}>Show this list</Key>
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
