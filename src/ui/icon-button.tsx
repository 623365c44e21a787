import type { KeyboardEvent, ReactNode, Ref } from 'react';
import css from './icon-button.module.css';

interface Props {
  /** Action and object: 'Edit Ann Lee'. */
  readonly label: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Only for a button that opens a menu. */
  readonly expanded?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/** Plain markup, because lists render hundreds of these. */
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
