import type { ReactNode } from 'react';
import css from './icon-button.module.css';

interface Props {
  /** What it does, to what: 'Edit Ann Lee'. */
  readonly label: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button that shows only an icon. Plain markup: lists show hundreds of them. */
export function IconButton({ label, danger = false, disabled = false, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={css['button']}
      data-danger={danger || undefined}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
