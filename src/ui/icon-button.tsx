import type { KeyboardEvent, ReactNode, Ref } from 'react';
import css from './icon-button.module.css';

interface Props {
  /** What it does, to what: 'Edit Ann Lee'. */
  readonly label: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Of a button that opens a menu: whether the menu is open. */
  readonly expanded?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/** A button that shows only an icon. Plain markup: lists show hundreds of them. */
export function IconButton({
  label,
  danger = false,
  disabled = false,
  expanded,
  ref,
  onClick,
  onKeyDown,
  children,
}: Props) {
  return (
    <button
      ref={ref}
      type="button"
      className={css['button']}
      data-danger={danger || undefined}
      aria-label={label}
      aria-haspopup={expanded === undefined ? undefined : 'menu'}
      aria-expanded={expanded}
      title={label}
      disabled={disabled}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {children}
    </button>
  );
}
