import { type ReactNode, type RefCallback, useState } from 'react';
import { DoneIcon } from '../icons.ts';
import { Menu } from './menu.tsx';
import css from './menu-button.module.css';

export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Given if exactly one of the entries applies. */
  readonly isChosen?: boolean;
  readonly onChoose: () => void;
}

interface Opener {
  readonly ref: RefCallback<HTMLButtonElement>;
  readonly expanded: boolean;
  readonly onClick: () => void;
}

interface Props {
  readonly label: string;
  readonly side: 'below' | 'under';
  readonly entries: readonly MenuEntry[];
  readonly children: (opener: Opener) => ReactNode;
}

export function MenuButton({ label, side, entries, children }: Props) {
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const shown = children({ ref: setOpener, expanded: open, onClick: () => setOpen(!open) });
  return (
    <span className={css.place}>
      {shown}
      {open && (
        <Menu label={label} side={side} opener={{ current: opener }} onClose={close}>
          {entries.map(({ key, label: words, icon, disabled = false, isChosen = false, onChoose }) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-current={isChosen || undefined}
              aria-disabled={disabled || undefined}
              onClick={() => {
                if (disabled) return;
                // A dialog that opens next returns the focus here.
                opener?.focus({ preventScroll: true });
                close();
                onChoose();
              }}
            >
              {icon}
              <span>{words}</span>
              {isChosen && <DoneIcon size={18} aria-hidden />}
            </button>
          ))}
        </Menu>
      )}
    </span>
  );
}
