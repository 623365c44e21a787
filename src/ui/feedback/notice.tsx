import type { ReactNode } from 'react';
import { AttentionIcon, ErrorIcon, InfoIcon } from '../icons.ts';
import css from './notice.module.css';

interface NoticeProps {
  readonly tone: 'info' | 'warning' | 'error';
  /** Buttons or links at the end. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

const ICONS = { info: InfoIcon, warning: AttentionIcon, error: ErrorIcon };

/** A box with an icon and words that stays where it is. Not announced: see ErrorAlert. */
export function Notice({ tone, action, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={css['notice']} data-tone={tone}>
      <Icon size={20} aria-hidden className={css['icon'] ?? ''} />
      <div className={css['words']}>{children}</div>
      {action && <div className={css['action']}>{action}</div>}
    </div>
  );
}

interface ErrorAlertProps {
  /** One line each; nothing is shown for none. */
  readonly lines: readonly string[];
  readonly action?: ReactNode;
  /** Stands behind the first line. */
  readonly children?: ReactNode;
}

/** What went wrong, inside the page or dialog, read out at once. The region is there before its words are. */
export function ErrorAlert({ lines, action, children }: ErrorAlertProps) {
  return (
    <div role="alert">
      {lines.length > 0 && (
        <Notice tone="error" action={action}>
          {lines.map((line, place) => (
            <p key={line}>
              <span>{line}</span>
              {place === 0 && children}
            </p>
          ))}
        </Notice>
      )}
    </div>
  );
}
