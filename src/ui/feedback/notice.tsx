import type { ReactNode } from 'react';
import { AttentionIcon, ErrorIcon, InfoIcon } from '../icons.ts';
import css from './notice.module.css';

interface Props {
  readonly tone: 'info' | 'warning' | 'error';
  /** Buttons or links at the end. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

const ICONS = { info: InfoIcon, warning: AttentionIcon, error: ErrorIcon };

/** A box with an icon and words that stays where it is. Not announced: see ErrorAlert. */
export function Notice({ tone, action, children }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={css['notice']} data-tone={tone}>
      <Icon size={20} aria-hidden className={css['icon'] ?? ''} />
      <div className={css['words']}>{children}</div>
      {action && <div className={css['action']}>{action}</div>}
    </div>
  );
}
